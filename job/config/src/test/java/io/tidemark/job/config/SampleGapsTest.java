package io.tidemark.job.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RRDcached's files: what comes more than ten steps after the last value, if it is not told. */
class SampleGapsTest {
  @Test
  void saysWhatLiesTooFarApartAndWhatToRaise() {
    assertThatThrownBy(() -> SampleGaps.require(rrd("target.step=1s")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "amplify.interval=1m: the samples of a series would lie 1m apart with source.datagen.interval=1m and amplify.m=1, and target.type=rrdcached stores a value as unknown that comes more than target.heartbeat=10s (if not set, ten of target.step=1s) after the last; raise either");
  }

  @ParameterizedTest
  @CsvSource({
    "target.step=1m, amplify.m=1",
    "target.step=6s, amplify.m=1",
    "target.step=1s, target.heartbeat=1m",
    "target.step=1s, amplify.m=6",
    "target.step=1s, source.datagen.interval=10s"
  })
  void takesWhatLiesWithinTheHeartbeat(String step, String other) {
    assertThatCode(() -> SampleGaps.require(rrd(step, other))).doesNotThrowAnyException();
  }

  @Test
  void withoutCopiesTheirDistanceIsNone() {
    JobConfig config =
        rrd("target.step=1s", "source.datagen.interval=10s", "amplify.interval=1m", "amplify.m=1");
    assertThatCode(() -> SampleGaps.require(config)).doesNotThrowAnyException();
  }

  /** Copies every 2 s for 12 s, and none until the minute is over: 60 s - 5 × 2 s. */
  @Test
  void whatCopiesLeaveOfAGeneratorsIntervalIsAGapToo() {
    assertThatThrownBy(
            () -> SampleGaps.require(rrd("target.step=2s", "amplify.interval=12s", "amplify.m=6")))
        .hasMessageContaining("lie 50s apart with source.datagen.interval=1m and amplify.m=6");
  }

  @Test
  void ofAnotherSourceOnlyTheCopiesAreKnown() {
    JobConfig kafka = rrd("source.type=kafka", "target.step=1s");
    assertThatCode(() -> SampleGaps.require(kafka)).doesNotThrowAnyException();
    assertThat(SampleGaps.warning(kafka))
        .hasValue(
            "where the samples of a series lie amplify.interval=1m apart, target.type=rrdcached stores a value as unknown that comes more than target.heartbeat=10s (if not set, ten of target.step=1s) after the last; raise either");

    JobConfig halves = rrd("source.type=kafka", "target.step=1s", "amplify.m=2");
    assertThatThrownBy(() -> SampleGaps.require(halves))
        .hasMessageStartingWith(
            "amplify.interval=1m: the samples of a series would lie 30s apart with amplify.m=2,");
    assertThat(SampleGaps.warning(halves)).isEmpty();
  }

  @Test
  void warnsOfNothingElse() {
    assertThat(SampleGaps.warning(rrd("source.type=kafka"))).isEmpty();
    assertThat(SampleGaps.warning(rrd("target.step=1s"))).isEmpty();
    assertThat(SampleGaps.warning(TestConfig.of("source.type=kafka"))).isEmpty();
  }

  private static JobConfig rrd(String... settings) {
    var all = new ArrayList<>(List.of(settings));
    all.add("target.type=rrdcached");
    return TestConfig.of(all.toArray(String[]::new));
  }
}
