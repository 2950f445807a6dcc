package io.tidemark.report;

import io.tidemark.measure.Amounts;
import io.tidemark.readers.Reads;
import java.util.Map;
import java.util.Optional;

/** What readers did, in words. */
public final class ReadsText {
  private ReadsText() {}

  /** In one line, such as "5 queries/s, p50 12, p99 80 ms, 0.1 cores". */
  public static String of(Reads reads) {
    var text = new StringBuilder(rate(reads));
    text.append(", ").append(latency(reads));
    if (reads.cpuSeconds() != null) {
      text.append(", %s of their own".formatted(cores(reads)));
    }
    if (reads.failed() > 0) {
      text.append(", %s failed".formatted(Amounts.count(reads.failed())));
    }
    if (reads.late() > 0) {
      text.append(", %s due and not asked yet".formatted(Amounts.count(reads.late())));
    }
    return text.toString();
  }

  /**
   * Beside a ceiling.
   *
   * @param without samples per second without them, if that was measured
   */
  static String beside(Reads reads, Optional<Double> without) {
    return of(reads)
        + without
            .map(rate -> "; without them %s samples/s".formatted(Amounts.count(rate)))
            .orElse("; what it takes without them was not measured");
  }

  static String rate(Reads reads) {
    return Amounts.significant(reads.queriesPerSecond(), false) + " queries/s";
  }

  static String latency(Reads reads) {
    return reads.p50Millis() == null
        ? "no answers"
        : "p50 %s, p99 %s ms"
            .formatted(
                Amounts.significant(reads.p50Millis(), false),
                Amounts.significant(reads.p99Millis(), false));
  }

  static String cores(Reads reads) {
    return Amounts.significant(reads.cpuSeconds() / reads.seconds(), false) + " cores";
  }

  /** The reason that was given most often. */
  static String failures(Reads reads) {
    return reads.failures().entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(most -> "%s; most often: %s".formatted(Amounts.count(reads.failed()), most.getKey()))
        .orElse(Amounts.count(reads.failed()));
  }
}
