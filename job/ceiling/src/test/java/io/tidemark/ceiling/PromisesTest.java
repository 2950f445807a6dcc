package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.measure.Window;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A verdict is a promise of what helps: what it says of gains, of others, and how sure it is. */
class PromisesTest {
  /** The set-up that once got "raise slots from 2 to 4: about 678 k samples/s" at 744 k. */
  @Test
  void promisesNoLessThanWasMeasured() {
    var scene = new Scene().saturated();
    scene.samplesPerSecond = 744_000;
    scene.databaseCores = 3.6;
    scene.slotsInUse = 8;

    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(verdict.next()).containsExactly(Cause.TSDB_SLOTS);
    assertThat(verdict.gains().get(Cause.TSDB_SLOTS)).isEqualTo(1);
    assertThat(verdict.advice().get(0)).contains("twice the cores take about 1.49 M samples/s");
  }

  @Test
  void slotsThatWereSetDoNotFollowTheCores() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    scene.slotsInUse = 8;
    scene.least = new Scene();
    scene.least.inFlight = 1;
    // Eight slots take no more than eight times this.
    scene.least.samplesPerSecond = 150_000;
    scene.slotsFollowCores = false;

    assertThat(Capacity.of(scene.facts()).withCores(4)).isEqualTo(1.2e6);
    assertThat(Attribution.judge(scene.facts()).advice().toString())
        .contains("slots were set to 8 and do not follow the cores");

    scene.slotsFollowCores = true;
    assertThat(Capacity.of(scene.facts()).withCores(4)).isEqualTo(4e6);
  }

  @Test
  void saysThatMoreSlotsTakeMemory() {
    var scene = new Scene().saturated();
    scene.slotsInUse = 8;

    assertThat(Attribution.judge(scene.facts()).advice().toString())
        .contains(
            "each holds a whole request in memory, here 250 kB as sent", "holds 1000.0 MB now");
  }

  @Test
  void saysHowMuchOthersWrite() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    scene.rows = 4e6;

    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_CPU);
    // 3.8 cores for 4 M rows/s, of which a quarter is ours.
    assertThat(verdict.advice().get(0)).contains("at 0.95 s of CPU per million");
    assertThat(verdict.advice().toString()).contains("others write 75 % of the rows");
  }

  @Test
  void promisesNothingPerCoreWhereNodesAreMissing() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    scene.rows = 0.5e6;

    String advice = Attribution.judge(scene.facts()).advice().toString();

    assertThat(advice).contains("node-1:8428", "count 50 % of the rows").doesNotContain("million");
  }

  @Test
  void namesTheNodeThatIsFull() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    scene.nodes = 2;

    assertThat(Attribution.judge(scene.facts()).evidence().get(0).value())
        .contains("95 % at node-1:8428");
  }

  @Test
  void saysWhoTurnedRequestsAwayAndHow() {
    var scene = new Scene();
    scene.throttled = 1;
    scene.endpoints =
        List.of(new Window.Endpoint("http://gateway", 10, 5, Map.of("HTTP 429", 1.0)));

    assertThat(Attribution.judge(scene.facts()).evidence().get(0).value())
        .isEqualTo("100 % (HTTP 429 from http://gateway)");
  }

  /** A database that only says so under too much load is full of something else. */
  @Test
  void requestsTurnedAwayUnderLoadOnlyAreWhatFollowsFromAFullCpu() {
    var scene = new Scene().saturated();
    scene.throttled = 0.3;
    scene.databaseCores = 3.9;
    scene.knee = new Scene().saturated();
    scene.knee.databaseCores = 3.9;

    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(verdict.next()).contains(Cause.TSDB_REJECTING);

    scene.knee.databaseCores = 1.0;
    Verdict byRule = Attribution.judge(scene.facts());
    assertThat(byRule.cause()).isEqualTo(Cause.TSDB_REJECTING);
    assertThat(byRule.evidence().get(0).value()).contains("30 % with more than 16 in flight");
  }

  @Test
  void flinksBackpressureSpeaksForTheDatabaseAndRulesNothingOut() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    Verdict heldUp = Attribution.judge(scene.facts());
    assertThat(heldUp.evidence())
        .anyMatch(
            finding ->
                finding
                    .value()
                    .startsWith("amplify is backpressured 90 % of the time and busy 40 %"));

    scene.amplifyBackpressured = 0.1;
    Verdict flowing = Attribution.judge(scene.facts());
    assertThat(flowing.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(flowing.confidence()).isEqualTo(Confidence.LOW);
    assertThat(flowing.missing()).containsExactly("Flink's backpressure");

    scene.amplifyBackpressured = null;
    assertThat(Attribution.judge(scene.facts()).confidence()).isEqualTo(Confidence.LOW);
  }

  /** A thread at 98 %, writers that wait, and a job ceiling that may be anything. */
  @Test
  void aJobCeilingWhoseIntervalOverlapsRulesNothingOut() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    scene.amplifyCores = 0.98;
    scene.samplesPerSecond = 9.2e6;
    scene.jobCeilingError = 0.2;

    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.confidence()).isEqualTo(Confidence.LOW);
    assertThat(verdict.against()).doesNotContainKeys(Cause.TSDB_CPU, Cause.JOB_CPU);
  }
}
