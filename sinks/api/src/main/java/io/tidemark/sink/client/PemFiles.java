package io.tidemark.sink.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/** Certificates and keys in PEM files, which are read once. */
final class PemFiles {
  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);

  /**
   * A key store needs a password, but this one stays in memory, where the password protects
   * nothing.
   */
  private static final char[] NO_PASSWORD = {};

  private PemFiles() {}

  /**
   * Returns the file's certificates, at least one.
   *
   * @param key the key of the configuration, for messages
   * @throws IllegalArgumentException if there is none
   */
  static List<Certificate> certificates(String key, Path pem) {
    List<Certificate> certificates;
    try (InputStream in = Files.newInputStream(pem)) {
      certificates = List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "%s: can't read PEM certificates [path=%s, cause=%s]"
              .formatted(key, pem, e.getClass().getSimpleName()),
          e);
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(
          "%s holds no certificate [path=%s]; expected PEM".formatted(key, pem));
    }
    return certificates;
  }

  /**
   * Returns a certificate, with those that vouch for it behind it, and its key.
   *
   * @throws IllegalArgumentException if a file does not hold that
   */
  static KeyManager[] identity(Path certificateFile, Path keyFile) {
    List<Certificate> chain = certificates("target.tls.certificate-file", certificateFile);
    try {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setKeyEntry(
          "client",
          key(keyFile, chain.get(0).getPublicKey().getAlgorithm()),
          NO_PASSWORD,
          chain.toArray(Certificate[]::new));
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, NO_PASSWORD);
      return keys.getKeyManagers();
    } catch (IOException | GeneralSecurityException e) {
      // The message leaves out the cause's text, which may quote the key.
      throw new IllegalArgumentException(
          "target.tls.key-file: not the key of target.tls.certificate-file, or not readable [path=%s, cause=%s]"
              .formatted(keyFile, e.getClass().getSimpleName()));
    }
  }

  private static PrivateKey key(Path file, String algorithm)
      throws IOException, GeneralSecurityException {
    Matcher pem = PKCS8.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (!pem.find()) {
      throw new IllegalArgumentException(
          "target.tls.key-file: expected PEM of PKCS #8 without a password (BEGIN PRIVATE KEY) [path=%s]; openssl pkcs8 -topk8 -nocrypt makes it of others"
              .formatted(file));
    }
    byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }
}
