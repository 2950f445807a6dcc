package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Host;
import io.tidemark.readers.Reads;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AttributionTest {
  @Test
  void everyCauseHasARow() {
    assertThat(Stream.concat(DatabaseCausesTest.rows(), JobCausesTest.rows()).map(CauseRow::cause))
        .containsAll(
            Stream.of(Cause.values()).filter(cause -> cause != Cause.INCONCLUSIVE).toList());
  }

  @Test
  void aPauseNamesReadersThatNoSignalShows() {
    Seen seen = new Scene().saturated().facts().seen();
    var reads = new Reads(5, 50, 50, 0, 0, 10, 5.0, 9.0, 20.0, 1_000, 0.1, Map.of(), null, null);
    Facts read = of(seen, seen.peak().with(reads));
    Verdict signals = Attribution.judge(read);
    assertThat(signals.cause()).isNotEqualTo(Cause.TSDB_READERS);
    assertThat(signals.against()).containsKey(Cause.TSDB_READERS);

    Verdict shown = Attribution.shown(signals, read, paused());
    assertThat(shown.cause()).isEqualTo(Cause.TSDB_READERS);
    assertThat(shown.evidence().toString()).contains("10 a second, p99 9 ms");
    assertThat(shown.gains().get(Cause.TSDB_READERS)).isCloseTo(1.5, within(0.01));

    // Nobody of ours reads there: what moved it, it was not that.
    assertThat(Attribution.shown(signals, of(seen, seen.peak()), paused()).cause())
        .isEqualTo(Cause.INCONCLUSIVE);
  }

  /** Half as many queries as writes have a third of the cores, and as many have half of them. */
  @Test
  void whatQueriesTakeOfTheCpuIsWhatTheyLeaveWithoutThem() {
    Verdict verdict = Attribution.judge(new Scene().read(16, 8).facts());
    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(verdict.next()).contains(Cause.TSDB_READERS);
    assertThat(verdict.gains().get(Cause.TSDB_READERS)).isCloseTo(1.5, within(0.02));

    Verdict most = Attribution.judge(new Scene().read(16, 16).facts());
    assertThat(most.gains().get(Cause.TSDB_READERS)).isCloseTo(2, within(0.02));
    assertThat(most.evidence().toString())
        .contains("16 at a time, whoever asks", "take 50 % of the CPU");

    // One query now and then is none of it, whatever else gains as little.
    assertThat(Attribution.judge(new Scene().read(16, 0.1).facts()).against())
        .containsKey(Cause.TSDB_READERS);

    // What queries fill is the answer where a search raises them.
    assertThat(Attribution.ofQueries(new Scene().read(16, 16).facts(), "").cause())
        .isEqualTo(Cause.TSDB_CPU);
  }

  private static Facts of(Seen seen, Window peak) {
    return new Facts(
        new Seen(
            peak,
            seen.ceiling(),
            seen.otherLoads(),
            seen.jobCeiling(),
            seen.capabilities(),
            seen.rateAsked(),
            seen.highestLoadSustained()));
  }

  /** As twice of what they leave: half as much again is an elasticity of log2(1.5). */
  private static Intervention paused() {
    double elasticity = Math.log(1.5) / Math.log(2);
    return new Intervention(
        "readers on → off",
        "readers",
        2,
        100_000,
        150_000,
        elasticity,
        elasticity - 0.05,
        elasticity + 0.05,
        0.26,
        true,
        Cause.TSDB_READERS);
  }

  @Test
  void doesNotGuessWithoutTheDatabasesMetrics() {
    var scene = new Scene().saturated();
    scene.metrics = false;
    Verdict verdict = Attribution.judge(scene.facts());
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("let Tidemark read the database");
    assertThat(verdict.missing()).isNotEmpty();
  }

  @Test
  void namesASignalThatTheDatabaseHasButDidNotReport() {
    Verdict verdict = Attribution.judge(new Scene().withoutReportOfSlots().saturated().facts());
    assertThat(verdict.missing()).containsExactly("insert slots taken");
    assertThat(verdict.reason()).contains("database's insert slots", "a newer one may");
  }

  @Test
  void aStorageOfWhichNothingIsReportedIsNotAFreeOne() {
    var scene = new Scene().saturated();
    scene.readOnly = null;
    scene.slowInserts = null;
    scene.disk = null;
    Verdict verdict = Attribution.judge(scene.facts());
    assertThat(verdict.missing()).containsExactly("the database's storage");

    scene.disk = 0.1;
    assertThat(Attribution.judge(scene.facts()).cause()).isEqualTo(Cause.JOB_IN_FLIGHT);
  }

  /** A window alone does not tell a delay, that goes on beside others, from one thing at a time. */
  @Test
  void promisesARangeWhereNothingShowsWhatHoldsTheSlots() {
    var scene = new Scene().saturated();
    scene.slotsInUse = 8;
    scene.slotLimitPerSecond = 100.0;
    scene.gainedByMore = null;

    Verdict alone = Attribution.judge(scene.facts());

    assertThat(alone.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(alone.confidence()).isEqualTo(Confidence.LOW);
    assertThat(alone.missing()).contains("what holds the insert slots");
    assertThat(alone.advice().get(0))
        .contains("from 8 to 16", "not known by what", "1.0 to 2.0 times");
    assertThat(Cause.TSDB_SLOTS.atLeast(scene.facts(), 2)).isEqualTo(1);

    scene.gainedByMore = false;
    scene.least = Scene.oneInFlight(130_000);
    Verdict beside = Attribution.judge(scene.facts());
    assertThat(beside.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(beside.missing()).doesNotContain("what holds the insert slots");
    assertThat(Cause.TSDB_SLOTS.atLeast(scene.facts(), 2)).isEqualTo(2);
    assertThat(beside.advice().get(0))
        .startsWith("raise the database's insert slots from 8 to 16: about");
  }

  @Test
  void moreMemoryAndNotMoreSlotsIsTheAdviceWhereThatIsShort() {
    var scene = new Scene().saturated();
    scene.slotsInUse = 8;
    scene.memoryStalled = 0.4;

    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.advice().get(0)).contains("more memory", "40 % of the time");
    assertThat(verdict.advice().toString()).doesNotContain("raise the database's insert slots");
    assertThat(verdict.gains().get(Cause.TSDB_MEMORY)).isCloseTo(1 / 0.6, within(1e-6));
  }

  @Test
  void aDatabaseThatWasKilledForWantOfMemoryNeedsMore() {
    var scene = new Scene().saturated();
    scene.memoryLimit = 2e9;
    scene.memoryKills = 0.25;
    scene.invalid = List.of("the database was restarted");

    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_MEMORY);
    assertThat(verdict.evidence().get(0).value()).isEqualTo("2");
    assertThat(verdict.advice().get(0))
        .contains(
            "more memory", "killed for want of memory: 2", "it holds 954 MiB now (limit 1.86 GiB)");
    assertThat(Attribution.memoryIsShort(scene.window())).contains("killed for want of memory: 2");

    scene.memoryKills = 0.0;
    assertThat(Attribution.judge(scene.facts()).cause()).isEqualTo(Cause.INCONCLUSIVE);
  }

  /** Its cores are full of work that larger caches would spare it. */
  @Test
  void coresThatMostlyReadTheIndexAgainLackMemory() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.9;
    scene.slowInserts = 1.0;
    scene.newSeries = 1.0;
    scene.uncached = 0.6;
    scene.rereadingCores = 3.0;

    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_MEMORY);
    assertThat(verdict.gains()).containsEntry(Cause.TSDB_MEMORY, 2.0);

    scene.rereadingCores = 1.0;
    assertThat(Attribution.judge(scene.facts()).cause()).isEqualTo(Cause.TSDB_CPU);
  }

  /** Sixteen requests that all wait at once are a queue; one that writes a file is none. */
  @Test
  void promisesOfADiskWhatItsWaitersCanDoMeanwhile() {
    var scene = new Scene().saturated();
    scene.databaseCores = 0.4;
    scene.ioStalled = 0.4;

    assertThat(Attribution.judge(scene.facts()).gains().get(Cause.TSDB_STORAGE))
        .isCloseTo(1 / 0.6, within(1e-6));

    scene.ioStalled = null;
    scene.disk = 0.92;
    assertThat(Attribution.judge(scene.facts()).gains().get(Cause.TSDB_STORAGE))
        .isCloseTo(1 / (1 - 0.46), within(1e-6));
  }

  @Test
  void namesSlowInsertsBesideTheCpuThatTheyCost() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.9;
    scene.slowInserts = 0.2;

    assertThat(Attribution.judge(scene.facts()).advice().toString())
        .contains("20 % of the rows are slow inserts");
  }

  @Test
  void saysHowToHaveTheCpuRead() {
    Verdict verdict =
        Attribution.judge(withoutCpu(new Scene().withSessions(0.1, 0.6).saturated()).facts());

    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("sessions that wait for a file", "host-metrics-urls");
  }

  private static Scene withoutCpu(Scene scene) {
    scene.databaseCores = null;
    return scene;
  }

  @Test
  void promisesNoNewerVersionOfWhatTheDatabaseHasNot() {
    Verdict verdict = Attribution.judge(new Scene().withoutSlots().saturated().facts());
    assertThat(verdict.against().get(Cause.TSDB_SLOTS).value()).isEqualTo("it has no insert slots");
    assertThat(verdict.missing()).isEmpty();
    assertThat(verdict.toString()).doesNotContain("newer");
    assertThat(verdict.advice().toString()).doesNotContain("slot");
  }

  @Test
  void saysWhoHoldsTheLockThatOthersWaitFor() {
    Verdict verdict = Attribution.judge(new Scene().withSessions(0.9, 0.0).saturated().facts());
    assertThat(verdict.advice().get(0)).contains("90 %", "session 7 of admin");
    assertThat(verdict.advice()).contains("look who blocks");
  }

  @Test
  void locksThatAreNotReportedLeaveContentionOpen() {
    Verdict verdict = Attribution.judge(new Scene().withSessions(null, null).saturated().facts());
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.missing()).containsExactly("sessions of the database that wait for a lock");
  }

  @Test
  void aStoreWithoutLocksHasNoContention() {
    Verdict verdict = Attribution.judge(new Scene().saturated().facts());
    assertThat(verdict.against().get(Cause.TSDB_CONTENTION).value()).isEqualTo("it reports none");
  }

  @Test
  void aStoreWithoutSlotsThatTurnsAwayDoesNotDoSoForWantOfThem() {
    var scene = new Scene();
    scene.throttled = 0.05;
    Verdict without = Attribution.judge(scene.withoutSlots().facts());
    assertThat(without.cause()).isEqualTo(Cause.TSDB_REJECTING);
    assertThat(without.confidence()).isEqualTo(Confidence.MEDIUM);

    scene.hasSlots = true;
    Verdict silent = Attribution.judge(scene.facts());
    assertThat(silent.cause()).isEqualTo(Cause.TSDB_REJECTING);
    assertThat(silent.confidence()).isEqualTo(Confidence.LOW);
    assertThat(silent.missing())
        .containsExactly("requests that gave up waiting for an insert slot");
  }

  @Test
  void saysHowToRaiseSlotsInTheDatabasesOwnWords() {
    var scene = new Scene().saturated();
    scene.slotsInUse = 8;
    assertThat(Attribution.judge(scene.facts()).advice()).contains("turn the knob");
  }

  @Test
  void asksForWhatFlinkDidNotReportAndNotForAnotherDatabase() {
    var scene = new Scene();
    scene.sourceIdle = null;
    scene.amplifyCores = 0.7;
    Verdict verdict = Attribution.judge(scene.facts());
    assertThat(verdict.missing()).containsExactly("the source is idle");
    assertThat(verdict.reason()).contains("metrics.fetcher.update-interval");
  }

  @Test
  void needsNoDatabaseToBlameTheJob() {
    var scene = new Scene();
    scene.metrics = false;
    scene.amplifyCores = 0.97;
    scene.samplesPerSecond = 9.9e6;
    assertThat(Attribution.judge(scene.facts()).cause()).isEqualTo(Cause.JOB_CPU);
  }

  @Test
  void doesNotBlameTheDatabaseForWhatTheJobReachesAtMost() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    scene.samplesPerSecond = 9.5e6;
    assertThat(Attribution.judge(scene.facts()).cause()).isNotEqualTo(Cause.TSDB_CPU);
  }

  /** Where no thread of the job has much to do, it could write more, measured or not. */
  @Test
  void trustsADatabaseVerdictLessWithoutTheJobsOwnCeilingIfAThreadOfItMayBeFull() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    scene.amplifyCores = 0.6;
    assertThat(Attribution.judge(scene.facts()).confidence()).isEqualTo(Confidence.MEDIUM);
    scene.jobCeiling = null;
    assertThat(Attribution.judge(scene.facts()).confidence()).isEqualTo(Confidence.LOW);
    scene.amplifyCores = 0.4;
    assertThat(Attribution.judge(scene.facts()).confidence()).isEqualTo(Confidence.MEDIUM);
  }

  @Test
  void aFullThreadIsTheJobsCeilingThoughNobodyMeasuredThat() {
    var scene = new Scene();
    scene.jobCeiling = null;
    scene.amplifyCores = 0.9;
    scene.amplifyBusy = 0.97;
    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.cause()).isEqualTo(Cause.JOB_CPU);
    assertThat(verdict.confidence()).isEqualTo(Confidence.MEDIUM);
  }

  /** That fewer in flight write as much while slots are free, say. */
  @Test
  void trustsTakenSlotsLessWhereNoLessWasTried() {
    var scene = new Scene().saturated();
    scene.slotsInUse = 8;
    scene.jobCeiling = null;
    Verdict verdict = Attribution.judge(scene.facts());

    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_SLOTS);
    assertThat(verdict.confidence()).isEqualTo(Confidence.LOW);
    assertThat(verdict.missing())
        .containsExactly("requests in flight at the knee", "what holds the insert slots");
  }

  @Test
  void aSlowUploadThatHoldsTheSlotsIsTheNetwork() {
    var scene = new Scene().saturated();
    scene.onTheLine = 0.9;
    scene.slotsInUse = 8;
    scene.knee = new Scene();
    scene.knee.onTheLine = 0.9;
    scene.knee.slotsInUse = 4;
    assertThat(Attribution.judge(scene.facts()).cause()).isEqualTo(Cause.NETWORK);
    scene.knee.onTheLine = 0.1;
    scene.knee.inFlight = 8;
    scene.knee.slotsInUse = 8;
    assertThat(Attribution.judge(scene.facts()).cause()).isEqualTo(Cause.TSDB_SLOTS);
  }

  @Test
  void namesWhatComesNext() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    scene.slotsInUse = 8;
    Verdict verdict = Attribution.judge(scene.facts());
    assertThat(verdict.cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(verdict.next()).contains(Cause.TSDB_SLOTS);
  }

  @Test
  void aHostThatOthersFillIsNotTheDatabasesCpu() {
    var scene = new Scene().saturated();
    scene.databaseCores = 1.2;
    scene.jobCores = 0.3;
    scene.host = new Host(4, 3.95, true);
    Verdict verdict = Attribution.judge(scene.facts());
    assertThat(verdict.cause()).isEqualTo(Cause.HOST_CPU);
    assertThat(verdict.advice().get(0)).contains("2.45 of others");
  }

  /** A cluster on a full host once had 1.0 for its link, 1.05 for its slots, and got storage. */
  @Test
  void whatGainsNothingDoesNotLeadForComingFirst() {
    assertThat(Attribution.leads(1.0, 1.052)).isFalse();
    assertThat(Attribution.leads(1.052, 1.052)).isTrue();
    assertThat(Attribution.leads(1.06, 1.15)).as("alike").isTrue();
    assertThat(Attribution.leads(1.19, 1.21)).as("alike, but not worth it").isFalse();
    assertThat(Attribution.leads(1.0, 1.04)).as("where nothing gains").isTrue();
  }

  @Test
  void judgesNoInvalidWindow() {
    var scene = new Scene();
    scene.invalid = List.of("the job was restarted");
    Verdict verdict = Attribution.judge(scene.facts());
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("the job was restarted");
  }
}
