package io.tidemark.extent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.Time;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchClockTest {
  private long nanos = 5_000;

  private final Time time =
      new Time() {
        @Override
        public long nanos() {
          return nanos;
        }

        @Override
        public long millisAt(long nanos) {
          return nanos / 1_000_000;
        }

        @Override
        public void pause(Duration pause) {
          nanos += pause.toNanos();
        }
      };

  @Test
  void whatItsEndTakesIsNotLeftForMeasuring() {
    var clock =
        new SearchClock(time, nanos, Duration.ofSeconds(60), Duration.ofSeconds(4), () -> 0);
    clock.pause(Duration.ofSeconds(50));
    assertThat(clock.left()).isEqualTo(Duration.ofSeconds(6));
    assertThat(clock.hasTimeFor(Duration.ofSeconds(6))).isTrue();
    assertThat(clock.hasTimeFor(Duration.ofSeconds(7))).isFalse();
    clock.pause(Duration.ofSeconds(8));
    assertThat(clock.left()).isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest(name = "started in {0} ms, {1} s for all: {2} ms")
  @CsvSource({
    "     0, 180,   500",
    " 4_200, 180, 1_400",
    "12_600, 180, 4_200",
    "60_000, 180, 18_000",
    "12_600,  20, 2_000",
  })
  void anEndTakesAThirdOfAStart(String started, long most, String expected) {
    Duration end = SearchClock.toEnd(millis(started), Duration.ofSeconds(most));
    assertThat(end).isEqualTo(millis(expected));
  }

  @ParameterizedTest(name = "a database that starts in {0} ms: {1} ms")
  @CsvSource({" 5_000,      0", "44_000, 44_000"})
  void onlyALongStartOfADatabaseIsNotOfTheSearchsTime(String start, String leftOut) {
    assertThat(SearchClock.leftOut(millis(start))).isEqualTo(millis(leftOut));
  }

  private static Duration millis(String millis) {
    return Duration.ofMillis(Long.parseLong(millis.replace("_", "")));
  }
}
