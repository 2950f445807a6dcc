package io.tidemark.size;

import io.tidemark.job.config.ConfigException;

/**
 * What a database is to carry.
 *
 * @param series active
 * @param intervalSeconds between two samples of a series
 * @param retentionSeconds for which samples are kept
 * @param churnPerMinute of the active series, the share replaced by new ones; 0.01 is 1 %
 * @param replication how many copies of each sample are stored
 * @param headroom share of each resource to be left free, 0 to below 1
 * @param node null if nodes are not to be counted
 * @param far whether more than {@value #MOST_TIMES} times what was measured may be asked
 */
public record Demand(
    double series,
    double intervalSeconds,
    double retentionSeconds,
    double churnPerMinute,
    int replication,
    double headroom,
    Node node,
    boolean far) {
  static final double MOST_TIMES = 10;
  private static final int SECONDS_A_MINUTE = 60;

  /**
   * @param cores of one node
   * @param bytes of its memory
   */
  public record Node(double cores, double bytes) {}

  /**
   * @throws ConfigException if a value is out of its range
   */
  public Demand {
    require("--series", series, 1, 1e13);
    require("--interval", intervalSeconds, 1e-3, 86_400);
    require("--retention", retentionSeconds, 1, 100 * 365 * 86_400.0);
    require("--churn", churnPerMinute, 0, 1e3);
    require("--replication", replication, 1, 100);
    require("--headroom", headroom, 0, 0.95);
  }

  private static void require(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new ConfigException(
          "%s: %s is not from %s to %s".formatted(option, value, least, most));
    }
  }

  double samplesPerSecond() {
    return series / intervalSeconds;
  }

  double newSeriesPerSecond() {
    return series * churnPerMinute / SECONDS_A_MINUTE;
  }

  /** Of one copy, kept at the end of the retention. */
  double samplesKept() {
    return samplesPerSecond() * retentionSeconds;
  }

  /** Of one copy, with a sample that is kept. */
  double seriesKept() {
    return series + newSeriesPerSecond() * retentionSeconds;
  }
}
