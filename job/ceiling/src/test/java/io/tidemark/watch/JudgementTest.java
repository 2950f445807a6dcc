package io.tidemark.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.measure.window.Host;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JudgementTest {
  private final WatchedWindow scene = new WatchedWindow();

  @Test
  void namesTheBoundOfOneRequestInFlight() {
    Judgement judgement = scene.judgement();

    assertThat(judgement.cause()).isEqualTo(Cause.JOB_IN_FLIGHT);
    assertThat(judgement.sentence())
        .isEqualTo("190 k samples/s are written, stopped by the job's in-flight limit.");
    assertThat(judgement.time()).isEqualTo("2026-11-21T08:09:10Z");
  }

  /**
   * Whether more in flight would gain is not known of a job that is only watched, but the model may
   * find it likely.
   */
  @Test
  void aBoundThatNobodyRaisedIsNotNamedIfTheModelDoesNotFindItLikely() {
    scene.host = new Host(4, 1, false);
    assertThat(scene.judgement().confidence()).as("one alone").isEqualTo(Confidence.MEDIUM);

    scene.bound = 2;
    scene.inFlight = 1.95;
    assertThat(scene.judgement().confidence()).as("likely").isEqualTo(Confidence.MEDIUM);

    scene.probable = 0.5;
    assertThat(scene.judgement().cause()).as("doubtful").isEqualTo(Cause.INCONCLUSIVE);
    assertThat(scene.judgement().next()).containsExactly(Cause.JOB_IN_FLIGHT);
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

  /** The sentence says what the JSON says. */
  @Test
  void aReadOnlyDatabaseIsNamedThoughNothingWasAnswered() {
    scene.readOnly = true;
    scene.samplesPerSecond = 0;
    scene.invalid = List.of("no write was answered");

    assertThat(scene.judgement().cause()).isEqualTo(Cause.TSDB_STORAGE);
    assertThat(scene.judgement().sentence())
        .isEqualTo("The job is stopped by the database's storage: no write was answered.");
  }

  @Test
  void rowsThatTheDatabaseDropsAreNamedThoughItAcknowledgedThem() {
    scene.ignored = Map.of("hourly_series_limit", 1_000_000L);
    scene.invalid = List.of("the database accepted rows and did not store them");

    assertThat(scene.judgement().cause()).isEqualTo(Cause.TSDB_REJECTING);
    assertThat(scene.judgement().sentence())
        .isEqualTo(
            "The job is stopped by the database refusing or dropping writes: the database accepted rows and did not store them.");
  }

  @Test
  void aDatabaseThatTurnsEverythingAwayIsNamed() {
    scene.samplesPerSecond = 0;
    scene.throttled = 1;
    scene.invalid = List.of("every request fails: http://db:8428: HTTP 429: quota");

    assertThat(scene.judgement().cause()).isEqualTo(Cause.TSDB_REJECTING);
    assertThat(scene.judgement().sentence())
        .isEqualTo(
            "The job is stopped by the database refusing or dropping writes: every request fails: http://db:8428: HTTP 429: quota.");
  }

  @Test
  void whereEveryRequestFailsTheAnswerIsTold() {
    scene.samplesPerSecond = 0;
    scene.failed = 1;
    scene.invalid = List.of("every request fails: http://db:8428: HTTP 500: disk full");

    assertThat(scene.judgement().cause()).isEqualTo(Cause.REQUESTS_FAIL);
    assertThat(scene.judgement().sentence())
        .isEqualTo(
            "The job is stopped by requests that fail on their way to the database: every request fails: http://db:8428: HTTP 500: disk full.");
  }

  @Test
  void anInvalidWindowSaysNothingOfThroughput() {
    scene.invalid = List.of("the job was restarted");

    assertThat(scene.judgement().sentence())
        .isEqualTo("What stops the job can't be told: the job was restarted.");
  }
}
