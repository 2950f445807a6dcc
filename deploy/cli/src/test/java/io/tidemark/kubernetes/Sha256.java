package io.tidemark.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** As {@code sha256sum} prints it. */
final class Sha256 {
  private Sha256() {}

  static String of(Path file) throws IOException {
    return of(Files.newInputStream(file));
  }

  /** Reads to the end, and closes it. */
  static String of(InputStream bytes) throws IOException {
    try (var digest = new DigestInputStream(bytes, MessageDigest.getInstance("SHA-256"))) {
      digest.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.getMessageDigest().digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
