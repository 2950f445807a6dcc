package io.tidemark.ab;

import io.tidemark.judge.StoreCost;
import java.util.List;

/**
 * One run of one side over the range. What was not measured is null. Rates and the measures that
 * follow from them are of the part between two shares of the range, see {@link #FROM} and {@link
 * #TO}.
 *
 * @param number of the run, from 1; one that was killed has used up its number
 * @param place in the order A B B A …, from 1; again the same if the run before was not valid
 * @param label value of the label {@code tidemark_run}, or "" in a database of its own
 * @param sourceSamples read
 * @param samples acknowledged, of the whole range
 * @param seconds that the compared part took
 * @param samplesPerSecond acknowledged
 * @param storeCpuSecondsPerMillionSamples over the whole run
 * @param smoothness coefficient of variation of acknowledged samples per 100 ms, over the whole run
 * @param cost of the database, where it is judged; else null
 * @param invalid why this run must not be compared; empty if it may
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

  /** The job starts, connects and makes its series ready: no part of what is compared. */
  public static final double FROM = 0.15;

  /** Then the last batches are written with fewer and fewer in flight. */
  public static final double TO = 0.95;

  public AbRun {
    invalid = List.copyOf(invalid);
  }

  boolean valid() {
    return invalid.isEmpty();
  }
}
