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

  /** Of every third family one. More in flight may be refused more often, and cost throughput. */
  @Test
  void whatLimitsThemIsManyThings() {
    Map<Knob, Integer> limits = new EnumMap<>(Knob.class);
    var costs = EnumSet.noneOf(Knob.class);
    for (int i = 0; i < FAMILIES; i += 3) {
      Truth truth = Truth.of(SETUPS.get(i), i);
      assertThat(truth.throughput()).as("%s", SETUPS.get(i)).isGreaterThan(100);
      truth.right().forEach(knob -> limits.merge(knob, 1, Integer::sum));
      truth
          .gains()
          .forEach(
              (knob, gain) -> {
                if (gain < 0.6) {
                  costs.add(knob);
                }
              });
    }
    assertThat(limits).hasSizeGreaterThan(3);
    assertThat(costs).isSubsetOf(Knob.IN_FLIGHT, Knob.SLOTS, Knob.JOB_CPU);
  }
}
