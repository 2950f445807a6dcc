package io.tidemark.ab;

import io.tidemark.judge.Judgement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The result of a comparison. Effects are relative, B over A: 0.05 is 5 % more. Intervals are 95 %
 * intervals. A value that was not measured, or is unbounded, is null.
 *
 * @param effect effect on throughput, to which the next four refer as well
 * @param minimumDetectableEffect the smallest effect that such runs would have shown in 80 of 100
 *     comparisons
 * @param sentence the verdict in one sentence
 * @param inconclusive reasons why there is no verdict; empty if there is one
 * @param measures effects on each measure, throughput first
 * @param differences settings in which the two configurations differ
 * @param alike settings that are the same on both sides and say what was written and how; empty in
 *     older reports
 * @param runs all runs in their order, including those that were not valid
 * @param repeated number of each side's runs that were not valid and were repeated
 * @param range the part of the source that each run read
 * @param judgement cost of the databases, if it was asked for; otherwise null
 * @param partial why the comparison ended early; null if it did not
 */
public record AbResult(
    Double effect,
    Double low,
    Double high,
    Double pValue,
    Verdict verdict,
    Double minimumDetectableEffect,
    String sentence,
    List<String> inconclusive,
    List<MeasureEffect> measures,
    List<Difference> differences,
    Map<String, String> alike,
    Trend trend,
    List<AbRun> runs,
    Map<Arm, Integer> repeated,
    Range range,
    String savepoint,
    boolean sameSides,
    String database,
    List<String> notes,
    Judgement judgement,
    String partial,
    Map<String, String> versions,
    String startedAt) {

  /** {@code alike} is null in older reports. */
  public AbResult {
    alike = alike == null ? Map.of() : alike;
  }

  /** Returns the number of pairs whose two runs are valid and measured throughput. */
  public int pairs() {
    Set<Integer> places =
        runs.stream()
            .filter(run -> run.valid() && run.samplesPerSecond() != null)
            .map(AbRun::place)
            .collect(Collectors.toSet());
    return (int)
        places.stream().filter(place -> place % 2 == 1 && places.contains(place + 1)).count();
  }

  /** The verdict on throughput; {@code JUDGED} if the judgement replaces it. */
  public enum Verdict {
    B_FASTER,
    A_FASTER,
    NO_DIFFERENCE_SHOWN,
    JUDGED,
    INCONCLUSIVE
  }

  /**
   * The effect on one measure, over all valid runs.
   *
   * @param a median of A's runs
   * @param b median of B's runs
   */
  public record MeasureEffect(
      String name,
      String unit,
      Double a,
      Double b,
      Double effect,
      Double low,
      Double high,
      Double pValue,
      Double minimumDetectableEffect) {}

  /**
   * A setting that differs between the sides, or a property in which the two kinds of database
   * differ.
   *
   * @param a A's value as text
   * @param b B's value as text
   */
  public record Difference(String key, String a, String b) {}

  /**
   * The trend of throughput with the order of the runs, as {@link RunOrderTrend} has it.
   *
   * @param perRun relative change from one run to the next
   */
  public record Trend(int score, int strongest, double pValue, double perRun) {}
}
