package io.tidemark.model;

/**
 * What is known of a set-up and does not change during a search.
 *
 * @param nodes number of the database's nodes that take writes
 * @param slots insert slots of the busiest node; infinite if it has none
 * @param cores cores that the busiest node reports; NaN if it reports none
 * @param jobCores cores that the job's processes may use
 * @param hostCores cores of the host that job and database share; infinite if they share none
 * @param hostOthersCores cores of that host that neither of them uses, and that are busy
 * @param inVain whether attempts are turned away, or fail
 * @param failing share of these attempts, 0 to 1, that fail: no limit turned them away
 * @param collects whether the job's garbage collection stops it noticeably
 * @param skew work of the job's busiest subtask over the mean of its task's subtasks
 * @param subtasks number of that task's subtasks
 * @param clients number of the job's clients, one for each writer; 0 if nothing is known of them
 * @param roundTrip the shortest time that connecting took, in seconds; NaN if it was not measured
 * @param missing share of the rows, 0 to 1, for which the index is read because caches are too
 *     small
 * @param missCpu share of the database's CPU, 0 to 1, that these reads take; NaN if it is not known
 * @param memoryStalled share of the time, 0 to 1, that all of the database waits for memory to be
 *     freed
 * @param queried whether the database works on queries meanwhile
 */
public record World(
    int nodes,
    double slots,
    double cores,
    double jobCores,
    double hostCores,
    double hostOthersCores,
    boolean inVain,
    double failing,
    boolean collects,
    double skew,
    int subtasks,
    int clients,
    double roundTrip,
    double missing,
    double missCpu,
    double memoryStalled,
    boolean queried) {
  /** Attempts count as turned away by a limit unless at least this share of them fails. */
  private static final double MOSTLY = 0.9;

  /**
   * Returns what a lack of memory costs. Twice the caches hold twice the series that they hold now,
   * so of all rows, 2·missing − 1 would still read the index.
   *
   * @param times the CPU of a row for which the index is read, over that of any other row; it
   *     counts only if {@code missCpu} is not known
   */
  Network.Memory memory(double times) {
    double then = Math.max(0, 2 * missing - 1);
    double told = (missing - then) / missing * missCpu;
    double saved = (missing - then) * (times - 1) / (1 - missing + missing * times);
    return new Network.Memory(memoryStalled, Double.isNaN(told) ? saved : told);
  }

  /** Tells whether a limit turns attempts away. */
  boolean refuses() {
    return inVain && failing < MOSTLY;
  }

  /**
   * Returns the share of the busiest subtask's work, 0 to 1, that more subtasks do not take over:
   * what it does beyond any other subtask, as for a hot key.
   */
  double stuck() {
    return subtasks < 2 ? 0 : Math.min(1, (skew - 1) / skew * subtasks / (subtasks - 1));
  }

  boolean isShared() {
    return Double.isFinite(hostCores);
  }
}
