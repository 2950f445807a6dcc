package io.tidemark.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LineQueueTest {
  @Test
  void oneAloneMayHaveBeenServedAllTheTime() {
    assertThat(LineQueue.seconds(1, 15, 0, 0.065)).isEqualTo(0.065);
  }

  /** Eight of 80 ms each, side by side. */
  @Test
  void aDelayServesNobody() {
    assertThat(LineQueue.seconds(8, 100, 0, 0.08)).isCloseTo(0, within(0.001));
  }

  /** A line of 25 ms, a round trip of 40 ms: of the 400 ms that 16 take, 335 are waiting. */
  @Test
  void thoseWhoWaitForEachOtherAreServedInTurn() {
    assertThat(LineQueue.seconds(16, 40, 0.335, 0.065)).isCloseTo(0.025, within(0.001));
  }
}
