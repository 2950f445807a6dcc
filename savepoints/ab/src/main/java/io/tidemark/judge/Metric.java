package io.tidemark.judge;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.NearestKey;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What two databases, or two settings of one, are judged by. */
public enum Metric {
  THROUGHPUT("throughput"),
  /** CPU time of the database for a sample. */
  CPU("CPU a sample"),
  /** Resident memory of the database at the end of a run. */
  MEMORY("memory"),
  /** Bytes that the database's data grows by in a run, after its merges. */
  DISK("disk"),
  /** 99 % of the requests take no longer. */
  LATENCY("p99");

  private static final String ALL = "all";
  private static final int MISTYPED_LETTERS = 2;

  private final String words;

  Metric(String words) {
    this.words = words;
  }

  /** For a sentence. */
  public String words() {
    return words;
  }

  /** As users write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * One or several, separated by commas, or all of them.
   *
   * @param isRateFixed whether both sides write at one rate, so that throughput says nothing
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
   * @param option that it was given to
   * @throws ConfigException if there is none of that name
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
