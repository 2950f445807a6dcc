package io.tidemark.queried;

import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.readers.Freshness;
import io.tidemark.readers.Reads;
import io.tidemark.statistics.Drift;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * How many queries a database answers beside samples that are written at a fixed rate.
 *
 * @param carried the most queries a second that it answers; null if none that was tried
 * @param tooMany the least that were too many; null if none was
 * @param samplesPerSecond asked for at each step
 * @param cpuMillisEach CPU time of the database for one query more, over the steps that it carried;
 *     null if they don't show it
 * @param rows the fewest queries first
 */
public record QueryCurve(
    Double carried, Double tooMany, double samplesPerSecond, Double cpuMillisEach, List<Row> rows) {
  /** A line through two shows nothing. */
  private static final int ENOUGH = 3;

  /**
   * A step. What was not measured is null.
   *
   * @param asked queries a second that were due
   * @param answered queries a second
   * @param p50Millis of answered queries, each from the moment that it was due
   * @param failedShare of the queries that were due, 0 to 1
   * @param cpuCores that the database used
   * @param writeP99Millis of the writes' requests
   * @param freshnessP99Millis from a sample's acknowledgement until it can be read
   * @param why it was too much; else empty
   */
  public record Row(
      double asked,
      double answered,
      Double p50Millis,
      Double p99Millis,
      double failedShare,
      double samplesPerSecond,
      Double cpuCores,
      Double writeP99Millis,
      Double freshnessP99Millis,
      boolean carried,
      String why) {
    public static Row of(double asked, Window window, String why) {
      Reads reads = asked == 0 ? null : window.reads();
      Freshness freshness = reads == null ? null : reads.freshness();
      return new Row(
          asked,
          reads == null ? 0 : reads.queriesPerSecond(),
          reads == null ? null : reads.p50Millis(),
          reads == null ? null : reads.p99Millis(),
          reads == null ? 0 : reads.failedShare(),
          window.throughput().samplesPerSecond(),
          window.database() == null ? null : window.database().cpuCoresUsed(),
          window.requests().p99Millis(),
          freshness == null ? null : freshness.p99Millis(),
          why.isEmpty(),
          why);
    }
  }

  /**
   * @param rows as they were measured
   */
  public static QueryCurve of(
      Double carried, Double tooMany, double samplesPerSecond, List<Row> rows) {
    return new QueryCurve(
        carried,
        tooMany,
        samplesPerSecond,
        cpuMillisEach(rows),
        rows.stream().sorted(Comparator.comparingDouble(Row::asked)).toList());
  }

  /** By least squares, of what grows. */
  private static Double cpuMillisEach(List<Row> rows) {
    List<Row> known = rows.stream().filter(row -> row.carried && row.cpuCores != null).toList();
    boolean spread = known.stream().mapToDouble(Row::answered).distinct().count() >= ENOUGH;
    if (!spread) {
      return null;
    }
    double each =
        Drift.slope(
            known.stream().mapToDouble(Row::answered).toArray(),
            known.stream().mapToDouble(Row::cpuCores).toArray());
    return each > 0 ? Double.valueOf(1e3 * each) : null;
  }

  /** So many queries, in words. */
  public static String words(double perSecond) {
    return Amounts.significant(perSecond, true) + " queries/s";
  }

  /** What one query more takes, in words; empty if the steps don't show it. */
  public String each() {
    return cpuMillisEach == null
        ? ""
        : "One query takes %s ms of the database's CPU"
            .formatted(Amounts.significant(cpuMillisEach, false));
  }

  /**
   * Why the readers are not answered as fast as they ask; empty if they are.
   *
   * @param reads null if nothing was reported
   * @param answered share of the due queries that makes a rate one that is kept
   * @param mostMillis that a query may take
   */
  public static String unanswered(Reads reads, double answered, long mostMillis) {
    if (reads == null) {
      return "the readers reported nothing";
    }
    if (reads.ended() != null) {
      return reads.ended();
    }
    if (reads.failedShare() > 1 - answered) {
      return "%s of the queries failed%s"
          .formatted(Amounts.percent(reads.failedShare()), mostOften(reads.failures()));
    }
    // One more may be on its way at the end than at the beginning.
    if (reads.answered() + reads.failed() + 1 < answered * reads.due()) {
      return "%s of %s queries were answered while they were due"
          .formatted(Amounts.count(reads.answered()), Amounts.count(reads.due()));
    }
    boolean late = reads.p99Millis() != null && reads.p99Millis() > mostMillis;
    return late
        ? "the queries' p99 of %s ms is longer than queries.timeout"
            .formatted(Amounts.significant(reads.p99Millis(), false))
        : "";
  }

  private static String mostOften(Map<String, Long> failures) {
    return failures.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(most -> ": " + most.getKey())
        .orElse("");
  }
}
