package io.tidemark.ceiling;

import static io.tidemark.ceiling.Finding.number;
import static io.tidemark.ceiling.Finding.over;
import static io.tidemark.ceiling.Finding.percent;
import static io.tidemark.ceiling.Thresholds.FULL;
import static io.tidemark.ceiling.Thresholds.IO_STALLED;
import static io.tidemark.ceiling.Thresholds.LIMIT_REACHED;
import static io.tidemark.ceiling.Thresholds.SLOW_INSERTS;
import static io.tidemark.ceiling.Thresholds.THROTTLED;

import io.tidemark.measure.Window;
import java.util.Comparator;
import java.util.stream.Stream;

/** What is asked of the database. */
final class DatabaseFindings {
  private DatabaseFindings() {}

  static Finding storageIsSlow(Facts facts) {
    var database = facts.peak().database();
    if (database == null) {
      return new Finding("the database's storage", null, "free", null);
    }
    if (Boolean.TRUE.equals(database.readOnly())) {
      return new Finding("the database's storage", "read-only", "takes writes", true);
    }
    boolean cpuIsFree = database.cpuShare() == null || database.cpuShare() < FULL;
    return Stream.of(
            over("link to storage " + database.link() + " sending", database.linkShare(), FULL),
            over(
                "every task of the database waits for the disk",
                database.ioStalledShare(),
                IO_STALLED),
            over("writing files", cpuIsFree ? database.diskShare() : null, FULL),
            over(
                "rows whose series is in no cache",
                cpuIsFree ? database.slowInsertShare() : null,
                SLOW_INSERTS))
        .filter(found -> found.holds() != null)
        .max(Comparator.comparing(Finding::holds))
        .orElse(new Finding("the database's storage", "nothing of it is full", "free", false));
  }

  static Finding turnsAway(Facts facts) {
    return over(
        "requests answered 429 or 503", facts.peak().requests().throttledShare(), THROTTLED);
  }

  /** A request that found no slot for a minute is answered 503, too. */
  static Finding notForWantOfSlots(Facts facts) {
    var database = facts.peak().database();
    Double timeouts = database == null ? null : database.slotTimeoutPerSecond();
    return new Finding(
        "requests that gave up waiting for a slot",
        timeouts == null ? null : number(timeouts) + "/s",
        "none",
        timeouts == null ? null : timeouts == 0);
  }

  /** Its cores, or those that the job leaves it on a host that the two fill. */
  static Finding cpuIsFull(Facts facts) {
    var database = facts.peak().database();
    String threshold = "at least %s, or most of a full host".formatted(percent(FULL));
    if (database == null || database.cpuShare() == null) {
      return new Finding("CPU of the database", null, threshold, null);
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
        sharesFullHost && Boolean.FALSE.equals(full.holds())
            ? full.value() + ", on a host that is full"
            : full.value(),
        "less than %s, and its host not full".formatted(percent(FULL)),
        full.holds() == null ? null : !full.holds() && !sharesFullHost);
  }

  static Finding slotsAreTaken(Facts facts) {
    return slotsAreTaken(facts.peak(), "slots taken");
  }

  static Finding slotsAreFree(Facts facts) {
    return areFree(slotsAreTaken(facts));
  }

  /** A slow upload holds its slot, too; but the sending is slow before the slots are taken. */
  static Finding slotsWereFreeWhenSendingWasSlow(Facts facts) {
    Finding atPeak = slotsAreFree(facts);
    Window knee = facts.knee();
    boolean slowAtKnee =
        knee != null && Boolean.TRUE.equals(LineFindings.mostlySends(knee).holds());
    return Boolean.TRUE.equals(atPeak.holds()) || !slowAtKnee
        ? atPeak
        : areFree(
            slotsAreTaken(knee, "slots taken at %d in flight".formatted(knee.load().inFlight())));
  }

  private static Finding areFree(Finding taken) {
    return taken.opposite(
        "less than %s, and fewer than %s found none"
            .formatted(percent(FULL), percent(LIMIT_REACHED)));
  }

  private static Finding slotsAreTaken(Window window, String signal) {
    var database = window.database();
    String threshold =
        "at least %s, or %s found none".formatted(percent(FULL), percent(LIMIT_REACHED));
    if (database == null || database.slots() == null) {
      return new Finding(signal, null, threshold, null);
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
}
