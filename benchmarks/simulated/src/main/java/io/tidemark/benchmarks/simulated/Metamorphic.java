package io.tidemark.benchmarks.simulated;

import io.tidemark.benchmarks.lab.score.Interval;
import io.tidemark.ceiling.Cause;
import io.tidemark.mechanism.lab.Metamorphosis;
import io.tidemark.mechanism.lab.Setup;
import io.tidemark.mechanism.lab.Truth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Set-ups that were changed in a way that should not matter. Of those whose truth says that it does
 * not, the cause that is named must stay; how often it does is a finding about the rules.
 *
 * @param truthStayed of all changed set-ups, those with the same limits
 * @param causeStayed of these, those of which the same was said
 * @param causeStillRight of these where it was right before, those where it is now
 */
public record Metamorphic(
    Metamorphosis change,
    Said.Mode mode,
    Interval truthStayed,
    Interval causeStayed,
    Interval causeStillRight) {

  private record Pair(
      boolean truthStayed,
      Map<Said.Mode, Cause> before,
      Map<Said.Mode, Cause> after,
      Map<Said.Mode, Boolean> rightBefore,
      Map<Said.Mode, Boolean> rightAfter) {}

  /**
   * @param cases as they were judged, by the same seed
   */
  static List<Metamorphic> of(List<Judged> cases, long seed) {
    var rows = new ArrayList<Metamorphic>();
    for (Metamorphosis change : Metamorphosis.values()) {
      List<Pair> pairs =
          cases.parallelStream()
              .filter(each -> change.applies(new Setup(each.family(), each.values())))
              .map(each -> pair(each, change, seed))
              .toList();
      Arrays.stream(Said.Mode.values()).forEach(mode -> rows.add(row(change, mode, pairs)));
    }
    return rows;
  }

  private static Pair pair(Judged before, Metamorphosis change, long seed) {
    Setup changed = change.of(new Setup(before.family(), before.values()));
    Truth truth = Truth.of(changed, seed);
    boolean stayed = truth.right().equals(before.right());
    var causes = new EnumMap<Said.Mode, Cause>(Said.Mode.class);
    var causesBefore = new EnumMap<Said.Mode, Cause>(Said.Mode.class);
    var rightBefore = new EnumMap<Said.Mode, Boolean>(Said.Mode.class);
    var rightAfter = new EnumMap<Said.Mode, Boolean>(Said.Mode.class);
    for (Said.Mode mode : Said.Mode.values()) {
      causesBefore.put(mode, before.said().get(mode).cause());
      // Where the limits are others, nothing is asked of the verdict.
      causes.put(mode, stayed ? Said.of(mode, changed, seed).cause() : Cause.INCONCLUSIVE);
      rightBefore.put(mode, before.rightCauses().contains(causesBefore.get(mode)));
      rightAfter.put(mode, RightCauses.of(truth.right()).contains(causes.get(mode)));
    }
    return new Pair(stayed, causesBefore, causes, rightBefore, rightAfter);
  }

  private static Metamorphic row(Metamorphosis change, Said.Mode mode, List<Pair> pairs) {
    List<Pair> stayed = pairs.stream().filter(Pair::truthStayed).toList();
    long same =
        stayed.stream().filter(pair -> pair.before().get(mode) == pair.after().get(mode)).count();
    List<Pair> right = stayed.stream().filter(pair -> pair.rightBefore().get(mode)).toList();
    long still = right.stream().filter(pair -> pair.rightAfter().get(mode)).count();
    return new Metamorphic(
        change,
        mode,
        Interval.ofShare(stayed.size(), pairs.size()),
        Interval.ofShare(same, stayed.size()),
        Interval.ofShare(still, right.size()));
  }
}
