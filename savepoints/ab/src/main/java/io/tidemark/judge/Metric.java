package io.tidemark.judge;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.NearestKey;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The metrics by which two databases, or two settings of one, are judged. */
public enum Metric {
  THROUGHPUT("throughput"),
  /** CPU time of the database per sample. */
  CPU("CPU a sample"),
  /** Resident memory of the database at the end of a run. */
  MEMORY("memory"),
  /** Bytes by which the database's data grows in a run, after its merges. */
  DISK("disk"),
  /** Latency that 99 % of the requests do not exceed. */
  LATENCY("p99");

  private static final String ALL = "all";
  private static final int MISTYPED_LETTERS = 2;

  private final String words;

  Metric(String words) {
    this.words = words;
  }

  /** Returns the metric's name in a sentence. */
  public String words() {
    return words;
  }

  /** Returns the metric's name as users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Parses one or several metrics, separated by commas, or {@code all}.
   *
   * @param isRateFixed whether both sides write at one rate, which makes throughput meaningless
   * @throws ConfigException with the word that was probably meant
   */
  public static List<Metric> parse(String text, boolean isRateFixed) {
    if (text.strip().equals(ALL)) {
      return Arrays.stream(values()).filter(m -> !isRateFixed || m != THROUGHPUT).toList();
    }
    List<Metric> metrics =
        Arrays.stream(text.split(",", -1))
            .map(word -> named("--judge", word.strip()))
            .distinct()
            .sorted()
            .toList();
    if (isRateFixed && metrics.contains(THROUGHPUT)) {
      throw new ConfigException(
          "--judge throughput: with --rate both sides write at the same rate; leave one of them out");
    }
    return metrics;
  }

  /**
   * @param option option for the error message
   * @throws ConfigException if there is no metric of this name
   */
  static Metric named(String option, String word) {
    List<String> known = Stream.of(values()).map(Metric::word).toList();
    int at = known.indexOf(word);
    if (at >= 0) {
      return values()[at];
    }
    throw new ConfigException(
        "%s: there is no metric \"%s\"%s; there are %s"
            .formatted(
                option,
                word.length() > 40 ? word.substring(0, 40) + "…" : word,
                NearestKey.within(MISTYPED_LETTERS, word, known)
                    .map("; did you mean %s?"::formatted)
                    .orElse(""),
                known.stream().collect(Collectors.joining(", "))));
  }
}
