package io.tidemark.mechanism.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That set-ups by chance are many-sided, and that their own truth behaves. */
@Tag("seconds")
class RandomSetupsTest {
  private static final int FAMILIES = RandomSetups.families();
  private static final List<Setup> SETUPS = RandomSetups.of(2 * FAMILIES, RandomSetups.TRAINING);

  @Test
  void everyFamilyIsThereTwice() {
    var families = new HashSet<String>();
    SETUPS.forEach(setup -> families.add(setup.family()));
    assertThat(families).hasSize(FAMILIES);
  }

  @Test
  void aSeedGivesTheSameSetups() {
    assertThat(RandomSetups.of(5, 3)).isEqualTo(RandomSetups.of(9, 3).subList(0, 5));
    assertThat(RandomSetups.of(5, 3)).isNotEqualTo(RandomSetups.of(5, 4));
  }

  /** No knob but those that hinder has an effect that it can't have, and no limit is everywhere. */
  @Test
  void whatLimitsThemIsManyThings() {
    Map<Knob, Integer> limits = new EnumMap<>(Knob.class);
    var wrong = EnumSet.noneOf(Knob.class);
    int none = 0;
    for (int i = 0; i < FAMILIES; i++) {
      Truth truth = Truth.of(SETUPS.get(i), i);
      assertThat(truth.throughput()).as("%s", SETUPS.get(i)).isGreaterThan(100);
      truth.right().forEach(knob -> limits.merge(knob, 1, Integer::sum));
      none += truth.right().isEmpty() ? 1 : 0;
      truth
          .gains()
          .forEach(
              (knob, gain) -> {
                if (gain < 0.6) {
                  wrong.add(knob);
                }
              });
    }
    System.out.println(limits + " none " + none + " wrong " + wrong);
    assertThat(limits).hasSizeGreaterThan(8);
    assertThat(limits.values()).allMatch(count -> count < FAMILIES / 2);
    // More in flight may be refused more often.
    assertThat(wrong).isSubsetOf(Knob.IN_FLIGHT, Knob.SLOTS, Knob.JOB_CPU);
  }
}
