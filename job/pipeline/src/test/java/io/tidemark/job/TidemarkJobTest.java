package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.junit.jupiter.api.Test;

class TidemarkJobTest {
  @Test
  void isNotSubmittedWithMoreSeriesInSightThanAllowed() {
    assertThatThrownBy(() -> TidemarkJob.main("2.2.1", new String[] {"--set", "amplify.n=501"}))
        .isInstanceOf(ProgramParametrizationException.class)
        .hasMessageStartingWith("amplify.max-series=10000000: 10020000 series would be written");
  }

  /** There is no terminal here, and a cluster has none either. */
  @Test
  void isNotSubmittedWithoutAYes() {
    assertThatThrownBy(() -> TidemarkJob.main("2.2.1", new String[] {"--duration", "5s"}))
        .isInstanceOf(ProgramParametrizationException.class)
        .hasMessage(
            "This writes samples as fast as they are taken to http://127.0.0.1:8428, which Tidemark did not start, for 5s. Without a terminal Tidemark cannot ask; to agree, add --yes or target.accept-load=true");
  }

  @Test
  void whatStartsFromASavepointWasLookedAtBefore() {
    var flink = new Configuration();
    assertThat(TidemarkJob.startsAnew(flink)).isTrue();
    flink.set(StateRecoveryOptions.SAVEPOINT_PATH, "file:///savepoints/savepoint-1");
    assertThat(TidemarkJob.startsAnew(flink)).isFalse();
  }

  @Test
  void hasTheNameThatFlinkIsGivenForIt() {
    var flink = new Configuration();
    assertThat(TidemarkJob.name(flink)).isEqualTo("tidemark");
    flink.set(PipelineOptions.NAME, "load-a");
    assertThat(TidemarkJob.name(flink)).isEqualTo("load-a");
  }
}
