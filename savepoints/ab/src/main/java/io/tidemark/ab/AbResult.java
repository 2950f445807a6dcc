package io.tidemark.ab;

import io.tidemark.judge.Judgement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a comparison found. Effects are relative, B over A: 0.05 is 5 % more; their intervals are 95
 * % ones. What was not measured, or is unbounded, is null.
 *
 * @param effect on throughput, as are the next four
 * @param minimumDetectableEffect the smallest that such runs would have shown in 80 of 100
 *     comparisons
 * @param sentence the verdict in one sentence
 * @param inconclusive why there is no verdict; empty if there is one
 * @param measures throughput first
 * @param differences of the two configurations
 * @param alike the settings that say what was written and how, where both sides have the same;
 *     empty in older reports
 * @param runs in the order they ran, those that were not valid too
 * @param repeated runs of each side that were not valid and were made again
 * @param range what each run read
 * @param judgement what the databases cost, where that was asked for; else null
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

  /** Older reports do not have the settings that are alike. */
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

  /** Of throughput; {@code JUDGED} where the judgement says it. */
  public enum Verdict {
    B_FASTER,
    A_FASTER,
    NO_DIFFERENCE_SHOWN,
    JUDGED,
    INCONCLUSIVE
  }

  /**
   * One measure over all valid runs.
   *
   * @param a median of A's runs
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
   * A key of the configurations that is not equal on both sides, or a property of the two kinds of
   * database.
   *
   * @param a text of A's value
   */
  public record Difference(String key, String a, String b) {}

  /**
   * Whether throughput rises or falls with the order of the runs.
   *
   * @param perRun relative change from one run to the next
   */
  public record Trend(int score, int strongest, double pValue, double perRun) {}
}
