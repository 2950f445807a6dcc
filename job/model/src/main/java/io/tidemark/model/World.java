package io.tidemark.model;

/**
 * What is known of a set-up and does not change during a search.
 *
 * @param nodes of the database that take writes
 * @param slots of the busiest node; infinite if it has none
 * @param cores that the busiest node reports; NaN if it reports none
 * @param jobCores that the job's processes may use
 * @param hostCores of the host that job and database share; infinite if they share none
 * @param hostOthersCores of that host, that neither of them uses and that are busy
 * @param inVain whether attempts are turned away, or fail
 * @param failing of these, the share that fails: nobody with a limit turned it away
 * @param collects whether the job's garbage collection stops it for a while that is noticed
 * @param skew how much more the job's busiest subtask has to do than the mean of its like, times
 * @param subtasks of the job that have its like
 * @param clients of the job, one for each writer; 0 if nothing is known of them
 * @param roundTrip seconds, the least that connecting took; NaN if it was not measured
 * @param missing share of the rows, for which the index is read because caches are too small
 * @param missCpu share of the database's CPU that these reads take; NaN if it is not known
 * @param memoryStalled share of the time that all of the database waits for memory to be freed
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
  /** Failures beside what is turned away. */
  private static final double MOSTLY = 0.9;

  /**
   * Twice the caches hold twice the series that they hold now, if there are as many.
   *
   * @param times the CPU of a row, of one for which the index is read; it counts only where the CPU
   *     of these reads is not known
   */
  Network.Memory memory(double times) {
    double then = Math.max(0, 2 * missing - 1);
    double told = (missing - then) / missing * missCpu;
    double saved = (missing - then) * (times - 1) / (1 - missing + missing * times);
    return new Network.Memory(memoryStalled, Double.isNaN(told) ? saved : told);
  }

  boolean refuses() {
    return inVain && failing < MOSTLY;
  }

  /**
   * Of the work of the busiest subtask, the share that stays there however many there are: what it
   * has beyond its part.
   */
  double stuck() {
    return subtasks < 2 ? 0 : Math.min(1, (skew - 1) / skew * subtasks / (subtasks - 1));
  }

  boolean isShared() {
    return Double.isFinite(hostCores);
  }
}
