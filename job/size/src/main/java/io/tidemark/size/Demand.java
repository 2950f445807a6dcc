package io.tidemark.size;

import io.tidemark.job.config.ConfigException;

/**
 * The load that a database is to carry.
 *
 * @param series number of active series
 * @param intervalSeconds time between two samples of a series
 * @param retentionSeconds time for which samples are kept
 * @param churnPerMinute share of the active series that new ones replace per minute; 0.01 is 1 %
 * @param replication number of copies of each sample that are stored
 * @param headroom share of each resource to be left free, from 0 to below 1
 * @param node size of a node; null if the number of nodes is not wanted
 * @param far whether the load may exceed the measured one by more than {@value #MOST_TIMES} times
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
   * @param cores number of cores of a node
   * @param bytes memory of a node
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

  /**
   * Returns the number of samples of one copy that are stored once the retention time has passed.
   */
  double samplesKept() {
    return samplesPerSecond() * retentionSeconds;
  }

  /** Returns the number of series of one copy with at least one stored sample. */
  double seriesKept() {
    return series + newSeriesPerSecond() * retentionSeconds;
  }
}
