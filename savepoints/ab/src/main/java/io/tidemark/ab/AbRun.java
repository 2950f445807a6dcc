package io.tidemark.ab;

import io.tidemark.judge.StoreCost;
import java.util.List;

/**
 * One run of one side over the range. A value that was not measured is null. Rates and measures per
 * sample are those of the compared part, which {@link #FROM} and {@link #TO} bound.
 *
 * @param number number of the run, from 1; a run that was killed has used up its number
 * @param place place in the order A B B A …, from 1; a run that repeats one that was not valid has
 *     the same place
 * @param label value of the label {@code tidemark_run}; "" in a database that only this run writes
 *     to
 * @param sourceSamples number of source samples read
 * @param samples number of samples acknowledged over the whole range
 * @param seconds duration of the compared part
 * @param samplesPerSecond samples acknowledged per second
 * @param storeCpuSecondsPerMillionSamples CPU time of the database over the whole run
 * @param smoothness coefficient of variation of acknowledged samples per 100 ms, over the whole run
 * @param cost cost of the database, if it is judged; otherwise null
 * @param invalid reasons why this run must not be compared; empty if it may
 */
public record AbRun(
    int number,
    int place,
    Arm arm,
    String label,
    String startedAt,
    long sourceSamples,
    long samples,
    long samplesDeadLettered,
    Double seconds,
    Double samplesPerSecond,
    Double p99Millis,
    Double cpuSecondsPerMillionSamples,
    Double storeCpuSecondsPerMillionSamples,
    Double smoothness,
    StoreCost cost,
    List<String> invalid) {

  /**
   * Share of the range at which the compared part begins. Before it, the job starts, connects and
   * creates its series.
   */
  public static final double FROM = 0.15;

  /**
   * Share of the range at which the compared part ends. After it, fewer and fewer requests are in
   * flight.
   */
  public static final double TO = 0.95;

  public AbRun {
    invalid = List.copyOf(invalid);
  }

  boolean valid() {
    return invalid.isEmpty();
  }
}
