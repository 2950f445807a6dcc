package io.tidemark.size;

import java.util.List;

/**
 * What a database needs. What was not measured, or not asked for, is null.
 *
 * @param sentence all of it in one
 * @param samplesPerSecond of one copy
 * @param churnPerMinute share of the active series, 0.01 is 1 %
 * @param headroom share of each resource that is left free
 * @param missing resources that no report tells, and which run would
 * @param notes without which the numbers would mislead
 * @param reports that they rest on
 */
public record SizeResult(
    String sentence,
    double series,
    double intervalSeconds,
    double retentionSeconds,
    double samplesPerSecond,
    double churnPerMinute,
    int replication,
    double headroom,
    List<Resource> resources,
    Nodes nodes,
    Cost cost,
    List<String> missing,
    List<String> notes,
    List<String> reports) {

  /**
   * One resource of all nodes together, replication and headroom included.
   *
   * @param unit cores | bytes | bytes/s
   * @param low of its 95 % interval
   * @param times by how much rate, series or churn exceed what was measured; at least 1
   * @param runs that it rests on
   */
  public record Resource(
      String name, String unit, double value, double low, double high, double times, int runs) {}

  /** Whole nodes. */
  public record Nodes(double cores, double bytes, long count, long low, long high) {}

  /** A month, in the currency of the prices. */
  public record Cost(double value, double low, double high) {}
}
