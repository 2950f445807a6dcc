package io.tidemark.ceiling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.measure.Window;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AttributionTest {
  /** Each cause by what makes it; the thresholds are those of the design's table. */
  private record Row(String name, Consumer<Scene> scene, Cause cause) {
    @Override
    public String toString() {
      return name + " → " + cause;
    }
  }

  private static Row row(String name, Consumer<Scene> scene, Cause cause) {
    return new Row(name, scene, cause);
  }

  static Stream<Row> rows() {
    return Stream.of(
        row("link to storage full", s -> s.saturated().link = 0.95, Cause.TSDB_STORAGE),
        row(
            "slots full because the link is",
            s -> {
              s.saturated().link = 0.97;
              s.slotsInUse = 8;
              s.slotLimitPerSecond = 100;
            },
            Cause.TSDB_STORAGE),
        row(
            "read-only, answered 503",
            s -> {
              s.saturated().readOnly = true;
              s.throttled = 1;
            },
            Cause.TSDB_STORAGE),
        row("disk stalls", s -> s.saturated().ioStalled = 0.5, Cause.TSDB_STORAGE),
        row(
            "most sessions wait for a file",
            s -> s.withSessions(0.1, 0.6).saturated(),
            Cause.TSDB_STORAGE),
        row(
            "most sessions are held up while they write a file, and the CPU is full",
            s -> s.withSessions(0.1, 0.6).saturated().databaseCores = 3.8,
            Cause.TSDB_CPU),
        row("429", s -> s.throttled = 0.05, Cause.TSDB_REJECTING),
        row(
            "most sessions wait for a lock, and all else is free",
            s -> s.withSessions(0.9, 0.0).saturated(),
            Cause.TSDB_CONTENTION),
        row(
            "some wait for a lock, and the CPU is full",
            s -> s.withSessions(0.3, 0.0).saturated().databaseCores = 3.8,
            Cause.TSDB_CPU),
        row(
            "most wait for a lock, and the job for nobody",
            s -> {
              s.withSessions(0.9, 0.0);
              s.sourceIdle = 0.9;
            },
            Cause.SOURCE),
        row(
            "503 after a minute without a slot",
            s -> {
              s.saturated().throttled = 0.3;
              s.slotTimeouts = 5.0;
              s.slotsInUse = 8;
            },
            Cause.TSDB_SLOTS),
        row(
            "the rate asked for is written",
            s -> {
              s.rate = 100_000;
              s.samplesPerSecond = 99_500;
            },
            Cause.SOURCE),
        row(
            "the rate asked for is written, in bursts that wait",
            s -> {
              s.rate = 100_000;
              s.samplesPerSecond = 99_500;
              s.permitWait = 0.3;
              s.inFlight = 0.55 * s.bound;
            },
            Cause.SOURCE),
        row("Kafka is drained", s -> s.sourceIdle = 0.6, Cause.SOURCE),
        row(
            "all that the search asked for was written",
            s -> s.sustained = true,
            Cause.NONE_REACHED),
        row(
            "all that a ramp asked of an idle source was written",
            s -> {
              s.sustained = true;
              s.sourceIdle = 0.98;
            },
            Cause.NONE_REACHED),
        row("garbage", s -> s.gcShare = 0.25, Cause.JOB_GC),
        row(
            "so much garbage that Flink tells nothing, nor the database",
            s -> {
              s.saturated().gcShare = 0.85;
              s.sourceIdle = null;
              s.metrics = false;
            },
            Cause.JOB_GC),
        row(
            "garbage, though all that the source was asked for is written",
            s -> {
              s.gcShare = 0.25;
              s.rate = 100_000;
              s.samplesPerSecond = 99_500;
            },
            Cause.SOURCE),
        row(
            "one hot key, whose other subtasks of the source are idle",
            s -> {
              s.amplifyCores = 0.95;
              s.amplifySkew = 2;
              s.sourceIdle = 0.5;
            },
            Cause.JOB_SKEW),
        row(
            "one hot key",
            s -> {
              s.amplifyCores = 0.98;
              s.amplifySkew = 1.9;
            },
            Cause.JOB_SKEW),
        row(
            "amplifiers at their cores",
            s -> {
              s.amplifyCores = 0.97;
              s.samplesPerSecond = 9.5e6;
            },
            Cause.JOB_CPU),
        row(
            "the HTTP client's thread at its core, with all in flight",
            s -> {
              s.saturated().httpCores = 0.95;
              s.samplesPerSecond = 9.5e6;
            },
            Cause.JOB_CPU),
        row(
            "a client with a thread for each request, which fill a core between them",
            s -> {
              s.withSessions(0.0, 0.0).saturated().httpCores = 0.95;
              s.databaseCores = 3.8;
            },
            Cause.TSDB_CPU),
        row(
            "amplifiers that always work, and wait for a core now and then",
            s -> {
              s.amplifyCores = 0.78;
              s.amplifyBusy = 0.99;
              s.samplesPerSecond = 9.5e6;
            },
            Cause.JOB_CPU),
        row(
            "one hot key, whose subtask waits for a core now and then",
            s -> {
              s.amplifyCores = 0.8;
              s.amplifySkew = 2;
              s.amplifyBusy = 0.5;
            },
            Cause.JOB_SKEW),
        row(
            "the HTTP client's thread at its core, and nothing known of the database",
            s -> {
              s.saturated().httpCores = 0.95;
              s.samplesPerSecond = 9.5e6;
              s.metrics = false;
            },
            Cause.JOB_CPU),
        row(
            "as fast as without a database, with a thread that works, and all in flight",
            s -> {
              s.saturated().httpCores = 0.7;
              s.samplesPerSecond = 9.5e6;
              s.metrics = false;
            },
            Cause.JOB_CPU),
        row("slow link", s -> s.saturated().sendShare = 0.9, Cause.NETWORK),
        row("a thin line behind large buffers", s -> s.saturated().onTheLine = 0.8, Cause.NETWORK),
        row("database CPU", s -> s.saturated().databaseCores = 3.8, Cause.TSDB_CPU),
        row(
            "database CPU, which leaves the bodies in its sockets",
            s -> {
              s.saturated().databaseCores = 3.8;
              s.onTheLine = 0.8;
            },
            Cause.TSDB_CPU),
        row(
            "slots whose requests take longer than one at a time, for want of CPU",
            s -> {
              s.saturated().databaseCores = 2.6;
              s.slotsInUse = 8;
              s.least = new Scene();
              s.least.inFlight = 1;
              s.least.samplesPerSecond = 0.18e6;
            },
            Cause.TSDB_CPU),
        row(
            "slots whose requests take as long as one at a time, with as much CPU",
            s -> {
              s.saturated().databaseCores = 2.6;
              s.slotsInUse = 8;
              s.least = new Scene();
              s.least.inFlight = 1;
              s.least.samplesPerSecond = 0.14e6;
            },
            Cause.TSDB_SLOTS),
        row(
            "refusals of what a full CPU can't take",
            s -> {
              s.saturated().databaseCores = 3.9;
              s.throttled = 0.5;
              s.least = new Scene();
            },
            Cause.TSDB_CPU),
        row(
            "refusals at any load, and fewer of them would meet a full CPU",
            s -> {
              s.saturated().databaseCores = 3.9;
              s.throttled = 0.1;
              s.least = new Scene();
              s.least.throttled = 0.1;
            },
            Cause.TSDB_CPU),
        row(
            "database CPU, for want of which its link to storage is always sending",
            s -> {
              s.saturated().databaseCores = 3.8;
              s.link = 0.95;
            },
            Cause.TSDB_CPU),
        row(
            "database CPU, though all slots are taken",
            s -> {
              s.saturated().databaseCores = 3.8;
              s.slotsInUse = 8;
            },
            Cause.TSDB_CPU),
        row(
            "most of a shared host that is full",
            s -> {
              s.saturated().databaseCores = 3.1;
              s.host = new Window.Host(4, 3.95, true);
            },
            Cause.TSDB_CPU),
        row("slots by the gauge", s -> s.saturated().slotsInUse = 7.6, Cause.TSDB_SLOTS),
        row(
            "slots by the counter, where the gauge misses it",
            s -> {
              s.saturated().slotsInUse = 3;
              s.slotLimitPerSecond = 80;
            },
            Cause.TSDB_SLOTS),
        row("bound too low", Scene::saturated, Cause.JOB_IN_FLIGHT),
        row(
            "many in flight, few in the slots, and more gain nothing",
            s -> s.saturated().gainedByMore = false,
            Cause.GATEWAY),
        row(
            "as many slots taken as CPU is left for: more of them would gain next to nothing",
            s -> {
              s.saturated().databaseCores = 3.4;
              s.slotsInUse = 8;
            },
            Cause.TSDB_CPU),
        row(
            "slots taken with half of the CPU",
            s -> {
              s.saturated().databaseCores = 2.2;
              s.slotsInUse = 8;
            },
            Cause.TSDB_SLOTS),
        row(
            "slots taken, of a database that is throttled at a tenth of its cores",
            s -> {
              s.saturated().databaseCores = 0.4;
              s.cpuWaiting = 0.9;
              s.slotsInUse = 8;
            },
            Cause.TSDB_CPU),
        row(
            "slots taken now, though half as many in flight were as fast",
            s -> {
              s.saturated().slotsInUse = 8;
              s.knee = new Scene();
            },
            Cause.INCONCLUSIVE),
        row(
            "a thin line whose uploads hold the slots, where no less was tried",
            s -> {
              s.saturated().onTheLine = 1.0;
              s.slotsInUse = 8;
            },
            Cause.NETWORK),
        row(
            "slots taken, and the line full of those that wait for one",
            s -> {
              s.saturated().onTheLine = 0.52;
              s.slotsInUse = 7.6;
            },
            Cause.TSDB_SLOTS),
        row(
            "slots or line, which can't be told",
            s -> {
              s.saturated().onTheLine = 0.7;
              s.slotsInUse = 8;
            },
            Cause.INCONCLUSIVE),
        row(
            "writers that wait, beside a quarter of garbage",
            s -> {
              s.saturated().gcShare = 0.25;
              s.slotsInUse = 8;
            },
            Cause.TSDB_SLOTS),
        row(
            "a storage node whose CPU is full, and the link to it with that",
            s -> {
              s.saturated().link = 0.97;
              s.databaseCores = 3.8;
            },
            Cause.TSDB_CPU),
        row(
            "one of several nodes read-only, and nothing refused",
            s -> s.saturated().readOnly = true,
            Cause.JOB_IN_FLIGHT),
        row(
            "slow inserts of series that are new",
            s -> {
              s.saturated().slowInserts = 0.3;
              s.newSeries = 0.28;
            },
            Cause.JOB_IN_FLIGHT),
        row(
            "a free CPU, as far as those nodes go whose pages were read",
            s -> s.saturated().rows = 0.5e6,
            Cause.INCONCLUSIVE),
        row(
            "a full CPU of one of the nodes whose pages were read",
            s -> {
              s.saturated().rows = 0.5e6;
              s.databaseCores = 3.9;
            },
            Cause.TSDB_CPU),
        row(
            "a source that gives no more, by its threads alone",
            s -> s.sourceIdle = null,
            Cause.SOURCE),
        row(
            "the job's CPU, by its threads alone",
            s -> {
              s.sourceIdle = null;
              s.amplifyCores = 0.97;
              s.samplesPerSecond = 9.5e6;
            },
            Cause.JOB_CPU),
        row(
            "slots taken on a shared host full of both",
            s -> {
              s.saturated().slotsInUse = 8;
              s.databaseCores = 2.1;
              s.jobCores = 1.8;
              s.host = new Window.Host(4, 3.95, true);
            },
            Cause.HOST_CPU),
        row(
            "a shared host full of both",
            s -> {
              s.permitWait = 0.4;
              s.inFlight = 10;
              s.databaseCores = 1.9;
              s.jobCores = 1.9;
              s.host = new Window.Host(4, 3.95, true);
            },
            Cause.HOST_CPU),
        row(
            "most of a full host is the job's, so its writers wait for cores, too",
            s -> {
              s.saturated().databaseCores = 1.3;
              s.jobCores = 2.6;
              s.host = new Window.Host(4, 3.95, true);
            },
            Cause.JOB_CPU),
        row(
            "a job that waits for nothing but cores of a full host, half as fast as alone",
            s -> {
              s.databaseCores = 2.2;
              s.jobCores = 1.7;
              s.jobCeiling = 2e6;
              s.host = new Window.Host(4, 3.95, true);
            },
            Cause.JOB_CPU),
        row(
            "many wait outside, and those inside hold each other up by what is not reported",
            s -> {
              s.saturated().gainedByMore = false;
              s.slotsInUse = 4;
              s.least = oneInFlight(500_000);
            },
            Cause.INCONCLUSIVE),
        row(
            "insert slots and CPU nearly used up, so that twice of neither gains",
            s -> {
              s.saturated().databaseCores = 3.7;
              s.slotsInUse = 8;
              s.slotsFollowCores = false;
              s.least = oneInFlight(130_000);
            },
            Cause.INCONCLUSIVE),
        row(
            "slots taken, by requests that hold each other up, with two thirds of the CPU",
            s -> {
              s.saturated().databaseCores = 2.7;
              s.slotsInUse = 8;
              s.slotsFollowCores = false;
              s.least = oneInFlight(200_000);
            },
            Cause.TSDB_CPU),
        row(
            "uploads hold the slots for a third of the time, on a line that has room",
            s -> {
              s.saturated().slotsInUse = 8;
              s.onTheLine = 0.68;
              s.knee = new Scene().saturated();
              s.knee.onTheLine = 0.8;
              s.least = oneInFlight(125_000);
              s.least.onTheLine = 0.36;
            },
            Cause.TSDB_SLOTS),
        row(
            "slow link, to a store without insert slots",
            s -> s.withoutSlots().saturated().sendShare = 0.9,
            Cause.NETWORK),
        row(
            "bound too low, for a store without insert slots",
            s -> s.withoutSlots().saturated(),
            Cause.JOB_IN_FLIGHT),
        row(
            "slow link, where the database did not report its insert slots",
            s -> s.withoutReportOfSlots().saturated().sendShare = 0.9,
            Cause.INCONCLUSIVE),
        row(
            "bound too low, or too few insert slots, of which nothing was reported",
            s -> s.withoutReportOfSlots().saturated(),
            Cause.INCONCLUSIVE));
  }

  private static Scene oneInFlight(double samplesPerSecond) {
    var least = new Scene();
    least.inFlight = 1;
    least.bound = 1;
    least.slotsInUse = 1;
    least.samplesPerSecond = samplesPerSecond;
    return least;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void names(Row row) {
    var scene = new Scene();
    row.scene.accept(scene);
    Verdict verdict = Attribution.judge(scene.facts());
    assertThat(verdict.cause()).as(verdict.reason() + " " + verdict.against()).isEqualTo(row.cause);
    assertThat(verdict.evidence()).noneMatch(finding -> Boolean.FALSE.equals(finding.holds()));
    assertThat(verdict.against().values()).allMatch(finding -> !finding.holds());
    assertThat(verdict.advice()).isNotEmpty();
  }

  @Test
  void everyCauseHasARow() {
    assertThat(rows().map(Row::cause))
        .containsAll(
            Stream.of(Cause.values()).filter(cause -> cause != Cause.INCONCLUSIVE).toList());
  }

  @Test
  void doesNotGuessWithoutTheDatabasesMetrics() {
    var scene = new Scene().saturated();
    scene.metrics = false;
    Verdict verdict = Attribution.judge(scene.facts());
    assertThat(verdict.cause()).isEqualTo(Cause.INCONCLUSIVE);
    assertThat(verdict.reason()).contains("/metrics");
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
    assertThat(verdict.against().get(Cause.TSDB_CONTENTION).value()).isEqualTo("it has no locks");
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

  @Test
  void trustsADatabaseVerdictLessWithoutTheJobsOwnCeiling() {
    var scene = new Scene().saturated();
    scene.databaseCores = 3.8;
    assertThat(Attribution.judge(scene.facts()).confidence()).isEqualTo(Confidence.MEDIUM);
    scene.jobCeiling = null;
    assertThat(Attribution.judge(scene.facts()).confidence()).isEqualTo(Confidence.LOW);
  }

  @Test
  void aSlowUploadThatHoldsTheSlotsIsTheNetwork() {
    var scene = new Scene().saturated();
    scene.sendShare = 0.9;
    scene.slotsInUse = 8;
    scene.knee = new Scene();
    scene.knee.sendShare = 0.9;
    scene.knee.slotsInUse = 4;
    assertThat(Attribution.judge(scene.facts()).cause()).isEqualTo(Cause.NETWORK);
    scene.knee.sendShare = 0.1;
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
    scene.host = new Window.Host(4, 3.95, true);
    Verdict verdict = Attribution.judge(scene.facts());
    assertThat(verdict.cause()).isEqualTo(Cause.HOST_CPU);
    assertThat(verdict.advice().get(0)).contains("2.45 of others");
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
