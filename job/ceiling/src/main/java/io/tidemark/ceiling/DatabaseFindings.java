package io.tidemark.ceiling;

import static io.tidemark.ceiling.Finding.number;
import static io.tidemark.ceiling.Finding.percent;
import static io.tidemark.ceiling.Thresholds.FULL;
import static io.tidemark.ceiling.Thresholds.IO_STALLED;
import static io.tidemark.ceiling.Thresholds.LIMIT_REACHED;
import static io.tidemark.ceiling.Thresholds.MUCH_WAIT;
import static io.tidemark.ceiling.Thresholds.SLOW_INSERTS;
import static io.tidemark.ceiling.Thresholds.THROTTLED;
import static io.tidemark.sink.Concept.INSERT_SLOTS;
import static io.tidemark.sink.Concept.LOCKS;

import io.tidemark.measure.Window;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What is asked of the database. */
final class DatabaseFindings {
  private static final String NO_SLOTS = "it has no insert slots";

  private DatabaseFindings() {}

  static Finding storageIsSlow(Facts facts) {
    String signal = "the database's storage";
    var database = facts.peak().database();
    if (database == null) {
      return Finding.missing(signal, "free", remedy(facts));
    }
    if (Boolean.TRUE.equals(database.readOnly())) {
      return new Finding(signal, "read-only", "takes writes", true);
    }
    boolean silent =
        Stream.of(
                database.readOnly(),
                database.linkShare(),
                database.ioStalledShare(),
                database.diskShare(),
                database.slowInsertShare(),
                storageShare(database))
            .allMatch(Objects::isNull);
    if (silent) {
      return Finding.missing(signal, "free", remedy(facts));
    }
    boolean cpuIsFree = database.cpuShare() == null || database.cpuShare() < FULL;
    return Stream.of(
            over("link to storage " + database.link() + " sending", database.linkShare(), FULL),
            over(
                "every task of the database waits for the disk",
                database.ioStalledShare(),
                IO_STALLED),
            over(
                "sessions that wait for a file",
                cpuIsFree ? storageShare(database) : null,
                MUCH_WAIT),
            over("writing files", cpuIsFree ? database.diskShare() : null, FULL),
            over(
                "rows whose series is in no cache",
                cpuIsFree ? database.slowInsertShare() : null,
                SLOW_INSERTS))
        .flatMap(Optional::stream)
        .max(Comparator.comparing(Finding::holds))
        .orElse(new Finding(signal, "nothing of it is full", "free", false));
  }

  private static Double storageShare(Window.Database database) {
    return database.sessions() == null ? null : database.sessions().storageShare();
  }

  /** Empty where there is no such signal. */
  private static Optional<Finding> over(String signal, Double share, double threshold) {
    return Optional.ofNullable(share).map(value -> Finding.over(signal, value, threshold));
  }

  static Finding turnsAway(Facts facts) {
    return Finding.over(
        "requests that the database turned away",
        facts.peak().requests().throttledShare(),
        THROTTLED);
  }

  /** A request that waited too long for a slot is turned away, too. */
  static Finding notForWantOfSlots(Facts facts) {
    String signal = "requests that gave up waiting for an insert slot";
    if (!facts.capabilities().has(INSERT_SLOTS)) {
      return new Finding(signal, NO_SLOTS, "none", true);
    }
    var database = facts.peak().database();
    Double timeouts = database == null ? null : database.slotTimeoutPerSecond();
    return timeouts == null
        ? Finding.missing(signal, "none", remedy(facts))
        : new Finding(signal, number(timeouts) + "/s", "none", timeouts == 0);
  }

  /** Of a database that has locks: most of its sessions wait for another one. */
  static Finding sessionsWaitForLocks(Facts facts) {
    String signal = "sessions of the database that wait for a lock";
    String threshold = "at least %s of those at work".formatted(percent(MUCH_WAIT));
    if (!facts.capabilities().has(LOCKS)) {
      return new Finding(signal, "it has no locks", threshold, false);
    }
    var database = facts.peak().database();
    var sessions = database == null ? null : database.sessions();
    if (sessions == null || sessions.lockShare() == null) {
      return Finding.missing(signal, threshold, remedy(facts));
    }
    return new Finding(
        signal,
        "%s of %s on average%s"
            .formatted(
                percent(sessions.lockShare()),
                number(sessions.active()),
                sessions.lockHolders().isEmpty()
                    ? ""
                    : ", for " + String.join("; ", sessions.lockHolders())),
        threshold,
        sessions.lockShare() >= MUCH_WAIT);
  }

  /** Its cores, or those that the job leaves it on a host that the two fill. */
  static Finding cpuIsFull(Facts facts) {
    var database = facts.peak().database();
    String threshold = "at least %s, or most of a full host".formatted(percent(FULL));
    if (database == null || database.cpuShare() == null) {
      return Finding.missing("CPU of the database", threshold, remedy(facts));
    }
    boolean mostOfHost = facts.hasMostOfFullHost(facts.databaseCoresOnHost());
    return new Finding(
        "CPU of the database",
        "%s of %s cores (%s)%s"
            .formatted(
                number(database.cpuCoresUsed()),
                number(database.cores()),
                percent(database.cpuShare()),
                mostOfHost
                    ? "; the host is full, the job has %s of its %s cores"
                        .formatted(
                            number(facts.peak().job().cpuCores()),
                            number(facts.peak().host().cores()))
                    : ""),
        threshold,
        database.cpuShare() >= FULL || mostOfHost);
  }

  /** On a host that is full it has none to spare, whatever part of it is its own. */
  static Finding cpuIsFree(Facts facts) {
    Finding full = cpuIsFull(facts);
    boolean sharesFullHost = facts.hostIsFull() && facts.databaseCoresOnHost() > 0;
    return new Finding(
        full.signal(),
        sharesFullHost && full.isFalse() ? full.value() + ", on a host that is full" : full.value(),
        "less than %s, and its host not full".formatted(percent(FULL)),
        full.holds() == null ? null : !full.holds() && !sharesFullHost);
  }

  static Finding slotsAreTaken(Facts facts) {
    return slotsAreTaken(facts, facts.peak(), "insert slots taken");
  }

  static Finding slotsAreFree(Facts facts) {
    return areFree(slotsAreTaken(facts));
  }

  /** A slow upload holds its slot, too; but the sending is slow before the slots are taken. */
  static Finding slotsWereFreeWhenSendingWasSlow(Facts facts) {
    Finding atPeak = slotsAreFree(facts);
    Window knee = facts.knee();
    boolean slowAtKnee = knee != null && NetworkFindings.mostlySends(knee).isTrue();
    if (atPeak.isTrue() || !slowAtKnee) {
      return atPeak;
    }
    String signal = "insert slots taken at %d in flight".formatted(knee.load().inFlight());
    return areFree(slotsAreTaken(facts, knee, signal));
  }

  private static Finding areFree(Finding taken) {
    return taken.opposite(
        "less than %s, and fewer than %s found none"
            .formatted(percent(FULL), percent(LIMIT_REACHED)));
  }

  private static Finding slotsAreTaken(Facts facts, Window window, String signal) {
    String threshold =
        "at least %s, or %s found none".formatted(percent(FULL), percent(LIMIT_REACHED));
    if (!facts.capabilities().has(INSERT_SLOTS)) {
      return new Finding(signal, NO_SLOTS, threshold, false);
    }
    var database = window.database();
    if (database == null || database.slots() == null) {
      return Finding.missing(signal, threshold, remedy(facts));
    }
    double calls = Math.max(window.throughput().callsPerSecond(), 1e-9);
    double reached =
        database.slotLimitPerSecond() == null ? 0 : database.slotLimitPerSecond() / calls;
    double inUse = database.slotsInUse() == null ? 0 : database.slotsInUse() / database.slots();
    return new Finding(
        signal,
        "%s of %s on average, %s of the requests found none free"
            .formatted(
                database.slotsInUse() == null ? "unknown" : number(database.slotsInUse()),
                number(database.slots()),
                percent(Math.min(1, reached))),
        threshold,
        inUse >= FULL || reached >= LIMIT_REACHED);
  }

  /** Only of what this kind of database has: nothing else can be reported by any version. */
  private static String remedy(Facts facts) {
    return facts.peak().database() == null
        ? "make the database's /metrics readable and name it in target.metrics-urls"
        : "this version of the database does not report it, a newer one may";
  }
}
