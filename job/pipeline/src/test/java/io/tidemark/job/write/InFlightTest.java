package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InFlightTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void integratesOverTime() {
    var inFlight = new InFlight();
    inFlight.enter(10 * SECOND);
    inFlight.enter(11 * SECOND);
    inFlight.exit(13 * SECOND);
    assertThat(inFlight.now()).isEqualTo(1);
    assertThat(inFlight.seconds(16 * SECOND)).isEqualTo(1 + 2 * 2 + 3);
    inFlight.exit(16 * SECOND);
    assertThat(inFlight.seconds(99 * SECOND)).isEqualTo(8);
  }

  @Test
  void splitsTheBoundExactly() {
    assertThat(
            new int[] {
              InFlight.share(16, 0, 3), InFlight.share(16, 1, 3), InFlight.share(16, 2, 3)
            })
        .containsExactly(6, 5, 5);
    assertThat(InFlight.share(1, 0, 1)).isEqualTo(1);
  }

  @Test
  void countsAWaitThatIsUnderWay() {
    var wait = new PermitWait();
    wait.begin(SECOND);
    wait.end(3 * SECOND);
    wait.begin(10 * SECOND);
    assertThat(wait.seconds(14 * SECOND)).isEqualTo(2 + 4);
    wait.end(15 * SECOND);
    assertThat(wait.seconds(20 * SECOND)).isEqualTo(7);
  }
}
