package io.tidemark.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.PlainWrites;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.SharedServer;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.client.DatabaseServer;
import io.tidemark.sink.client.TestCertificates;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * How each database that is written to in SQL speaks TLS, with a server whose certificate is for
 * the name localhost, and not for 127.0.0.1. A database's integration test extends this class.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SqlTlsContract<S extends DatabaseServer> {
  @RegisterExtension
  final SharedServer<S> shared = new SharedServer<>(() -> start(Settings.DEFAULT));

  private String authority;
  private String stranger;

  protected abstract Tsdb tsdb();

  protected abstract S start(Settings settings);

  /** Lets the server's own user read a folder. */
  protected abstract void giveAway(Path folder);

  /** Returns the settings of a server that has this certificate. */
  protected abstract Settings tls(TestCertificates.Pem certificate);

  /** Returns the settings of a server that speaks no TLS. */
  protected abstract Settings withoutTls();

  /** Returns what is said of such a server. */
  protected abstract String hasNoTls();

  /** Returns the version of TLS that a connection to this target speaks. */
  protected abstract String version(TargetConfig target) throws SQLException;

  @BeforeAll
  void certify(@TempDir Path made) throws Exception {
    var certificates = new TestCertificates(made);
    authority = certificates.authority("authority").toString();
    stranger = certificates.authority("stranger").toString();
    Path folder = Files.createDirectory(shared.get().folder().resolve("tls"));
    TestCertificates.Pem pem =
        certificates.serverPem("server", "authority", "dns:localhost", "-1d", 10);
    Path key = Files.copy(pem.key(), folder.resolve("server.key"));
    // The server refuses a key that others may read.
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Path certificate = Files.copy(pem.certificate(), folder.resolve("server.crt"));
    giveAway(folder);
    shared.get().restart(tls(new TestCertificates.Pem(certificate, key)));
  }

  @Test
  void writesToTheServerWhoseNameAndAuthorityAreRight() throws Exception {
    TargetConfig target = target("localhost", "verify-full", authority);
    assertWritten(target);
    assertThat(version(target)).startsWith("TLSv1");
  }

  @Test
  void endsTheRunWhereTheCertificateIsForAnotherHost() throws Exception {
    assertRefused(
        target("127.0.0.1", "verify-full", authority),
        "127.0.0.1",
        "target.tls.ca-file",
        "target.ssl-mode");
  }

  /** What verify-ca is for: the authority is right, and the name is not looked at. */
  @Test
  void looksAtTheAuthorityAloneWhereThatIsAskedFor() throws Exception {
    assertWritten(target("127.0.0.1", "verify-ca", authority));
  }

  /** Who names an authority wants it asked, and without one takes any server. */
  @Test
  void whoOnlyAsksForTlsAndNamesAnAuthorityHasItLookedAt() throws Exception {
    assertRefused(target("localhost", "require", stranger), "target.tls.ca-file");
    assertWritten(target("127.0.0.1", "require", authority));
    assertWritten(target("localhost", "require", ""));
  }

  @Test
  void endsTheRunWhereNobodyKnowsTheAuthority() throws Exception {
    assertRefused(target("localhost", "verify-full", ""), "target.tls.ca-file");
    assertRefused(target("localhost", "verify-full", stranger), "target.tls.ca-file");
  }

  /** Nobody is written to in plain text who was to be verified. */
  @Test
  void endsTheRunWhereTheServerHasNoTls() throws Exception {
    try (S plain = Patience.started("a server without TLS", () -> start(withoutTls()))) {
      for (String mode : List.of("require", "verify-full")) {
        TargetConfig target = plain.target(TargetConfig.of(tsdb().type()));
        assertRefused(target.withOption("ssl-mode", mode), hasNoTls(), "target.ssl-mode");
      }
    }
  }

  private TargetConfig target(String host, String mode, String trusted) throws Exception {
    URI own = shared.get().url();
    var url = new URI(own.getScheme(), null, host, own.getPort(), own.getPath(), null, null);
    TargetConfig target =
        shared
            .get()
            .target(TargetConfig.of(tsdb().type()))
            .withUrls(List.of(url))
            .withOption("ssl-mode", mode);
    return trusted.isEmpty() ? target : target.withTls(TargetConfig.Tls.of(trusted));
  }

  private void assertWritten(TargetConfig target) throws Exception {
    WriteResult result = write(target);
    assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
  }

  private void assertRefused(TargetConfig target, String... why) throws Exception {
    WriteResult result = write(target);
    assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.FATAL);
    assertThat(result.error()).contains(why);
  }

  /** Writes a row that no other target is sent. */
  private WriteResult write(TargetConfig target) throws Exception {
    Labels labels = Labels.of(Map.of("to", target.urls() + " " + target.options() + target.tls()));
    return new PlainWrites(tsdb())
        .write(target, List.of(new Sample(labels, 1_700_000_000_000L, 1)));
  }
}
