package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.measure.window.Endpoint;
import io.tidemark.measure.window.Host;
import io.tidemark.proof.Proof;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
    assertThat(verdict.gains().get(Cause.TSDB_SLOTS)).isCloseTo(1, within(0.01));
    assertThat(verdict.advice().get(0))
        .contains("twice the cores would take about 1.49 M samples/s");
  }

  /** A window that was held back does not count for the verdict, but for the ceiling it does. */
  @Test
  void promisesAreOfTheCeilingThatIsReported() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    scene.samplesPerSecond = 1.5e6;
    scene.ceiling = 1.4e6;

    assertThat(scene.facts().capacity().now()).isEqualTo(1.4e6);
    assertThat(Attribution.judge(scene.facts()).advice().get(0))
        .contains("at 2.53 s of CPU per million", "about 2.80 M samples/s");
  }

  /** Of four cores the job has 2.6 and the database 1.3, each of which may use all. */
  @Test
  void onASharedHostARemedyGainsUntilTheOtherSideIsFull() {
    var scene = new Scene().saturated();
    scene.host = new Host(4, 4, true);
    scene.jobCores = 2.6;
    scene.databaseCores = 1.3;

    assertThat(Cause.JOB_CPU.gain(scene.facts())).isEqualTo(2);
    assertThat(Cause.TSDB_CPU.gain(scene.facts())).isCloseTo(4 / 2.6, within(0.01));
    assertThat(Cause.HOST_CPU.gain(scene.facts())).isCloseTo(4 / 2.6, within(0.01));

    scene.jobCores = 1;
    scene.databaseCores = 2.9;
    assertThat(Cause.JOB_CPU.gain(scene.facts())).isCloseTo(4 / 2.9, within(0.01));
    assertThat(Cause.TSDB_CPU.gain(scene.facts())).isEqualTo(2);
    assertThat(Cause.HOST_CPU.gain(scene.facts())).isCloseTo(4 / 2.9, within(0.01));
  }

  /** It was told for as long as the process that sends waited for a core. */
  @Test
  void aLinkThatIsSendingForWantOfCpuTakesNothingFromWhatCoresGain() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.9;
    scene.coresOfInsertNode = 0.25;
    scene.slots = 2.0;
    scene.link = 1.0;
    scene.gainedByMore = false;
    scene.least = Scene.oneInFlight(960_000);
    scene.least.databaseCores = 3.8;
    scene.least.coresOfInsertNode = 0.25;
    scene.least.slots = 2.0;
    scene.least.link = 0.6;

    assertThat(Cause.TSDB_CPU.gain(scene.facts())).isCloseTo(2, within(0.05));
  }

  /** A cluster and the job on two cores, as a real search had it. */
  @Test
  void aHostThatJobAndClusterFillIsTheCauseThoughTheLinkIsAlwaysSending() {
    var scene = new Scene().saturated();
    scene.host = new Host(2, 1.98, true);
    scene.jobCores = 0.69;
    scene.databaseCores = 1.25;
    scene.nodes = 2;
    scene.coresOfInsertNode = 2.0;
    scene.slots = 4.0;
    scene.slotsInUse = 4;
    scene.link = 0.95;
    scene.inFlight = 8;
    scene.bound = 8;
    scene.samplesPerSecond = 589_000;
    scene.gainedByMore = false;
    scene.least = Scene.oneInFlight(425_000);

    assertThat(Attribution.judge(scene.facts()).cause()).isIn(Cause.HOST_CPU, Cause.TSDB_CPU);
  }

  /** What twice of something gives is one figure, in the gains and in the advice. */
  @ParameterizedTest
  @EnumSource(names = {"TSDB_CPU", "TSDB_SLOTS", "JOB_CPU", "JOB_IN_FLIGHT", "GATEWAY"})
  void adviceIsOfTheGainThatTheVerdictGives(Cause cause) {
    var scene = new Scene().saturated();
    scene.slotsInUse = 7;
    scene.host = new Host(4, 4, true);
    scene.jobCores = 1.5;
    scene.databaseCores = 2.4;

    double gain = cause.gain(scene.facts());
    double promised = gain * scene.samplesPerSecond;

    assertThat(String.join(" ", cause.advice(scene.facts(), gain)))
        .contains("about %.2f M samples/s".formatted(promised / 1e6));
  }

  /** A thread that does nothing but work has no more than what collections leave. */
  @Test
  void aThreadOfTheJobThatIsFullBoundsWhatAHostForEachGains() {
    var scene = new Scene().saturated();
    scene.host = new Host(4, 4, true);
    scene.databaseCores = 1.5;
    scene.amplifyCores = 0.6;
    scene.gcShare = 0.25;
    scene.jobCeiling = null;

    assertThat(Cause.HOST_CPU.gain(scene.facts())).isCloseTo(0.75 / 0.6, within(0.01));
  }

  @Test
  void moreCoresCollectGarbageToo() {
    var scene = new Scene();
    scene.gcShare = 0.5;

    assertThat(Cause.JOB_CPU.gain(scene.facts())).isCloseTo(2, within(0.02));
    assertThat(Cause.JOB_GC.gain(scene.facts())).isCloseTo(1.5, within(0.01));
  }

  /** Sixteen in flight, and as many slots. */
  @Test
  void moreSlotsThanRequestsInFlightGainNothing() {
    var scene = new Scene().saturated();
    scene.slots = 16.0;
    scene.slotsInUse = 15.8;

    assertThat(Cause.TSDB_SLOTS.gain(scene.facts())).isCloseTo(1, within(0.01));
  }

  @Test
  void moreSlotsGainNothingWhereNobodyFoundThemTaken() {
    var scene = new Scene().saturated();
    scene.slotsInUse = 8;
    scene.slotLimitPerSecond = 80.0;
    assertThat(Cause.TSDB_SLOTS.gain(scene.facts())).isGreaterThan(1.9);

    scene.slotLimitPerSecond = 0.0;
    assertThat(Cause.TSDB_SLOTS.gain(scene.facts())).isEqualTo(1);
  }

  /** One slot is held for 10 ms while 25 ms of CPU are used: much of it goes on beside it. */
  @Test
  void moreSlotsGainUntilTheHostIsFullWhateverGoesOnBesideThem() {
    var scene = new Scene().saturated();
    scene.slots = 1.0;
    scene.slotsInUse = 1;
    scene.databaseCores = 2.5;
    scene.jobCores = 1;
    scene.host = new Host(4, 3.5, true);

    assertThat(Cause.TSDB_SLOTS.gain(scene.facts())).isCloseTo(4 / 3.5, within(0.02));
  }

  /** Eight times the 0.08 of its time that a request alone is on the line. */
  @Test
  void moreSlotsGainUntilTheLineIsFull() {
    var scene = new Scene().saturated();
    scene.slotsInUse = 8;
    scene.least = new Scene();
    scene.least.inFlight = 1;
    scene.least.samplesPerSecond = 125_000;
    scene.least.onTheLine = 0.08;
    scene.onTheLine = 0.64 / 8;

    assertThat(Cause.TSDB_SLOTS.gain(scene.facts())).isCloseTo(1 / 0.64, within(0.08));
  }

  @Test
  void fewerRefusalsGainNothingWhereTheDatabasesOwnCpuIsFull() {
    var scene = new Scene().saturated();
    scene.throttled = 0.3;
    assertThat(Cause.TSDB_REJECTING.gain(scene.facts())).isEqualTo(2);

    scene.databaseCores = 3.8;
    assertThat(Cause.TSDB_REJECTING.gain(scene.facts())).isEqualTo(1);
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

    assertThat(scene.facts().capacity().apart(4)).isCloseTo(1.2e6, within(1e4));
    assertThat(Attribution.judge(scene.facts()).advice().toString())
        .contains("slots were set to 8 and do not follow the cores");

    scene.slotsFollowCores = true;
    // Sixteen in flight, twice as many as slots were.
    assertThat(scene.facts().capacity().apart(4)).isCloseTo(2.4e6, within(2e4));
  }

  /** Others fill the CPU already when one request is in flight: it says nothing of the slots. */
  @Test
  void slotsThatAreHeldForWantOfCpuTakeMoreOnMoreCores() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    scene.slotsInUse = 8;
    scene.slotsFollowCores = false;
    scene.least = new Scene();
    scene.least.inFlight = 1;
    scene.least.samplesPerSecond = 130_000;
    assertThat(Cause.TSDB_CPU.gain(scene.facts())).isLessThan(1.2);

    scene.least.databaseCores = 3.6;
    assertThat(Cause.TSDB_CPU.gain(scene.facts())).isCloseTo(2, within(0.01));
  }

  @Test
  void theJobTakesFromOthersThatWrite() {
    var scene = new Scene();
    scene.databaseCores = 4.0;
    assertThat(Cause.JOB_CPU.gain(scene.facts())).isEqualTo(1);

    scene.rows = 2e6;
    assertThat(Cause.JOB_CPU.gain(scene.facts())).isEqualTo(2);
  }

  @Test
  void saysThatMoreSlotsTakeMemory() {
    var scene = new Scene().saturated();
    scene.slotsInUse = 8;

    assertThat(Attribution.judge(scene.facts()).advice().toString())
        .contains(
            "each slot costs memory: it holds a whole request, here 244 KiB as sent",
            "holds 954 MiB now");
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

    assertThat(advice)
        .contains("node-1:8428", "count only 50 % of the acknowledged rows")
        .doesNotContain("million");
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
    scene.endpoints = List.of(new Endpoint("http://gateway", 10, 5, 0, Map.of("HTTP 429", 1.0)));

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

  /**
   * Two slots on one core, 13 ms of it and 20 ms else for each request: one alone takes 33 ms, and
   * two that compute at the same time 46. Twice the cores gain that difference, twice the slots not
   * surely more.
   */
  @Test
  void whatThoseInsideTakeFromEachOtherMayGainAsMuchAsMoreSlots() {
    var scene = new Scene().saturated();
    scene.slots = 2.0;
    scene.slotsInUse = 2;
    scene.samplesPerSecond = 2 / 46e-3 * 10_000;
    scene.least = Scene.oneInFlight(1 / 33e-3 * 10_000);
    var taken = new Scene().saturated();
    taken.slotsInUse = 8;
    Verdict slots = Attribution.judge(taken.facts());

    assertThat(slots.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(Proof.othersMayGain(scene.facts(), slots)).isCloseTo(46.0 / 33, within(0.01));
  }

  /** A request is on its way for three quarters of its time, a hundredth of it a round trip. */
  @Test
  void aLineThatHoldsTheSlotMayGainMoreThanAnotherSlot() {
    var scene = new Scene().saturated();
    scene.slots = 1.0;
    scene.slotsInUse = 1;
    Verdict slots = Attribution.judge(scene.facts());
    scene.least = Scene.oneInFlight(scene.samplesPerSecond);
    double without = Proof.othersMayGain(scene.facts(), slots);
    scene.least.onTheLine = 0.75;

    assertThat(slots.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(without).isEqualTo(1);
    assertThat(Proof.othersMayGain(scene.facts(), slots))
        .isCloseTo(1 / (1 - (0.75 - 0.01) / 2), within(1e-9));
  }

  /** Of a request alone 20 ms are on its way: what is inside, alone or not, takes 20 ms. */
  @Test
  void theWayToTheDatabaseIsNoTimeThatThoseInsideTakeFromEachOther() {
    var scene = new Scene().saturated();
    scene.slots = 2.0;
    scene.slotsInUse = 2;
    scene.samplesPerSecond = 2 / 20e-3 * 10_000;
    scene.least = Scene.oneInFlight(1 / 40e-3 * 10_000);
    scene.least.slotsInUse = 0.5;

    assertThat(scene.facts().seen().timesAsLongAsAlone()).isCloseTo(1, within(1e-9));
  }

  /**
   * Full cores, and a proxy that lets one of ours through beside two of others': so it would two.
   */
  @Test
  void whereOthersWriteWhateverLetsMoreOfOursInTakesFromTheirs() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.9;
    scene.rows = 3 * scene.samplesPerSecond;
    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(Proof.othersMayGain(scene.facts(), verdict)).isInfinite();
    scene.rows = null;
    assertThat(Proof.othersMayGain(scene.facts(), Attribution.judge(scene.facts()))).isEqualTo(1);
  }

  /**
   * The pages count half of the rows, and what is not the job's nor theirs may be the other node.
   */
  @Test
  void whoFillsAHostIsNotKnownWhileANodeIsMissing() {
    var scene = new Scene().saturated();
    scene.host = new Host(8, 8, true);
    scene.jobCores = 0.4;
    scene.databaseCores = 2.1;
    scene.rows = 0.5 * scene.samplesPerSecond;

    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("name all of the database's processes");
    scene.rows = null;
    assertThat(Attribution.judge(scene.facts()).cause()).isEqualTo(Cause.HOST_CPU);
  }

  @Test
  void whatIsNotCountedMayBeQueuedInBetween() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.9;
    scene.rows = 0.25 * scene.samplesPerSecond;

    assertThat(Attribution.judge(scene.facts()).advice())
        .anyMatch(each -> each.contains("the other 750000 samples/s are queued in between"));
  }

  /** Where 12.8 of 16 are, so that half of their time is worth 1 / (1 - 0.8 / 2). */
  @Test
  void theAddressWhereMostIsToBeGainedIsNamed() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.9;
    scene.endpoints =
        List.of(
            new Endpoint("slow:8428", 40, 320, 12.8, Map.of()),
            new Endpoint("fast:8428", 40, 80, 3.2, Map.of()));

    assertThat(Attribution.judge(scene.facts()).advice())
        .contains(
            "look at slow:8428 first: 50 % of the requests go there; they take 320 ms each, against 80 ms elsewhere; making it twice as fast should give about 1.67 times the throughput");
  }

  /**
   * A database that uses 3.3 of its four cores, on a host of six: on one of its own it still has
   * but four, 1.21 times as many. Of twice as many it uses what the job's four cores can send, 1.54
   * times as much.
   */
  @Test
  void ofAFullHostTheDatabasesOwnCoresMayBeWhatIsShort() {
    var scene = new Scene().saturated();
    scene.host = new Host(6, 5.9, true);
    scene.jobCores = 2.6;
    scene.databaseCores = 3.3;
    scene.gainedByMore = false;

    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.cause()).as("%s", verdict).isEqualTo(Cause.TSDB_CPU);
    assertThat(verdict.gains().get(Cause.TSDB_CPU)).isCloseTo(4 / 2.6, within(0.05));
    assertThat(verdict.gains().get(Cause.HOST_CPU)).isCloseTo(4 / 3.3, within(0.05));
  }

  /**
   * One alone waits for the one slot behind two of others', its body in the sockets meanwhile: that
   * is no time on the line, which it would fill else.
   */
  @Test
  void oneAloneThatFoundNoSlotDoesNotShowHowLongTheLineTakes() {
    var scene = new Scene().saturated();
    scene.slots = 1.0;
    scene.slotsInUse = 1;
    scene.gainedByMore = false;
    scene.least = Scene.oneInFlight(500_000);
    scene.least.slots = 1.0;
    scene.least.onTheLine = 0.67 / 2;
    scene.least.roundTripMillis = null;
    scene.onTheLine = 0.9;

    assertThat(scene.facts().seen().lineShare()).isCloseTo(0.67, within(1e-9));
    scene.least.slotLimitPerSecond = 80.0;
    assertThat(scene.facts().seen().lineShare()).isNull();
  }
}
