package io.tidemark.mechanism.lab;

import static io.tidemark.mechanism.lab.Parameter.DATABASE_CPUS;
import static io.tidemark.mechanism.lab.Parameter.JOB_LINE;
import static io.tidemark.mechanism.lab.Parameter.LOCKED_SECONDS;
import static io.tidemark.mechanism.lab.Parameter.ROUND_TRIP_SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * That the truth of this simulator behaves where nothing that matters was changed. Whether a
 * verdict does is a finding, and no test's to say.
 */
class MetamorphosisTest {
  private static final Setup PLENTY =
      Setup.of("plenty")
          .with(DATABASE_CPUS, 8)
          .with(Parameter.SLOTS, 32)
          .with(Parameter.IN_FLIGHT, 32)
          .with(Parameter.SERVICE_CV, 0.3);

  /** By what limits it. */
  private static final Map<Knob, Setup> SETUPS =
      Map.of(
          Knob.DATABASE_CPU, PLENTY.with(DATABASE_CPUS, 1),
          Knob.BANDWIDTH, PLENTY.with(JOB_LINE, 2e6),
          Knob.LOCK, PLENTY.with(LOCKED_SECONDS, 0.03));

  private static double throughput(Setup setup) {
    return throughput(setup, 1);
  }

  /** Of so many times as long, so that merging comes round as often. */
  private static double throughput(Setup setup, double times) {
    return new World(setup, 5).throughput(5 * times, 10 * times);
  }

  private static double gain(Knob knob, Setup setup) {
    return throughput(knob.turned(setup)) / throughput(setup);
  }

  @ParameterizedTest
  @EnumSource
  void whatLimitsASetupStays(Metamorphosis change) {
    SETUPS.forEach(
        (knob, setup) -> {
          assertThat(change.applies(setup)).isTrue();
          assertThat(gain(knob, change.of(setup)))
              .as("%s of %s", change, knob)
              .isCloseTo(gain(knob, setup), within(0.2))
              .isGreaterThan(1.6);
        });
  }

  @Test
  void whereAllTakesThreeTimesAsLongAThirdIsWritten() {
    SETUPS.forEach(
        (knob, setup) ->
            assertThat(throughput(setup) / throughput(setup.slowed(3), 3))
                .as("%s", knob)
                .isCloseTo(3, within(0.1)));
  }

  /** Where it does matter, the truth follows: one request in flight waits for each round trip. */
  @Test
  void fiveMillisecondsMatterWhereARoundTripIsWhatLimits() {
    Setup one = PLENTY.with(Parameter.IN_FLIGHT, 1).with(ROUND_TRIP_SECONDS, 0.001);
    Setup changed = Metamorphosis.FIVE_MILLISECONDS_MORE.of(one);
    assertThat(throughput(changed)).isLessThan(0.85 * throughput(one));
    assertThat(gain(Knob.ROUND_TRIP, changed)).isGreaterThan(gain(Knob.ROUND_TRIP, one) + 0.05);
  }
}
