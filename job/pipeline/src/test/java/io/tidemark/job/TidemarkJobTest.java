package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.junit.jupiter.api.Test;

class TidemarkJobTest {
  @Test
  void isNotSubmittedWithMoreSeriesInSightThanAllowed() {
    assertThatThrownBy(() -> TidemarkJob.main("2.2.1", new String[] {"--set", "amplify.n=501"}))
        .isInstanceOf(ProgramParametrizationException.class)
        .hasMessageStartingWith("amplify.max-series=10000000: 10020000 series would be written");
  }

  @Test
  void whatStartsFromASavepointWasLookedAtBefore() {
    var flink = new Configuration();
    assertThat(TidemarkJob.startsAnew(flink)).isTrue();
    flink.set(StateRecoveryOptions.SAVEPOINT_PATH, "file:///savepoints/savepoint-1");
    assertThat(TidemarkJob.startsAnew(flink)).isFalse();
  }
}
