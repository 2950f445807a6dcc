package io.tidemark.ceiling;

import static io.tidemark.ceiling.CauseRow.row;

import io.tidemark.measure.window.Host;
import io.tidemark.measure.window.Sessions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Windows that the database stops, and what looks like it. */
class DatabaseCausesTest {
  static Stream<CauseRow> rows() {
    return Stream.of(
        row(
            "insert slots and CPU nearly used up, so that twice of either gains little",
            s -> {
              s.saturated().databaseCores = 3.7;
              s.slotsInUse = 8;
              s.slotsFollowCores = false;
              s.least = Scene.oneInFlight(130_000);
            },
            Cause.TSDB_CPU),
        row("queries as many as the writes", s -> s.read(16, 16), Cause.TSDB_READERS),
        row("few queries beside many writes", s -> s.read(16, 4), Cause.TSDB_CPU),
        row(
            "as many queries, and cores for all",
            s -> s.read(16, 16).databaseCores = 2.0,
            Cause.JOB_IN_FLIGHT),
        row("link to storage full", s -> s.saturated().link = 0.95, Cause.TSDB_STORAGE),
        row(
            "slots full because the link is",
            s -> {
              s.saturated().link = 0.97;
              s.slotsInUse = 8;
              s.slotLimitPerSecond = 100.0;
            },
            Cause.TSDB_STORAGE),
        row(
            "read-only, answered 503",
            s -> {
              s.saturated().readOnly = true;
              s.throttled = 1;
            },
            Cause.TSDB_STORAGE),
        row(
            "slots full because a storage is down",
            s -> {
              s.saturated().slotsInUse = 8;
              s.unreachableStorage = List.of("vmstorage-2:8400");
            },
            Cause.TSDB_STORAGE),
        row(
            "a storage is down, and the others keep up",
            s -> s.saturated().unreachableStorage = List.of("vmstorage-2:8400"),
            Cause.JOB_IN_FLIGHT),
        row(
            "a storage is down, and the CPU is full",
            s -> {
              s.saturated().databaseCores = 3.9;
              s.slotsInUse = 8;
              s.unreachableStorage = List.of("vmstorage-2:8400");
            },
            Cause.TSDB_CPU),
        row("disk stalls", s -> s.saturated().ioStalled = 0.5, Cause.TSDB_STORAGE),
        row(
            "most sessions wait for a file",
            s -> s.withSessions(0.1, 0.6).saturated(),
            Cause.TSDB_STORAGE),
        row(
            "slots full, because all in them waits for memory",
            s -> {
              s.saturated().slotsInUse = 8;
              s.slotLimitPerSecond = 100.0;
              s.memoryStalled = 0.5;
            },
            Cause.TSDB_MEMORY),
        row(
            "what has no room in memory is read again from the disk",
            s -> {
              s.saturated().ioStalled = 0.6;
              s.memoryStalled = 0.5;
            },
            Cause.TSDB_MEMORY),
        row(
            "a little waiting for memory, and slots full",
            s -> {
              s.saturated().slotsInUse = 8;
              s.memoryStalled = 0.05;
              s.gainedByMore = false;
              s.least = Scene.oneInFlight(130_000);
            },
            Cause.TSDB_SLOTS),
        row(
            "most sessions wait for a file, and who has the CPU can't be read",
            s -> s.withSessions(0.1, 0.6).saturated().databaseCores = null,
            Cause.INCONCLUSIVE),
        row(
            "most sessions wait for a file, and mostly none computes",
            s -> s.withSessions(0.1, 0.9, 0.05).saturated().databaseCores = null,
            Cause.TSDB_STORAGE),
        row(
            "sessions that wait for nothing, of a database whose CPU can't be read",
            s -> {
              s.withSessions(0.1, 0.1, 0.8).saturated().databaseCores = null;
              s.gainedByMore = false;
              s.least = Scene.oneInFlight(700_000).withSessions(0.0, 0.1, 0.9);
              s.least.databaseCores = null;
            },
            Cause.TSDB_CPU),
        row(
            "sessions that wait for nothing, of which more get more done",
            s -> s.withSessions(0.1, 0.1, 0.8).saturated().databaseCores = null,
            Cause.INCONCLUSIVE),
        row(
            "one of many sessions writes to the log at a time, whatever the cores are",
            s -> s.withSessions(0.1, 0.2).saturated().disk = 0.95,
            Cause.TSDB_STORAGE),
        row(
            "slots full of slow inserts, whose reads of the index are quick",
            s -> {
              s.saturated().slotsInUse = 8;
              s.slowInserts = 0.2;
              s.gainedByMore = false;
              s.least = Scene.oneInFlight(130_000);
            },
            Cause.TSDB_SLOTS),
        row(
            "CPU full of slow inserts",
            s -> {
              s.saturated().slowInserts = 0.2;
              s.databaseCores = 3.9;
            },
            Cause.TSDB_CPU),
        row(
            "most sessions are held up while they write a file, and the CPU is full",
            s -> s.withSessions(0.1, 0.6).saturated().databaseCores = 3.8,
            Cause.TSDB_CPU),
        row("429", s -> s.throttled = 0.05, Cause.TSDB_REJECTING),
        row(
            "a limit of connections, with most of the CPU free",
            s -> {
              s.withSessions(0.0, 0.0).saturated().throttled = 0.3;
              s.bound = 4;
              s.inFlight = 3.9;
              s.samplesPerSecond = 390_000;
              s.knee = Scene.oneInFlight(380_000).withSessions(0.0, 0.0);
              s.knee.sessions = new Sessions(1, 100.0, 0.0, 0.0, List.of());
              s.knee.permitWait = 0.95;
              s.least = s.knee;
              s.gainedByMore = false;
            },
            Cause.TSDB_REJECTING),
        row(
            "sessions held up by what nobody reports, of a database that is seen to get its CPU",
            s -> {
              s.withSessions(0.0, 0.2).saturated().databaseCores = 0.3;
              s.cpuWaiting = 0.0;
              s.least = Scene.oneInFlight(700_000).withSessions(0.0, 0.2);
              s.least.databaseCores = 0.2;
              s.gainedByMore = false;
            },
            Cause.INCONCLUSIVE),
        row(
            "sessions let in one after the other by what nobody reports, each with a core",
            s -> {
              s.withSessions(0.0, 0.0).saturated().databaseCores = 0.78;
              s.sessions = new Sessions(0.9, null, null, 0.0, List.of());
              s.bound = 2;
              s.inFlight = 2.0;
              s.least = Scene.oneInFlight(700_000).withSessions(0.0, 0.0);
              s.least.sessions = s.sessions;
              s.least.databaseCores = 0.78;
              s.gainedByMore = false;
            },
            Cause.INCONCLUSIVE),
        row(
            "sessions let in one after the other, which leave a large body in its socket",
            s -> {
              s.withSessions(0.0, 0.0).saturated().databaseCores = 0.78;
              s.sessions = new Sessions(0.9, null, null, 0.0, List.of());
              s.hasLocks = false;
              s.bound = 1;
              s.inFlight = 0.98;
              s.onTheLine = 1.0;
              s.least = s;
              s.gainedByMore = false;
            },
            Cause.INCONCLUSIVE),
        row(
            "two sessions that take turns, with large bodies in their sockets; more was not tried",
            s -> {
              s.withSessions(0.0, 0.0).saturated().databaseCores = 0.94;
              s.sessions = new Sessions(1.9, null, null, 0.0, List.of());
              s.hasLocks = false;
              s.bound = 2;
              s.inFlight = 1.95;
              s.onTheLine = 0.8;
              s.gainedByMore = null;
            },
            Cause.JOB_IN_FLIGHT),
        row(
            "most sessions wait for a lock, and all else is free",
            s -> s.withSessions(0.9, 0.0).saturated(),
            Cause.TSDB_CONTENTION),
        row(
            "some wait for a lock, and the CPU is full",
            s -> s.withSessions(0.3, 0.0).saturated().databaseCores = 3.8,
            Cause.TSDB_CPU),
        row(
            "503 after a minute without a slot",
            s -> {
              s.saturated().throttled = 0.3;
              s.slotTimeouts = 5.0;
              s.slotsInUse = 8;
            },
            Cause.TSDB_SLOTS),
        row(
            "a client with a thread for each request, which fill a core between them",
            s -> {
              s.withSessions(0.0, 0.0).saturated().httpCores = 0.95;
              s.databaseCores = 3.8;
            },
            Cause.TSDB_CPU),
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
            "database CPU that another client has taken, so that what one request sends lies in sockets",
            s -> {
              s.saturated().databaseCores = 3.95;
              s.samplesPerSecond = 100_000;
              s.rows = 400_000.0;
              s.onTheLine = 0.9;
              s.least = Scene.oneInFlight(80_000);
              s.least.databaseCores = 3.9;
              s.least.onTheLine = 1.0;
            },
            Cause.TSDB_CPU),
        row(
            "an insert node with a quarter of a core before a storage node with many",
            s -> {
              s.saturated().databaseCores = 3.95;
              s.inFlight = 4;
              s.bound = 4;
              s.nodes = 2;
              s.coresOfInsertNode = 0.25;
              s.slots = 2.0;
              s.slotsInUse = 1;
              s.link = 0.9;
              s.samplesPerSecond = 250_000;
              s.gainedByMore = false;
              s.least = Scene.oneInFlight(257_000);
              s.least.databaseCores = 3.9;
              s.least.nodes = 2;
              s.least.coresOfInsertNode = 0.25;
              s.least.slots = 2.0;
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
              s.host = new Host(4, 3.95, true);
            },
            Cause.TSDB_CPU),
        row("slots by the gauge", s -> s.saturated().slotsInUse = 7.6, Cause.TSDB_SLOTS),
        row(
            "slots by the counter, where the gauge misses it",
            s -> {
              s.saturated().slotsInUse = 3;
              s.slotLimitPerSecond = 80.0;
            },
            Cause.TSDB_SLOTS),
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
            "slots taken, and the line full of those that wait for one",
            s -> {
              s.saturated().onTheLine = 0.52;
              s.slotsInUse = 7.6;
            },
            Cause.TSDB_SLOTS),
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
            "a full CPU of one of the nodes whose pages were read",
            s -> {
              s.saturated().rows = 0.5e6;
              s.databaseCores = 3.9;
            },
            Cause.TSDB_CPU),
        row(
            "slots taken, by requests that hold each other up, with two thirds of the CPU",
            s -> {
              s.saturated().databaseCores = 2.7;
              s.slotsInUse = 8;
              s.slotsFollowCores = false;
              s.least = Scene.oneInFlight(200_000);
            },
            Cause.TSDB_CPU),
        row(
            "uploads hold the slots for a third of the time, on a line that has room",
            s -> {
              s.saturated().slotsInUse = 8;
              s.onTheLine = 0.68;
              s.knee = new Scene().saturated();
              s.knee.onTheLine = 0.8;
              s.least = Scene.oneInFlight(125_000);
              s.least.onTheLine = 0.36 / 8;
            },
            Cause.TSDB_SLOTS));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void names(CauseRow row) {
    row.check();
  }
}
