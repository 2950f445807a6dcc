package io.tidemark.ceiling;

import static io.tidemark.ceiling.Finding.number;
import static io.tidemark.ceiling.Finding.percent;
import static io.tidemark.ceiling.Thresholds.CPU_STALLED;
import static io.tidemark.ceiling.Thresholds.FULL;
import static io.tidemark.ceiling.Thresholds.HOLD_EACH_OTHER_UP;
import static io.tidemark.ceiling.Thresholds.IO_STALLED;
import static io.tidemark.ceiling.Thresholds.LIMIT_REACHED;
import static io.tidemark.ceiling.Thresholds.LITTLE_WAIT;
import static io.tidemark.ceiling.Thresholds.MUCH_WAIT;
import static io.tidemark.ceiling.Thresholds.NEARLY_ALL;
import static io.tidemark.ceiling.Thresholds.SIDE_BY_SIDE;
import static io.tidemark.ceiling.Thresholds.SLOW_INSERTS;
import static io.tidemark.ceiling.Thresholds.THROTTLED;
import static io.tidemark.ceiling.Thresholds.WAITING_OUTSIDE;
import static io.tidemark.ceiling.Thresholds.WORTH_IT;
import static io.tidemark.sink.Concept.INSERT_SLOTS;
import static io.tidemark.sink.Concept.LOCKS;

import io.tidemark.measure.Window;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is asked of the database. */
final class DatabaseFindings {
  private static final int MOST_NAMED = 3;
  private static final String NO_SLOTS = "it has no insert slots";

  private DatabaseFindings() {}

  static Finding storageIsSlow(Facts facts) {
    String signal = "the database's storage";
    var database = facts.peak().database();
    if (database == null) {
      return Finding.missing(signal, "free", remedy(facts));
    }
    if (Boolean.TRUE.equals(database.readOnly()) && refusesAny(facts)) {
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
            over(
                "link to storage " + database.link() + " sending",
                cpuIsFree ? database.linkShare() : null,
                FULL),
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
                cpuIsFree ? slowInsertsOfOldSeries(database) : null,
                SLOW_INSERTS))
        .flatMap(Optional::stream)
        .max(Comparator.comparing(Finding::holds))
        .orElse(new Finding(signal, "nothing of it is full", "free", false));
  }

  /** One of several nodes may be read-only, and the others take its part. */
  private static boolean refusesAny(Facts facts) {
    var requests = facts.peak().requests();
    return requests.throttledShare() + requests.failedShare() + requests.rejectedShare()
        > THROTTLED;
  }

  /** A series that is new is in no cache, and that once only. */
  private static Double slowInsertsOfOldSeries(Window.Database database) {
    Double slow = database.slowInsertShare();
    return slow == null || database.newSeriesShare() == null
        ? slow
        : Double.valueOf(Math.max(0, slow - database.newSeriesShare()));
  }

  private static Double storageShare(Window.Database database) {
    return database.sessions() == null ? null : database.sessions().storageShare();
  }

  /** Empty where there is no such signal. */
  private static Optional<Finding> over(String signal, Double share, double threshold) {
    return Optional.ofNullable(share).map(value -> Finding.over(signal, value, threshold));
  }

  /** Put off, or refused for good; by whom shows whether it was the database at all. */
  static Finding turnsAway(Facts facts) {
    Window beyond = facts.otherLoads().beyond();
    var requests = (beyond == null ? facts.peak() : beyond).requests();
    double share = requests.throttledShare() + requests.rejectedShare();
    String by =
        requests.endpoints().stream()
            .flatMap(
                endpoint ->
                    endpoint.refusedShare().keySet().stream()
                        .filter(code -> !code.isEmpty())
                        .map(code -> code + " from " + endpoint.address()))
            .distinct()
            .limit(MOST_NAMED)
            .collect(Collectors.joining(", "));
    return new Finding(
        "requests that the database turned away",
        percent(share)
            + (by.isEmpty() ? "" : " (" + by + ")")
            + (beyond == null
                ? ""
                : " with more than %d in flight".formatted(facts.peak().inFlight().bound())),
        "more than %s".formatted(percent(THROTTLED)),
        share > THROTTLED);
  }

  /** A request that waited too long for a slot is turned away, too. */
  static Finding notForWantOfSlots(Facts facts) {
    String signal = "requests that gave up waiting for an insert slot";
    if (!hasSlots(facts)) {
      return new Finding(signal, NO_SLOTS, "none", true);
    }
    var database = facts.peak().database();
    Double timeouts = database == null ? null : database.slotTimeoutPerSecond();
    return timeouts == null
        ? Finding.missing(signal, "none", remedy(facts))
        : new Finding(signal, number(timeouts) + "/s", "none", timeouts == 0);
  }

  /** It wants more CPU than it is given: a quota, or a full node, throttles it. */
  static boolean waitsForCpu(Facts facts) {
    var database = facts.peak().database();
    return database != null
        && database.cpuWaitingShare() != null
        && database.cpuWaitingShare() >= CPU_STALLED
        && database.cpuShare() != null
        // Something waits while all cores are busy, and else only where they are taken away.
        && database.cpuWaitingShare() > database.cpuShare() + LITTLE_WAIT
        && !facts.sharesFullHost();
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

  /**
   * Its cores, or those that the job leaves it on a host that the two fill; where all insert slots
   * are taken, or more in flight gained nothing, also so much of them that nothing else would gain
   * enough before they are full.
   */
  static Finding cpuIsFull(Facts facts) {
    var database = facts.peak().database();
    boolean nothingElseGains =
        slotsAreTaken(facts).isTrue() || Boolean.FALSE.equals(facts.otherLoads().gainedByMore());
    double full = thoseLetInAreSlow(facts) ? MUCH_WAIT : nothingElseGains ? FULL / WORTH_IT : FULL;
    String threshold = "at least %s, or most of a full host".formatted(percent(full));
    if (database == null || database.cpuShare() == null) {
      return Finding.missing("CPU of the database", threshold, remedy(facts));
    }
    boolean mostOfHost = facts.hasMostOfFullHost(facts.databaseCoresOnHost());
    boolean waits = waitsForCpu(facts);
    return new Finding(
        "CPU of the database",
        "%s of %s cores (%s%s)%s%s"
            .formatted(
                number(database.cpuCoresUsed()),
                number(database.cores()),
                percent(database.cpuShare()),
                ofNode(database, database.busiest().cpuNode()),
                waits
                    ? "; it waits for CPU %s of the time, so it is given %s cores"
                        .formatted(
                            percent(database.cpuWaitingShare()), number(database.cpuCoresUsed()))
                    : "",
                mostOfHost
                    ? "; the host is full, the job has %s of its %s cores"
                        .formatted(
                            number(facts.peak().job().cpuCores()),
                            number(facts.peak().host().cores()))
                    : ""),
        threshold,
        database.cpuShare() >= full || mostOfHost || waits);
  }

  /** Those it works on take longer than one at a time does: for want of CPU. */
  private static boolean thoseLetInAreSlow(Facts facts) {
    boolean elsewhere =
        NetworkFindings.mostlySends(facts).isTrue()
            || storageIsSlow(facts).isTrue()
            || facts.sharesFullHost();
    Double times = facts.timesOfOne();
    return times != null && !elsewhere && times < HOLD_EACH_OTHER_UP * workedOn(facts);
  }

  /** Requests: those in its slots, or all in flight where that is not known. */
  static double workedOn(Facts facts) {
    var database = facts.peak().database();
    double inFlight = facts.peak().inFlight().mean();
    if (database == null || database.slotsInUse() == null) {
      return inFlight;
    }
    boolean all = slotsAreTaken(facts).isTrue();
    return Math.min(inFlight, all ? database.slots() : database.slotsInUse());
  }

  private static String ofNode(Window.Database database, String node) {
    return database.busiest().nodes() > 1 && node != null ? " at " + node : "";
  }

  /** On a host that is full it has none to spare, whatever part of it is its own. */
  static Finding cpuIsFree(Facts facts) {
    Finding full = cpuIsFull(facts);
    if (full.isFalse() && facts.nodesAreMissing()) {
      return missingNodes(full.signal(), full.threshold(), facts);
    }
    return new Finding(
        full.signal(),
        facts.sharesFullHost() ? full.value() + ", on a host that is full" : full.value(),
        "less than %s, and its host not full".formatted(percent(FULL)),
        full.holds() == null ? null : !ownCpuIsFull(facts) && !facts.sharesFullHost());
  }

  /** Its own cores, or what it is given of them. */
  static boolean ownCpuIsFull(Facts facts) {
    var database = facts.peak().database();
    return database != null
        && database.cpuShare() != null
        && (database.cpuShare() >= FULL || waitsForCpu(facts));
  }

  static Finding slotsAreTaken(Facts facts) {
    return slotsAreTaken(facts, facts.peak(), "insert slots taken");
  }

  static Finding slotsAreFree(Facts facts) {
    Finding free = areFree(slotsAreTaken(facts));
    return free.isTrue() && facts.nodesAreMissing()
        ? missingNodes(free.signal(), free.threshold(), facts)
        : free;
  }

  private static Finding missingNodes(String signal, String threshold, Facts facts) {
    return Finding.missing(
        signal,
        threshold,
        "the pages count %s of the rows that were acknowledged: name all of the database's processes in target.metrics-urls"
            .formatted(percent(facts.rowsCounted())));
  }

  /** Slots that were free when the throughput was reached did not stop it. */
  static Finding slotsWereTakenAtTheKnee(Facts facts) {
    Window knee = facts.otherLoads().knee();
    var database = facts.peak().database();
    String signal = "in flight when the throughput was reached";
    if (knee == null || database == null || database.slots() == null) {
      return new Finding(signal, "not tried", "as many as there are insert slots", true);
    }
    return new Finding(
        signal,
        "%s, for %s insert slots"
            .formatted(number(knee.inFlight().mean()), number(database.slots())),
        "as many as there are insert slots",
        knee.inFlight().mean() >= NEARLY_ALL * database.slots());
  }

  /** Where those inside hold each other up, more of them would, too, whoever lets them in. */
  static Finding thoseInsideWorkSideBySide(Facts facts) {
    String signal = "throughput over that of one request in flight";
    String threshold = "at least %s of those inside".formatted(percent(SIDE_BY_SIDE));
    Double times = facts.timesOfOne();
    return times == null
        ? new Finding(signal, "not tried", threshold, true)
        : new Finding(
            signal,
            "%s times, for %s inside".formatted(number(times), number(workedOn(facts))),
            threshold,
            times >= SIDE_BY_SIDE * workedOn(facts));
  }

  /** Where fewer that were let in held each other up, more that are let in would, too. */
  static Finding thoseLetInWorkSideBySide(Facts facts) {
    String signal = "throughput over that of one request in flight";
    String threshold = "at least %s of those let in".formatted(percent(SIDE_BY_SIDE));
    Window least = facts.otherLoads().least();
    if (facts.otherLoads().beyond() == null || least == null) {
      return new Finding(signal, "not tried", threshold, true);
    }
    double times =
        facts.peak().throughput().samplesPerSecond() / Capacity.perRequestInFlight(least);
    double inFlight = facts.peak().inFlight().mean();
    return new Finding(
        signal,
        "%s times, for %s in flight".formatted(number(times), number(inFlight)),
        threshold,
        times >= SIDE_BY_SIDE * inFlight);
  }

  /**
   * Slots alone let through as many times what one request at a time does; where it is far less,
   * those inside hold each other up.
   */
  static Finding slotsWorkSideBySide(Facts facts) {
    String signal = "throughput over that of one request in flight";
    String threshold = "at least %s of the insert slots".formatted(percent(SIDE_BY_SIDE));
    Window least = facts.otherLoads().least();
    var database = facts.peak().database();
    if (least == null || database == null || database.slots() == null) {
      return new Finding(signal, "not tried", threshold, true);
    }
    if (cpuIsFull(facts).isTrue()) {
      return new Finding(signal, "no matter, as the CPU holds them up", threshold, true);
    }
    double times =
        facts.peak().throughput().samplesPerSecond() / Capacity.perRequestInFlight(least);
    return new Finding(
        signal,
        "%s times, for %s insert slots".formatted(number(times), number(database.slots())),
        threshold,
        times >= SIDE_BY_SIDE * database.slots());
  }

  /**
   * A slow upload holds its slot, too; but the sending is slow before the slots are taken. Where no
   * less was tried, it shows in how many of those that hold a slot are still being sent.
   */
  static Finding slotsWereFreeWhenSendingWasSlow(Facts facts) {
    Finding atPeak = areFree(slotsAreTaken(facts));
    Window knee = facts.otherLoads().knee();
    if (atPeak.isFalse() && knee == null && NetworkFindings.mostlySends(facts).isTrue()) {
      return slotsHeldByUploads(facts.peak(), atPeak);
    }
    boolean slowAtKnee = knee != null && NetworkFindings.mostlySends(knee).isTrue();
    if (atPeak.isTrue() || !slowAtKnee) {
      return atPeak;
    }
    String signal = "insert slots taken at %d in flight".formatted(knee.load().inFlight());
    Finding atKnee = areFree(slotsAreTaken(facts, knee, signal));
    return atKnee.isFalse() ? slotsHeldByUploads(knee, atKnee) : atKnee;
  }

  /** Null where it is not known. */
  static Double heldByUploads(Window window) {
    Window.InFlight inFlight = window.inFlight();
    boolean known =
        inFlight.unacknowledgedShare() != null
            && window.database() != null
            && window.database().slotsInUse() != null
            && window.database().slotsInUse() > 0;
    if (!known) {
      return null;
    }
    double inSlots = Math.min(inFlight.mean(), window.database().slotsInUse());
    double waiting = inFlight.mean() - inSlots;
    double held = (inFlight.unacknowledgedShare() * inFlight.mean() - waiting) / inSlots;
    return Math.max(0, Math.min(1, held));
  }

  /** Those on the line that can't be among the ones which wait for a slot. */
  private static Finding slotsHeldByUploads(Window window, Finding taken) {
    String signal = "insert slots held by uploads";
    String threshold = "at least %s of them".formatted(percent(MUCH_WAIT));
    Double held = heldByUploads(window);
    if (held == null || held > LITTLE_WAIT && held < MUCH_WAIT) {
      return Finding.missing(signal, threshold, "slots or line: let a search try less in flight");
    }
    return new Finding(
        signal, "%s, %s".formatted(percent(held), taken.value()), threshold, held >= MUCH_WAIT);
  }

  private static Finding areFree(Finding taken) {
    return taken.opposite(
        "less than %s, and fewer than %s found none"
            .formatted(percent(FULL), percent(LIMIT_REACHED)));
  }

  private static Finding slotsAreTaken(Facts facts, Window window, String signal) {
    String threshold =
        "at least %s, or %s found none".formatted(percent(FULL), percent(LIMIT_REACHED));
    if (!hasSlots(facts)) {
      return new Finding(signal, NO_SLOTS, threshold, false);
    }
    var database = window.database();
    if (database == null || database.slots() == null) {
      return Finding.missing(signal, threshold, remedy(facts));
    }
    double calls = Math.max(window.throughput().callsPerSecond(), 1e-9);
    double reached =
        database.slotLimitPerSecond() == null ? 0 : database.slotLimitPerSecond() / calls;
    Double ofBusiest = database.busiest().slotsShare();
    double inUse = ofBusiest == null ? 0 : ofBusiest;
    return new Finding(
        signal,
        "%s of %s on average%s, %s of the requests found none free"
            .formatted(
                database.slotsInUse() == null ? "unknown" : number(database.slotsInUse()),
                number(database.slots()),
                database.busiest().nodes() > 1 && ofBusiest != null
                    ? " (%s%s)"
                        .formatted(
                            percent(ofBusiest), ofNode(database, database.busiest().slotsNode()))
                    : "",
                percent(Math.min(1, reached))),
        threshold,
        inUse >= FULL || reached >= LIMIT_REACHED);
  }

  static boolean hasSlots(Facts facts) {
    return facts.capabilities().has(INSERT_SLOTS);
  }

  /**
   * Requests that are in flight, and neither sent nor worked on: in a proxy, a load balancer, or on
   * their way.
   */
  static Finding requestsWaitOutside(Facts facts) {
    String signal = "requests that wait before they reach the database";
    String threshold = "at least a third of those in flight";
    var database = facts.peak().database();
    if (!hasSlots(facts) || database == null || database.slotsInUse() == null) {
      return Finding.missing(
          signal,
          threshold,
          "it does not say how many it works on: look at what stands between job and database");
    }
    double inFlight = facts.peak().inFlight().mean();
    return new Finding(
        signal,
        "%s in flight, %s in the database's insert slots"
            .formatted(number(inFlight), number(database.slotsInUse())),
        threshold,
        inFlight >= WAITING_OUTSIDE * database.slotsInUse());
  }

  /** Requests that are held inside, and by nothing that is reported. */
  static String whereToLook(Facts facts) {
    var database = facts.peak().database();
    boolean inside =
        database != null
            && database.slotsInUse() != null
            && database.slotsInUse() >= FULL * facts.peak().inFlight().mean();
    return inside
        ? "all of them are inside the database, held by what it does not report: a CPU quota that it does not see, locks, its disk"
        : "run again with the database and the job on hosts of their own";
  }

  /** Only of what this kind of database has: nothing else can be reported by any version. */
  private static String remedy(Facts facts) {
    return facts.peak().database() == null
        ? "make the database's /metrics readable and name it in target.metrics-urls"
        : "this version of the database does not report it, a newer one may";
  }
}
