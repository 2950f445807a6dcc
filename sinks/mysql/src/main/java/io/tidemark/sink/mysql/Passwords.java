package io.tidemark.sink.mysql;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** What a server is shown instead of a password ("Authentication Method" of each plugin). Pure. */
final class Passwords {
  static final String NATIVE = "mysql_native_password";
  static final String SHA2 = "caching_sha2_password";

  private Passwords() {}

  static boolean knows(String plugin) {
    return plugin.equals(NATIVE) || plugin.equals(SHA2);
  }

  /**
   * @param nonce twenty bytes of the server's
   */
  static byte[] scrambled(String plugin, String password, byte[] nonce) {
    if (password.isEmpty()) {
      return new byte[0];
    }
    byte[] text = password.getBytes(StandardCharsets.UTF_8);
    return plugin.equals(NATIVE)
        // SHA1(password) XOR SHA1(nonce, SHA1(SHA1(password)))
        ? xor(hash("SHA-1", text), hash("SHA-1", nonce, hash("SHA-1", hash("SHA-1", text))))
        // SHA256(password) XOR SHA256(SHA256(SHA256(password)), nonce)
        : xor(
            hash("SHA-256", text), hash("SHA-256", hash("SHA-256", hash("SHA-256", text)), nonce));
  }

  private static byte[] hash(String algorithm, byte[]... parts) {
    try {
      var digest = MessageDigest.getInstance(algorithm);
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has " + algorithm, e);
    }
  }

  private static byte[] xor(byte[] one, byte[] other) {
    byte[] both = new byte[one.length];
    for (int i = 0; i < both.length; i++) {
      both[i] = (byte) (one[i] ^ other[i]);
    }
    return both;
  }
}
