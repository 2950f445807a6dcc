package io.tidemark.ceiling;

import static io.tidemark.ceiling.CauseRow.row;

import io.tidemark.measure.window.Host;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Windows that the job stops, its source, the way to the database, or nothing. */
class JobCausesTest {
  static Stream<CauseRow> rows() {
    return Stream.of(
        row(
            "most wait for a lock, and the job for nobody",
            s -> {
              s.withSessions(0.9, 0.0);
              s.sourceIdle = 0.9;
            },
            Cause.SOURCE),
        row(
            "a TaskManager with a core and a half, whose cluster refreshes its metrics rarely",
            s -> {
              s.jobCores = 1.45;
              s.jobMayUse = 1.5;
              s.sourceIdle = null;
              s.samplesPerSecond = 9.5e6;
            },
            Cause.JOB_CPU),
        row(
            "threads at little of a core each, which a quota stops in most of its periods",
            s -> {
              s.jobCores = 0.7;
              s.jobMayUse = 1;
              s.jobThrottled = 0.8;
              s.sourceIdle = null;
              s.samplesPerSecond = 9.5e6;
            },
            Cause.JOB_CPU),
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
        row(
            "a client that waits for its own threads, as fast as without a database",
            s -> {
              s.saturated().metrics = false;
              s.httpCores = 0.6;
              s.samplesPerSecond = 17e6;
              s.gainedByMore = false;
              s.least = Scene.oneInFlight(5e6);
              s.least.metrics = false;
            },
            Cause.JOB_CPU),
        row("garbage", s -> s.gcShare = 0.25, Cause.JOB_GC),
        row(
            "a thread that works whenever nothing is collected, so cores gain more than heap",
            s -> {
              s.gcShare = 0.4;
              s.amplifyCores = 0.55;
              s.samplesPerSecond = 9.5e6;
            },
            Cause.JOB_CPU),
        row(
            "so much garbage that Flink tells nothing, nor the database",
            s -> {
              s.saturated().gcShare = 0.85;
              s.sourceIdle = null;
              s.metrics = false;
            },
            Cause.JOB_GC),
        row(
            "so much garbage that requests seem to be held for as long as the job is stopped",
            s -> {
              s.gcShare = 0.8;
              s.inFlight = 1.5;
              s.bound = 2;
              s.permitWait = 0.48;
              s.sendShare = 0.52;
              s.jobCores = 1.23;
              s.amplifyCores = 0.04;
              s.samplesPerSecond = 800_000;
              s.jobCeiling = 891_000.0;
              s.metrics = false;
              s.gainedByMore = false;
              s.least = Scene.oneInFlight(977_000);
              s.least.inFlight = 0.75;
              s.least.onTheLine = 1.0;
              s.least.metrics = false;
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
        row(
            "the same, known to a tenth: a faster database gains too little to matter",
            s -> {
              s.saturated().httpCores = 0.7;
              s.samplesPerSecond = 9.8e6;
              s.jobCeilingError = 0.12;
              s.metrics = false;
            },
            Cause.JOB_CPU),
        row(
            "the same, known to a fifth: a faster database may gain enough",
            s -> {
              s.saturated().httpCores = 0.7;
              s.samplesPerSecond = 9.8e6;
              s.jobCeilingError = 0.2;
              s.metrics = false;
            },
            Cause.INCONCLUSIVE),
        row(
            "502 of a proxy with a backend that is gone",
            s -> s.saturated().failing("HTTP 502", 0.5, false),
            Cause.REQUESTS_FAIL),
        row(
            "503 of the same",
            s -> s.saturated().failing("HTTP 503", 0.5, true),
            Cause.REQUESTS_FAIL),
        row(
            "no answer in time from one address",
            s -> s.saturated().failing("", 0.5, false),
            Cause.REQUESTS_FAIL),
        row(
            "503 that the database counts itself",
            s -> {
              s.saturated().failing("HTTP 503", 0.5, true).slotTimeouts = 40.0;
              s.slotsInUse = 8;
            },
            Cause.TSDB_SLOTS),
        row(
            "many small requests of others, of which few find no slot",
            s -> {
              s.saturated().slotLimitPerSecond = 40.0;
              s.noneFreeShare = 0.02;
            },
            Cause.JOB_IN_FLIGHT),
        row(
            "a round trip, with the bound used up",
            s -> {
              s.saturated().onTheLine = 0.9;
              s.roundTripMillis = 60.0;
              s.least = Scene.oneInFlight(60_000);
              s.least.onTheLine = 0.9;
              s.least.roundTripMillis = 60.0;
            },
            Cause.JOB_IN_FLIGHT),
        row(
            "slow link, where nobody looks at sockets",
            s -> {
              s.saturated().sendShare = 0.9;
              s.onTheLine = null;
            },
            Cause.NETWORK),
        row(
            "bodies that the client is slow to hand over, though nothing waits in its sockets",
            s -> s.saturated().sendShare = 0.9,
            Cause.JOB_IN_FLIGHT),
        row("a thin line behind large buffers", s -> s.saturated().onTheLine = 0.8, Cause.NETWORK),
        row(
            "a thin line, and a job that collects some garbage while it waits",
            s -> {
              s.saturated().onTheLine = 0.8;
              s.gcShare = 0.3;
              s.gainedByMore = false;
              s.least = Scene.oneInFlight(950_000);
              s.least.onTheLine = 0.9;
            },
            Cause.NETWORK),
        row("bound too low", Scene::saturated, Cause.JOB_IN_FLIGHT),
        row(
            "many in flight, few in the slots, and more gain nothing",
            s -> s.saturated().gainedByMore = false,
            Cause.GATEWAY),
        row(
            "the same, and the one moment of two at which one alone was on the line",
            s -> {
              s.saturated().gainedByMore = false;
              s.least = Scene.oneInFlight(550_000);
              s.least.onTheLine = 0.5;
              s.least.lineReadings = 2;
            },
            Cause.GATEWAY),
        row(
            "the same, and more such moments, but none at the peak",
            s -> {
              s.saturated().gainedByMore = false;
              s.least = Scene.oneInFlight(550_000);
              s.least.onTheLine = 0.5;
            },
            Cause.GATEWAY),
        row(
            "slots taken, so that bodies wait on the line, and a moment of four of one alone",
            s -> {
              s.saturated().slotsInUse = 8;
              s.onTheLine = 0.52;
              s.gainedByMore = false;
              s.least = Scene.oneInFlight(125_000);
              s.least.onTheLine = 0.25;
              s.least.lineReadings = 4;
            },
            Cause.TSDB_SLOTS),
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
            "slots or line, which can't be told",
            s -> {
              s.saturated().onTheLine = 0.7;
              s.slotsInUse = 8;
            },
            Cause.INCONCLUSIVE),
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
              s.host = new Host(4, 3.95, true);
            },
            Cause.HOST_CPU),
        row(
            "a shared host full of both",
            s -> {
              s.permitWait = 0.4;
              s.inFlight = 10;
              s.databaseCores = 1.9;
              s.jobCores = 1.9;
              s.host = new Host(4, 3.95, true);
            },
            Cause.HOST_CPU),
        row(
            "most of a full host is the job's, so its writers wait for cores, too",
            s -> {
              s.saturated().databaseCores = 1.3;
              s.jobCores = 2.6;
              s.host = new Host(4, 3.95, true);
            },
            Cause.JOB_CPU),
        row(
            "a job that waits for nothing but cores of a full host, half as fast as alone",
            s -> {
              s.databaseCores = 2.2;
              s.jobCores = 1.7;
              s.jobCeiling = 2e6;
              s.host = new Host(4, 3.95, true);
            },
            Cause.HOST_CPU),
        row(
            "many wait outside, and those inside hold each other up by what is not reported",
            s -> {
              s.saturated().gainedByMore = false;
              s.slotsInUse = 4;
              s.least = Scene.oneInFlight(500_000);
            },
            Cause.INCONCLUSIVE),
        row(
            "as many insert slots taken as requests may be in flight, so twice of them gain nothing",
            s -> {
              s.saturated().slots = 16.0;
              s.slotsInUse = 15.8;
              s.least = Scene.oneInFlight(62_500);
            },
            Cause.INCONCLUSIVE),
        row(
            "slow link, to a store without insert slots",
            s -> s.withoutSlots().saturated().onTheLine = 0.95,
            Cause.NETWORK),
        row(
            "bound too low, for a store without insert slots",
            s -> s.withoutSlots().saturated(),
            Cause.JOB_IN_FLIGHT),
        row(
            "slow link, where the database did not report its insert slots",
            s -> s.withoutReportOfSlots().saturated().onTheLine = 0.95,
            Cause.INCONCLUSIVE),
        row(
            "bound too low, or too few insert slots, of which nothing was reported",
            s -> s.withoutReportOfSlots().saturated(),
            Cause.INCONCLUSIVE));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void names(CauseRow row) {
    row.check();
  }
}
