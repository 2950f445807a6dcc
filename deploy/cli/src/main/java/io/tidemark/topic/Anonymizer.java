package io.tidemark.topic;

import io.tidemark.job.config.ConfigException;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Puts a pseudonym in place of each label's value: the first 64 bits of its HMAC-SHA256 (RFC 2104),
 * as 16 hexadecimal digits. With one key the same value has the same pseudonym, whatever its label
 * and whenever it is asked; without the key nobody can try values out. Names stay. Not thread-safe.
 */
public final class Anonymizer {
  /** Names of metrics, and bounds and quantiles of histograms: numbers that queries reckon with. */
  public static final Set<String> ALWAYS_KEPT = Set.of("__name__", "le", "quantile", "vmrange");

  private static final int MIN_KEY_BYTES = 16;
  private static final int PSEUDONYM_BYTES = 8;

  /** Values remembered, so that most cost no hash; then all are forgotten. */
  private static final int MAX_REMEMBERED = 1_000_000;

  private final Mac mac;
  private final Set<String> kept;
  private final Map<String, String> remembered = new HashMap<>();
  private final Labels.Builder builder = new Labels.Builder();

  /**
   * @param kept labels whose values stay, beside {@link #ALWAYS_KEPT}
   */
  public Anonymizer(byte[] key, Set<String> kept) {
    this.kept = kept;
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  /**
   * The bytes of a file, a line feed at its end left out.
   *
   * @throws ConfigException if it can't be read, or holds too little to be secret
   */
  public static byte[] key(String option, Path file) {
    byte[] key;
    try {
      key = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ConfigException("%s=%s: can't be read".formatted(option, file), e);
    }
    if (key.length > 0 && key[key.length - 1] == '\n') {
      key = Arrays.copyOf(key, key.length - 1);
    }
    if (key.length < MIN_KEY_BYTES) {
      throw new ConfigException(
          "%s=%s: holds %d bytes, a key at least %d; make one: openssl rand -hex 32 > %s"
              .formatted(option, file, key.length, MIN_KEY_BYTES, file));
    }
    return key;
  }

  public Labels of(Labels labels) {
    builder.clear();
    for (LabelCursor label = labels.cursor(); label.next(); ) {
      String name = label.name();
      String value = label.value();
      boolean stays = ALWAYS_KEPT.contains(name) || kept.contains(name);
      builder.add(name, stays ? value : pseudonym(value));
    }
    try {
      return builder.build();
    } catch (InvalidLabelsException e) {
      // Short values may become longer than all labels together may be.
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  String pseudonym(String value) {
    if (remembered.size() >= MAX_REMEMBERED) {
      remembered.clear();
    }
    return remembered.computeIfAbsent(value, this::hash);
  }

  private String hash(String value) {
    byte[] hash = mac.doFinal(value.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash, 0, PSEUDONYM_BYTES);
  }
}
