package io.tidemark.report;

import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.window.Queried;
import io.tidemark.readers.Freshness;
import io.tidemark.readers.Reads;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** Text about what the readers did. */
public final class ReadsText {
  private ReadsText() {}

  /** Returns one line, such as "5 queries/s, p50 12, p99 80 ms, 0.1 cores". */
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
      text.append(", %s overdue".formatted(Amounts.count(reads.late())));
    }
    if (reads.freshness() != null) {
      text.append(", ").append(freshness(reads.freshness()));
    }
    return text.toString();
  }

  /**
   * Returns how soon samples can be read, such as "samples visible after p50 610, p99 1,020 ms".
   */
  static String freshness(Freshness freshness) {
    String lost =
        freshness.lost() == 0
            ? ""
            : ", %s not found in time".formatted(Amounts.count(freshness.lost()));
    return freshness.p99Millis() == null
        ? "no sample found again" + lost
        : "samples visible after p50 %s, p99 %s ms%s"
            .formatted(
                Amounts.significant(freshness.p50Millis(), false),
                Amounts.significant(freshness.p99Millis(), false),
                lost);
  }

  /**
   * Returns text about the queries of others at the last step at which the database reports any;
   * null if it reports none.
   */
  static String others(CeilingResult result) {
    return result.steps().stream()
        .map(step -> step.window().database())
        .map(database -> database == null ? null : database.queried())
        .filter(queried -> queried != null && queried.any())
        .map(ReadsText::others)
        .reduce((earlier, later) -> later)
        .orElse(null);
  }

  /** Returns text such as "12.0 queries/s, in all 1.50 of 16 at once, 0.40 cores for queries". */
  public static String others(Queried queried) {
    var parts = new ArrayList<String>();
    if (queried.foreignPerSecond() != null) {
      parts.add(Amounts.significant(queried.foreignPerSecond(), true) + " queries/s");
    }
    if (queried.concurrent() != null) {
      parts.add(
          "%s%s at once (everybody's)"
              .formatted(
                  Amounts.significant(queried.concurrent(), false),
                  queried.capacity() == null
                      ? ""
                      : " of " + Amounts.significant(queried.capacity(), true)));
    }
    if (queried.cpuCores() != null) {
      parts.add(Amounts.significant(queried.cpuCores(), false) + " cores for queries");
    }
    return String.join(", ", parts);
  }

  /**
   * Returns text about the readers for a ceiling that was found beside them.
   *
   * @param without ceiling without the readers in samples per second, if it was measured
   */
  static String beside(Reads reads, Optional<Double> without) {
    return of(reads)
        + without
            .map(rate -> "; without them %s samples/s".formatted(Amounts.count(rate)))
            .orElse("; the rate without readers was not measured");
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

  /** Returns the number of failures and their most frequent reason. */
  static String failures(Reads reads) {
    return reads.failures().entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(most -> "%s; most often: %s".formatted(Amounts.count(reads.failed()), most.getKey()))
        .orElse(Amounts.count(reads.failed()));
  }
}
