package io.tidemark.topic;

import io.tidemark.job.config.ConfigException;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Pseudonyms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;

/**
 * Puts a pseudonym in place of each label's value, the same for the same value, whatever its label
 * and whenever it is asked ({@link Pseudonyms}). Names stay. Not thread-safe.
 */
public final class Anonymizer {
  /** Names of metrics, and bounds and quantiles of histograms: numbers that queries reckon with. */
  public static final Set<String> ALWAYS_KEPT = Set.of("__name__", "le", "quantile", "vmrange");

  private static final int MIN_KEY_BYTES = 16;

  private final Pseudonyms pseudonyms;
  private final Set<String> kept;
  private final Labels.Builder builder = new Labels.Builder();

  /**
   * @param kept labels whose values stay, beside {@link #ALWAYS_KEPT}
   */
  public Anonymizer(byte[] key, Set<String> kept) {
    this.kept = kept;
    this.pseudonyms = new Pseudonyms(key);
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
    return pseudonyms.of(value);
  }
}
