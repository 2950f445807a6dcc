package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ElapsedTest {
  @Test
  void isWhatTheClusterNotedWhereThisProcessSawAboutTheSame() {
    var elapsed = new Elapsed(60.2, 63);
    assertThat(elapsed.seconds()).isEqualTo(60.2);
    assertThat(elapsed.warning()).isEmpty();
  }

  @Test
  void isNeverLessThanNothing() {
    assertThat(new Elapsed(-0.2, 0.1).seconds()).isZero();
  }

  @Test
  void isBySteadyTimeAndSaidWhereTheClockWasSetForthOrBack() {
    assertThat(new Elapsed(3_660, 60).seconds()).isEqualTo(60);
    assertThat(new Elapsed(-3_540, 60).seconds()).isEqualTo(60);
    assertThat(new Elapsed(3_660, 60).warning().orElseThrow()).contains("set by +3600 s");
  }
}
