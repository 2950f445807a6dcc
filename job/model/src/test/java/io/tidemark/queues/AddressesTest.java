package io.tidemark.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class AddressesTest {
  /** Ten requests a second each, of 10 and of 90 ms: 1 in flight, which waits 0.9 at the second. */
  @Test
  void theSlowOneHoldsUpTheOtherWhereEachGetsAsMany() {
    var addresses = Addresses.of(new double[] {10, 10}, new double[] {0.01, 0.09});

    assertThat(addresses.inTurn()).isTrue();
    assertThat(addresses.gain(0, 2)).isCloseTo(1 / 0.95, within(1e-9));
    assertThat(addresses.gain(1, 2)).isCloseTo(1 / 0.55, within(1e-9));
  }

  /** As many in flight at each, of which the fast one answers nine of ten. */
  @Test
  void eachTakesWhatItCanWhereAsManyAreInFlight() {
    var addresses = Addresses.of(new double[] {90, 10}, new double[] {0.01, 0.09});

    assertThat(addresses.inTurn()).isFalse();
    assertThat(addresses.gain(0, 2)).isCloseTo(1.9, within(1e-9));
    assertThat(addresses.gain(1, 2)).isCloseTo(1.1, within(1e-9));
  }
}
