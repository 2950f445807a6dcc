package io.tidemark.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AmplificationTest {
  @Test
  void spacesCopiesEvenlyInWholeMillisecondsRoundedDown() {
    var sevenAMinute = amplification(7, 1, 60_000);

    // Multiples of 8571.43 ms.
    assertThat(IntStream.range(0, 7).mapToLong(sevenAMinute::offsetMillis))
        .containsExactly(0L, 8571L, 17142L, 25714L, 34285L, 42857L, 51428L);
  }

  @Test
  void spacesManyTicksOfALongIntervalWithoutOverflow() {
    var everySecondOfAYear = amplification(31_536_000, 1, 31_536_000_000L);

    assertThat(everySecondOfAYear.offsetMillis(31_535_999)).isEqualTo(31_535_999_000L);
  }

  @Test
  void countsCopiesBeyondTheRangeOfAnInt() {
    assertThat(amplification(100_000, 100_000, 100_000).copies()).isEqualTo(10_000_000_000L);
    assertThat(amplification(3, 5, 60_000).all()).isEqualTo(new Slice(0, 5, 0, 3));
    assertThat(amplification(3, 5, 60_000).all().copies()).isEqualTo(15);
  }

  @Test
  void givesInstanceZeroNoSuffix() {
    assertThat(InstanceLabels.suffix(0)).isEmpty();
    assertThat(InstanceLabels.suffix(12)).isEqualTo("~12");
  }

  @Test
  void refusesFewerThanOneCopy() {
    assertThatThrownBy(() -> amplification(0, 1, 60_000)).hasMessageContaining("m=0, n=1");
    assertThatThrownBy(() -> amplification(1, 0, 60_000)).hasMessageContaining("m=1, n=0");
  }

  @Test
  void refusesCopiesLessThanOneMillisecondApart() {
    assertThat(amplification(1000, 1, 1000).offsetMillis(999)).isEqualTo(999);
    assertThatThrownBy(() -> amplification(1001, 1, 1000))
        .hasMessageContaining("[interval=1000ms, m=1001]");
  }

  @Test
  void refusesAnInstanceLabelWithoutAName() {
    assertThatThrownBy(() -> new Amplification(1, 1, 1000, "", ValueMode.REPEAT, Layout.TIME))
        .hasMessageContaining("instance label");
  }

  @Test
  void refusesAnEmptySlice() {
    assertThatThrownBy(() -> new Slice(0, 0, 0, 1)).hasMessageContaining("instances=0..0");
    assertThatThrownBy(() -> new Slice(0, 1, 2, 2)).hasMessageContaining("ticks=2..2");
    assertThatThrownBy(() -> new Slice(-1, 1, 0, 1)).hasMessageContaining("instances=-1..1");
  }

  private static Amplification amplification(int m, int n, long intervalMillis) {
    return new Amplification(m, n, intervalMillis, "instance", ValueMode.REPEAT, Layout.TIME);
  }
}
