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
 * Replaces the value of each label by a pseudonym. Equal values get the same pseudonym, in all
 * labels and at all times ({@link Pseudonyms}). Names of labels stay. Not thread-safe.
 */
public final class Anonymizer {
  /**
   * Labels whose values always stay: the metric's name, and numbers that queries compute with, such
   * as a histogram's bounds.
   */
  public static final Set<String> ALWAYS_KEPT = Set.of("__name__", "le", "quantile", "vmrange");

  private static final int MIN_KEY_BYTES = 16;

  private final Pseudonyms pseudonyms;
  private final Set<String> kept;
  private final Labels.Builder builder = new Labels.Builder();

  /**
   * @param kept labels whose values stay, in addition to {@link #ALWAYS_KEPT}
   */
  public Anonymizer(byte[] key, Set<String> kept) {
    this.kept = kept;
    this.pseudonyms = new Pseudonyms(key);
  }

  /**
   * Returns the bytes of a key file without the line feed at its end.
   *
   * @throws ConfigException if the file can't be read, or is too short for a secret
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
      // Pseudonyms may be longer than the values, and make the labels longer than allowed.
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  String pseudonym(String value) {
    return pseudonyms.of(value);
  }
}
