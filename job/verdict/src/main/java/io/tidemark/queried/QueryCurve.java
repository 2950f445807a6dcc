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
 * @param carried the most queries a second that it answers; null if it answers none that was tried
 * @param tooMany the fewest queries a second that were too many; null if none was
 * @param samplesPerSecond the rate of samples that each step asked for
 * @param cpuMillisEach CPU time of the database for one more query, in ms, over the steps that it
 *     carried; null if they don't show it
 * @param rows the steps, the fewest queries first
 */
public record QueryCurve(
    Double carried, Double tooMany, double samplesPerSecond, Double cpuMillisEach, List<Row> rows) {
  /** A line through fewer steps shows nothing. */
  private static final int ENOUGH = 3;

  /**
   * A step. What was not measured is null.
   *
   * @param asked queries a second that were due
   * @param answered queries a second that were answered
   * @param p50Millis median latency of answered queries in ms, each from the moment that it was due
   * @param failedShare share of the due queries that failed, 0 to 1
   * @param cpuCores cores that the database used
   * @param writeP99Millis the 99th percentile of the write requests' latency
   * @param freshnessP99Millis the 99th percentile of the time from a sample's acknowledgement until
   *     it can be read
   * @param why why the step was too much; empty if it was not
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
   * @param rows the steps in the order they were measured
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

  /** Returns the slope by least squares; null if it does not grow, or too few steps show it. */
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

  /** Returns a rate of queries in words. */
  public static String words(double perSecond) {
    return Amounts.significant(perSecond, true) + " queries/s";
  }

  /** Returns what one more query takes, in words; empty if the steps don't show it. */
  public String each() {
    return cpuMillisEach == null
        ? ""
        : "One query takes %s ms of the database's CPU"
            .formatted(Amounts.significant(cpuMillisEach, false));
  }

  /**
   * Returns why the readers are not answered as fast as they ask; empty if they are.
   *
   * @param reads what the readers reported; null if nothing
   * @param answered the least share of the due queries, 0 to 1, that must be answered
   * @param mostMillis the most that the queries' p99 may be
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
      return "%s of %s queries were answered in time"
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
