package io.tidemark.sink.mysql;

import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.client.TestCertificates;
import io.tidemark.sink.sql.SqlTlsContract;
import java.nio.file.Path;
import java.sql.SQLException;

class TlsIT extends SqlTlsContract<OwnedMariaDb> {
  @Override
  protected Tsdb tsdb() {
    return new MySql();
  }

  @Override
  protected OwnedMariaDb start(Settings settings) {
    return OwnedMariaDb.start(settings);
  }

  @Override
  protected void giveAway(Path folder) {
    MariaDbPrograms.user().giveAway(folder);
  }

  @Override
  protected Settings tls(TestCertificates.Pem certificate) {
    return Settings.arguments(
        "--ssl-cert=" + certificate.certificate(), "--ssl-key=" + certificate.key());
  }

  @Override
  protected Settings withoutTls() {
    return Settings.arguments("--skip-ssl");
  }

  @Override
  protected String hasNoTls() {
    return "no TLS";
  }

  @Override
  protected String version(TargetConfig target) throws SQLException {
    try (Connection connection = new Connector(target).open(Patience.ofSeconds(10), "tls")) {
      return connection.query("SHOW STATUS LIKE 'Ssl_version'").get(0).get(1);
    }
  }
}
