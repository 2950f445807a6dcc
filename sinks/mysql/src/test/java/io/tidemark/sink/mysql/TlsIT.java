package io.tidemark.sink.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteResult;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.Key;
import java.security.KeyStore;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose certificate is for the name localhost, and not for 127.0.0.1. */
class TlsIT {
  private static final MySql KIND = new MySql();
  private static final String PASSWORD = "not-a-secret";

  @TempDir static Path folder;

  private static OwnedMariaDb server;
  private static Path certificate;

  @BeforeAll
  static void start() throws Exception {
    server = Patience.started("MariaDB", () -> OwnedMariaDb.start(Settings.DEFAULT));
    KeyStore made = selfSigned("localhost", "server");
    certificate =
        Files.writeString(folder.resolve("ca.pem"), pem("CERTIFICATE", certificate(made)));
    Path tls = Files.createDirectory(server.folder().resolve("tls"));
    Files.copy(certificate, tls.resolve("server.crt"));
    Key key = made.getKey("server", PASSWORD.toCharArray());
    Path keyFile =
        Files.writeString(tls.resolve("server.key"), pem("PRIVATE KEY", key.getEncoded()));
    // The server refuses a key that others may read.
    Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("rw-------"));
    MariaDbPrograms.user().giveAway(tls);
    server.restart(
        Settings.arguments("--ssl-cert=" + tls.resolve("server.crt"), "--ssl-key=" + keyFile));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  /** By the JDK's own program, which is wherever tests are. */
  private static KeyStore selfSigned(String host, String name) throws Exception {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + host,
                "-ext",
                "SAN=DNS:" + host,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String printed = new String(keytool.getInputStream().readAllBytes());
    assertThat(keytool.waitFor()).as(printed).isZero();
    return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
  }

  private static byte[] certificate(KeyStore store) throws Exception {
    return store.getCertificate("server").getEncoded();
  }

  private static String pem(String what, byte[] encoded) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(
            what, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded), what);
  }

  @Test
  void writesToTheServerWhoseNameAndAuthorityAreRight() throws Exception {
    WriteResult result = write("localhost", "verify-full", certificate.toString());
    assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
    assertThat(version(target("localhost", "verify-full", certificate.toString())))
        .startsWith("TLSv1");
  }

  private static String version(TargetConfig target) throws SQLException {
    try (Connection connection = new Connector(target).open(Patience.ofSeconds(10), "tls")) {
      return connection.query("SHOW STATUS LIKE 'Ssl_version'").get(0).get(1);
    }
  }

  @Test
  void endsTheRunWhereTheCertificateIsForAnotherHost() {
    WriteResult result = write("127.0.0.1", "verify-full", certificate.toString());
    assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.FATAL);
    assertThat(result.error()).contains("127.0.0.1", "target.tls.ca-file", "target.ssl-mode");
  }

  /** What verify-ca is for: the authority is right, and the name is not looked at. */
  @Test
  void looksAtTheAuthorityAloneWhereThatIsAskedFor() {
    WriteResult result = write("127.0.0.1", "verify-ca", certificate.toString());
    assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
  }

  /** Who names an authority wants it asked, and without one takes any server. */
  @Test
  void whoOnlyAsksForTlsAndNamesAnAuthorityHasItLookedAt() throws Exception {
    Path another =
        Files.writeString(
            folder.resolve("another.pem"),
            pem("CERTIFICATE", certificate(selfSigned("localhost", "another"))));

    WriteResult refused = write("localhost", "require", another.toString());
    assertThat(refused.outcome()).as(refused.error()).isEqualTo(ResponseClass.FATAL);
    assertThat(refused.error()).contains("target.tls.ca-file");
    WriteResult right = write("127.0.0.1", "require", certificate.toString());
    assertThat(right.outcome()).as(right.error()).isEqualTo(ResponseClass.OK);
    WriteResult none = write("localhost", "require", "");
    assertThat(none.outcome()).as(none.error()).isEqualTo(ResponseClass.OK);
  }

  @Test
  void endsTheRunWhereNobodyKnowsTheAuthority() {
    WriteResult result = write("localhost", "verify-full", "");
    assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.FATAL);
    assertThat(result.error()).contains("target.tls.ca-file");
  }

  /** Nobody is written to in plain text who was to be verified. */
  @Test
  void endsTheRunWhereTheServerHasNoTls() throws Exception {
    try (var plain =
        Patience.started("MariaDB", () -> OwnedMariaDb.start(Settings.arguments("--skip-ssl")))) {
      TargetConfig target =
          plain.target(TargetConfig.of("mysql")).withOption("ssl-mode", "require");
      WriteResult result = write(target);
      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.FATAL);
      assertThat(result.error()).contains("no TLS", "target.ssl-mode");
    }
  }

  private static TargetConfig target(String host, String mode, String authority) {
    URI url = URI.create("mysql://%s:%d/tidemark".formatted(host, server.url().getPort()));
    TargetConfig target =
        server.target(TargetConfig.of("mysql")).withUrls(List.of(url)).withOption("ssl-mode", mode);
    return authority.isEmpty() ? target : target.withTls(TargetConfig.Tls.of(authority));
  }

  private static WriteResult write(String host, String mode, String authority) {
    return write(target(host, mode, authority));
  }

  private static WriteResult write(TargetConfig target) {
    try (var client = KIND.client(target, new ClientOptions(1, Patience.ofSeconds(20), "tls"))) {
      Payload payload =
          KIND.format(
                  target,
                  new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME))
              .encode(
                  List.of(
                      new Sample(
                          Labels.of(
                              Map.of("url", target.urls() + target.options().get("ssl-mode"))),
                          1_700_000_000_000L,
                          1)));
      return client.write(payload).join();
    }
  }
}
