package io.tidemark.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.measure.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgementTest {
  private final WatchedWindow scene = new WatchedWindow();

  @Test
  void namesTheBoundOfOneRequestInFlight() {
    Judgement judgement = scene.judgement();

    assertThat(judgement.cause()).isEqualTo(Cause.JOB_IN_FLIGHT);
    assertThat(judgement.sentence())
        .isEqualTo(
            "190 k samples/s are written, stopped by the job's bound on requests in flight.");
    assertThat(judgement.time()).isEqualTo("2026-11-21T08:09:10Z");
  }

  /** Whether more in flight would gain is not known of a job that is only watched. */
  @Test
  void aBoundThatNobodyRaisedDeservesLittleConfidence() {
    scene.host = new Window.Host(4, 1, false);

    assertThat(scene.judgement().confidence()).isEqualTo(Confidence.LOW);
    assertThat(scene.judgement().missing())
        .containsExactly("the last doubling of what may be in flight");
  }

  @Test
  void aRateThatIsKeptIsTheSource() {
    scene.rate = 190_000;
    scene.permitWait = 0.1;
    scene.inFlight = 0.3;

    assertThat(scene.judgement().cause()).isEqualTo(Cause.SOURCE);
  }

  @Test
  void saysWhatIsMissingOfADatabaseThatTellsNothing() {
    scene.metrics = false;

    assertThat(scene.judgement().cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(scene.judgement().missing()).containsExactly("the database's storage");
    assertThat(scene.judgement().databaseFailure()).isEqualTo("http://db:8428/metrics: 403");
  }

  @Test
  void aMarkedWindowDeservesLittleConfidence() {
    scene.rate = 190_000;
    scene.permitWait = 0.01;
    scene.inFlight = 0.3;
    assertThat(scene.judgement().confidence()).isEqualTo(Confidence.MEDIUM);

    scene.marks = List.of("other processes took 1.2 of the host's 4 cores");

    assertThat(scene.judgement().confidence()).isEqualTo(Confidence.LOW);
  }

  @Test
  void anInvalidWindowSaysNothingOfThroughput() {
    scene.invalid = List.of("the job was restarted");

    assertThat(scene.judgement().sentence())
        .isEqualTo("What stops the job can't be told: the job was restarted.");
  }
}
