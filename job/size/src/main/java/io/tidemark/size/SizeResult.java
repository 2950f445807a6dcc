package io.tidemark.size;

import java.util.List;

/**
 * The resources that a database needs. A value that was not measured, or not asked for, is null.
 *
 * @param sentence all of it in one sentence
 * @param samplesPerSecond samples per second of one copy
 * @param churnPerMinute share of the active series replaced per minute; 0.01 is 1 %
 * @param headroom share of each resource that is left free
 * @param missing resources that no report has, and the command that would measure each
 * @param notes remarks without which the numbers would mislead
 * @param reports names of the reports used
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
   * A resource of all nodes together, including replication and headroom.
   *
   * @param unit cores | bytes | bytes/s
   * @param low lower end of its 95 % interval
   * @param high upper end of its 95 % interval
   * @param times factor by which rate, series or churn exceed the measured ones; at least 1
   * @param runs number of loads on which it is based
   */
  public record Resource(
      String name, String unit, double value, double low, double high, double times, int runs) {}

  /** The number of whole nodes, with their size. */
  public record Nodes(double cores, double bytes, long count, long low, long high) {}

  /** The cost per month, in the currency of the prices. */
  public record Cost(double value, double low, double high) {}
}
