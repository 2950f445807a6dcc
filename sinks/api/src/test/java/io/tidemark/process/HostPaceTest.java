package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is made of readings: how long the loop takes is the host's to say, and nobody's promise. */
class HostPaceTest {
  private static final Duration NOW = Duration.ofHours(1);

  private static HostPace reading(Double... ratios) {
    Iterator<Double> next = List.of(ratios).iterator();
    return new HostPace(next::next);
  }

  @Test
  void aFastHostWaitsNoLessThanAUsualOne() {
    assertThat(reading(0.4).slowness(NOW)).isEqualTo(1);
  }

  @Test
  void aHaltingHostWaitsFourTimesAsLongAtMost() {
    assertThat(reading(50.0).slowness(NOW)).isEqualTo(4);
  }

  @Test
  void whatLiesBetweenIsTakenAsItIs() {
    assertThat(reading(2.5).slowness(NOW)).isEqualTo(2.5);
  }

  @Test
  void aReadingIsGoodForAWhile() {
    HostPace pace = reading(3.0, 1.0);
    pace.slowness(NOW);

    assertThat(pace.slowness(NOW.plus(HostPace.GOOD_FOR))).isEqualTo(3);
  }

  @Test
  void eachIsAveragedWithWhatWasKnownBefore() {
    HostPace pace = reading(3.0, 1.0, 50.0);
    pace.slowness(NOW);

    Duration later = NOW.plus(HostPace.GOOD_FOR).plusNanos(1);
    assertThat(pace.slowness(later)).isEqualTo((3 + 1) / 2.0);
    Duration afterThat = later.plus(HostPace.GOOD_FOR).plusNanos(1);
    assertThat(pace.slowness(afterThat)).isEqualTo((2 + 4) / 2.0);
  }

  @Test
  void theLoopTakesSomeTime() {
    assertThat(HostPace.ratio()).isPositive();
  }
}
