package io.tidemark.sink.postgresql;

import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.client.TestCertificates;
import io.tidemark.sink.sql.SqlConnection;
import io.tidemark.sink.sql.SqlTlsContract;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

class TlsIT extends SqlTlsContract<OwnedPostgreSql> {
  @Override
  protected Tsdb tsdb() {
    return new PostgreSql();
  }

  @Override
  protected OwnedPostgreSql start(Settings settings) {
    return OwnedPostgreSql.start(settings, Optional.empty(), Map.of());
  }

  @Override
  protected void giveAway(Path folder) {
    PostgreSqlPrograms.giveAway(folder);
  }

  @Override
  protected Settings tls(TestCertificates.Pem certificate) {
    return Settings.arguments(
        "-c", "ssl=on",
        "-c", "ssl_cert_file=" + certificate.certificate(),
        "-c", "ssl_key_file=" + certificate.key());
  }

  @Override
  protected Settings withoutTls() {
    return Settings.DEFAULT;
  }

  @Override
  protected String hasNoTls() {
    return "SSL";
  }

  @Override
  protected String version(TargetConfig target) throws SQLException {
    try (var connection =
        new SqlConnection(new Connector(target).open(Patience.ofSeconds(10), "tls"))) {
      return connection
          .query("SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
          .get(0)
          .get(0);
    }
  }
}
