package io.tidemark.series;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes pseudonyms of values that nobody is to see: the first 64 bits of their HMAC-SHA256 (RFC
 * 2104), as 16 hexadecimal digits. With one key the same value has the same pseudonym; without the
 * key nobody can try values out. Not thread-safe.
 */
public final class Pseudonyms {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int BYTES = 8;

  /** So many values are remembered, so that most cost no hash; then all are forgotten. */
  private static final int MAX_REMEMBERED = 1_000_000;

  private final Mac mac;
  private final Map<String, String> remembered = new HashMap<>();

  public Pseudonyms(byte[] key) {
    try {
      mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  public String of(String value) {
    if (remembered.size() >= MAX_REMEMBERED) {
      remembered.clear();
    }
    return remembered.computeIfAbsent(value, this::hash);
  }

  private String hash(String value) {
    byte[] hash = mac.doFinal(value.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash, 0, BYTES);
  }
}
