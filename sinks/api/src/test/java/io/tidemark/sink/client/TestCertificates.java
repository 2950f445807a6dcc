package io.tidemark.sink.client;

import io.tidemark.process.Patience;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Authorities and servers' certificates, made by the JDK's keytool when a test asks for them. */
public final class TestCertificates {
  private static final String PASSWORD = "changeit";

  private final Path folder;

  public TestCertificates(Path folder) {
    this.folder = folder;
  }

  /** The authority's certificate, as PEM. */
  public Path authority(String name) throws Exception {
    keytool("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "bc:c");
    Path pem = folder.resolve(name + ".pem");
    keytool("-exportcert", "-rfc", "-alias", name, "-file", pem.toString());
    return pem;
  }

  /**
   * A server's side of TLS, which trusts clients of the same authority.
   *
   * @param san subject alternative name, e.g. {@code ip:127.0.0.1}
   * @param from keytool's start date, e.g. {@code -10d}
   */
  public SSLContext server(String name, String authority, String san, String from, int validDays)
      throws Exception {
    generate(name, authority, san, from, validDays);
    return context(name, authority);
  }

  /** The same for a server that reads files. */
  public Pem serverPem(String name, String authority, String san, String from, int validDays)
      throws Exception {
    generate(name, authority, san, from, validDays);
    return pem(name);
  }

  private void generate(String name, String authority, String san, String from, int validDays)
      throws Exception {
    keytool(
        "-genkeypair",
        "-alias",
        name,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-signer",
        authority,
        "-ext",
        "san=" + san,
        "-startdate",
        from,
        "-validity",
        Integer.toString(validDays));
  }

  /** A certificate and its key. */
  public record Pem(Path certificate, Path key) {}

  public Pem client(String name, String authority) throws Exception {
    keytool(
        "-genkeypair",
        "-alias",
        name,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-signer",
        authority);
    return pem(name);
  }

  private Pem pem(String name) throws Exception {
    Path certificate = folder.resolve(name + ".crt");
    keytool("-exportcert", "-rfc", "-alias", name, "-file", certificate.toString());
    byte[] key = all().getKey(name, PASSWORD.toCharArray()).getEncoded();
    return new Pem(
        certificate,
        Files.writeString(
            folder.resolve(name + ".key"),
            "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                .formatted(Base64.getMimeEncoder().encodeToString(key))));
  }

  private KeyStore all() throws IOException, GeneralSecurityException {
    var all = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store())) {
      all.load(in, PASSWORD.toCharArray());
    }
    return all;
  }

  private SSLContext context(String alias, String authority)
      throws IOException, GeneralSecurityException {
    KeyStore all = all();
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(authority, all.getCertificate(authority));
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    var one = KeyStore.getInstance("PKCS12");
    one.load(null, null);
    one.setKeyEntry(
        alias,
        all.getKey(alias, PASSWORD.toCharArray()),
        PASSWORD.toCharArray(),
        all.getCertificateChain(alias));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(one, PASSWORD.toCharArray());
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private Path store() {
    return folder.resolve("keys.p12");
  }

  private void keytool(String... arguments) throws Exception {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store().toString(), "-storepass", PASSWORD));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    Patience.awaitEnd(process, Duration.ofSeconds(60));
    if (process.exitValue() != 0) {
      throw new IllegalStateException("keytool failed: " + output);
    }
  }
}
