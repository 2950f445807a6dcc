package io.tidemark.ceiling;

import static io.tidemark.measure.Amounts.finePercent;
import static io.tidemark.measure.Amounts.plain;
import static io.tidemark.sink.Concept.LOCKS;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Ending;
import io.tidemark.readers.Reads;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The questions about the database: whether it turns requests away, what its sessions wait for, its
 * CPU and its memory.
 */
final class DatabaseFindings {
  private static final int MOST_NAMED = 3;

  /** This is the remedy if the database's own pages do not tell. */
  static final String HOST_REMEDY =
      "its CPU can't be read: name a node_exporter of its host in target.host-metrics-urls";

  private DatabaseFindings() {}

  /**
   * Asks whether requests are put off or refused for good. Who does so shows whether it was the
   * database at all.
   */
  static Finding turnsAway(Facts facts) {
    Window beyond = facts.seen().otherLoads().beyond();
    Window window = beyond == null ? facts.peak() : beyond;
    var requests = window.requests();
    double failing = Signals.failingShare(window) - requests.failedShare();
    double share = requests.throttledShare() - failing + requests.rejectedShare();
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
        finePercent(share)
            + (by.isEmpty() ? "" : " (" + by + ")")
            + (beyond == null
                ? ""
                : " with more than %d in flight".formatted(facts.peak().inFlight().bound())),
        "more than %s".formatted(finePercent(Thresholds.THROTTLED)),
        share > Thresholds.THROTTLED);
  }

  /**
   * Asks whether Tidemark's readers read the database; a search can't compare with the absence of
   * other readers.
   */
  static Finding isRead(Facts facts) {
    Reads reads = facts.peak().reads();
    var database = facts.peak().database();
    boolean ours = reads != null && reads.answered() > 0;
    var queried = database == null ? null : database.queried();
    boolean any = queried != null && queried.any();
    String value =
        !any
            ? "none"
            : queried.concurrent() == null
                ? plain(queried.perSecond()) + " a second, whoever asks"
                : plain(queried.concurrent()) + " at a time, whoever asks";
    return new Finding(
        "queries beside the writes",
        ours
            ? "%s a second, p99 %s ms"
                .formatted(plain(reads.queriesPerSecond()), plain(reads.p99Millis()))
            : value,
        "at least one",
        ours || any);
  }

  /** Asks whether queries of Tidemark's readers fail, if the search raises these. */
  static Finding queriesFail(Window window) {
    Reads reads = window.reads();
    return Finding.over(
        "queries that failed", reads == null ? 0 : reads.failedShare(), Thresholds.THROTTLED);
  }

  /** Says what to look at if nothing of the database is full and yet queries are not answered. */
  static String whoWaits(Window window) {
    boolean allWait = window.reads() != null && window.reads().late() > 1;
    return allWait
        ? "all readers waited for answers while nothing of the database was full: raise queries.concurrency, or check what is between readers and database"
        : "and nothing that is measured of the database was full";
  }

  /**
   * Asks whether the writes would gain without the queries: of a full CPU these take a part. No
   * signal says which part, so each query counts as taking as much as a write at work.
   */
  static Finding queriesTakeCpu(Facts facts) {
    boolean full = cpuIsFull(facts).isTrue();
    double gain = full ? facts.gainWithoutReaders() : 1;
    return new Finding(
        "writes without the queries",
        full
            ? "%s times today's rate, if queries take %s of the CPU"
                .formatted(plain(gain), finePercent(1 - facts.node().shareOfRequests()))
            : "today's rate, because the CPU is not full",
        "at least %s times today's rate".formatted(plain(Thresholds.WORTH_IT)),
        gain >= Thresholds.WORTH_IT);
  }

  /** Asks whether most sessions wait for another one, if the database reports that. */
  static Finding sessionsWaitForLocks(Facts facts) {
    String signal = "sessions of the database that wait for a lock";
    String threshold = "at least %s of those at work".formatted(finePercent(Thresholds.MUCH_WAIT));
    if (!facts.capabilities().has(LOCKS)) {
      return new Finding(signal, "it reports none", threshold, false);
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
                finePercent(sessions.lockShare()),
                plain(sessions.active()),
                sessions.lockHolders().isEmpty()
                    ? ""
                    : ", for " + String.join("; ", sessions.lockHolders())),
        threshold,
        sessions.lockShare() >= Thresholds.MUCH_WAIT);
  }

  /**
   * Asks whether the database's cores are full, or those that the job leaves it on a host that the
   * two fill. If all insert slots are taken, or more requests in flight gained nothing, half of its
   * own cores is enough to ask what more of them gain. On a full host it must use more of its own
   * cores than that: it takes what the job leaves, and on its own host it would have room, unless
   * it already uses nearly all that it may.
   */
  static Finding cpuIsFull(Facts facts) {
    Window peak = facts.peak();
    var database = peak.database();
    boolean nothingElseGains = facts.seen().slotsAreTaken() || facts.seen().moreGainedNothing();
    double enough = Signals.sharesFullHost(peak) ? Thresholds.NEARLY_ALL : Thresholds.MUCH_WAIT;
    double full = nothingElseGains ? enough : Thresholds.FULL;
    String threshold =
        "at least %s, or most of the host's cores on a full host".formatted(finePercent(full));
    if (database == null || database.cpuShare() == null) {
      return cpuBySessions(facts, threshold);
    }
    boolean mostOfHost =
        Signals.hasOfFullHost(peak, Thresholds.DATABASES_PART, Signals.databaseCoresOnHost(peak));
    boolean waits = Signals.waitsForCpu(peak);
    return new Finding(
        "CPU of the database",
        "%s of %s cores (%s%s)%s%s"
            .formatted(
                plain(database.cpuCoresUsed()),
                plain(database.cores()),
                finePercent(database.cpuShare()),
                ofNode(database, database.busiest().cpuNode()),
                waits
                    ? "; it waits for CPU %s of the time, so it is given %s cores"
                        .formatted(
                            finePercent(database.cpuWaitingShare()),
                            plain(facts.node().coresInUse()))
                    : "",
                mostOfHost
                    ? "; the host is full: the job takes %s of its %s cores"
                        .formatted(plain(peak.job().cpuCores()), plain(peak.host().cores()))
                    : ""),
        threshold,
        database.cpuShare() >= full || mostOfHost || waits || facts.assumesFewerCores());
  }

  /** Asks the same of its sessions if its CPU can't be read. */
  private static Finding cpuBySessions(Facts facts, String threshold) {
    String signal = "CPU of the database";
    var database = facts.peak().database();
    Double computing = database == null ? null : Signals.sessionsThatCompute(database);
    boolean fills = facts.seen().sessionsFillCpu();
    boolean known = fills || database != null && Signals.cpuIsFree(database) != null;
    if (computing == null || !known) {
      return Finding.missing(signal, threshold, database == null ? remedy(facts) : HOST_REMEDY);
    }
    return new Finding(
        signal,
        "%s of %s active sessions wait for nothing, so they need CPU%s"
            .formatted(
                plain(computing),
                plain(database.sessions().active()),
                fills ? ", and more in flight gained nothing" : ""),
        "most sessions, and more in flight gains nothing",
        fills);
  }

  /**
   * Asks whether the database has the cores that it reports. If requests inside take longer than
   * one request alone, and longer than CPU, line and storage explain, it may be given fewer cores,
   * by a quota that its page does not show. A disk or a lock that serves one after the other looks
   * the same, so this is no sign of a full CPU.
   */
  static Finding hasTheCoresItReports(Facts facts) {
    Fit fit = facts.fit();
    return new Finding(
        "cores that the database is given",
        fit.coresUnseen()
            ? "requests take as long as if each node had only %s cores"
                .formatted(plain(fit.demands().database().limits().cores()))
            : "nothing speaks against those that it reports",
        "the cores that it reports",
        !fit.coresUnseen());
  }

  /**
   * Asks whether the database waits for memory. Most databases do not report that, and then there
   * is nothing to say.
   */
  static Finding waitsForMemory(Facts facts) {
    return waitsForMemory(facts.peak());
  }

  /**
   * Asks whether the want of memory is what limits the database: it waits for memory, or mostly
   * reads again what its caches have no room for.
   */
  static Finding memoryLimits(Facts facts) {
    Finding waits = waitsForMemory(facts.peak());
    Double rereading = Signals.rereading(facts.peak());
    return rereading == null || waits.isTrue()
        ? waits
        : Finding.over(
            "CPU of the database that reads its index again because its caches are too small",
            rereading,
            Thresholds.WORTH_TWICE_THE_CORES);
  }

  /**
   * Asks whether memory is short in either way: the database waits for it, or series that were
   * written before are no longer in a cache.
   */
  static Finding memoryIsShort(Facts facts) {
    return seriesExceedMemory(facts.peak());
  }

  /**
   * Asks whether the kernel killed a process for want of memory, in a control group of the database
   * that others may share.
   */
  static Finding killedForMemory(Window window) {
    var database = window.database();
    Double kills = database == null ? null : database.pressure().memoryKillsPerSecond();
    boolean killed = kills != null && kills > 0;
    return new Finding(
        "processes in the database's control group that were killed for want of memory",
        killed ? Integer.toString((int) Math.ceil(kills * window.seconds())) : "none",
        "any",
        killed);
  }

  /** Asks whether a process of the database ended, or fell silent, for want of memory. */
  static Finding endedForMemory(List<Ending> endings) {
    boolean killed = endings.stream().anyMatch(Ending::killed);
    String signal = "memory of a process of the database when it last answered";
    String threshold = "killed for want of memory, or more than %s of its limit";
    if (killed) {
      return new Finding(
          signal, "it was killed", threshold.formatted(finePercent(Thresholds.FULL)), true);
    }
    Double most =
        endings.stream()
            .map(Ending::memoryShare)
            .filter(Objects::nonNull)
            .max(Comparator.naturalOrder())
            .orElse(null);
    return new Finding(
        signal,
        most == null ? "not told" : finePercent(most) + " of its limit",
        threshold.formatted(finePercent(Thresholds.FULL)),
        most != null && most > Thresholds.FULL);
  }

  private static Finding waitsForMemory(Window window) {
    var database = window.database();
    Double share = database == null ? null : database.pressure().memoryStalledShare();
    String signal = "all of the database's threads wait for memory to be freed";
    return share == null
        ? new Finding(
            signal, "not told", "more than %s".formatted(finePercent(Thresholds.STALLED)), false)
        : Finding.over(signal, share, Thresholds.STALLED);
  }

  /**
   * Asks whether the series exceed the database's memory: what it has read of its index, or known
   * of a series, it has forgotten for want of memory. That is so even if the load is still written.
   */
  static Finding seriesExceedMemory(Window window) {
    Finding killed = killedForMemory(window);
    Finding stalls = killed.isTrue() ? killed : waitsForMemory(window);
    Double uncached = window.database() == null ? null : window.database().uncachedShare();
    return uncached == null || stalls.isTrue()
        ? stalls
        : Finding.over(
            "rows for which the database reads its index because its caches are too small",
            uncached,
            Thresholds.SLOW_INSERTS);
  }

  /**
   * Asks whether memory is enough: requests that hold slots for want of memory would hold more
   * slots, too, and take more memory.
   */
  static Finding memoryIsEnough(Facts facts) {
    return waitsForMemory(facts).opposite("at most %s".formatted(finePercent(Thresholds.STALLED)));
  }

  static String ofNode(Database database, String node) {
    return database.busiest().nodes() > 1 && node != null ? " at " + node : "";
  }

  /**
   * Asks whether the database has CPU to spare. On a full host it has none, whatever part of the
   * host it uses itself.
   */
  static Finding cpuIsFree(Facts facts) {
    Finding full = cpuIsFull(facts);
    if (full.isFalse() && Signals.nodesAreMissing(facts.peak())) {
      return missingNodes(full.signal(), full.threshold(), facts);
    }
    return new Finding(
        full.signal(),
        Signals.sharesFullHost(facts.peak())
            ? full.value() + ", on a host that is full"
            : full.value(),
        "less than %s, and its host not full".formatted(finePercent(Thresholds.FULL)),
        full.holds() == null
            ? null
            : !Signals.ownCpuIsFull(facts.peak())
                && !facts.seen().sessionsFillCpu()
                && !Signals.sharesFullHost(facts.peak()));
  }

  static Finding missingNodes(String signal, String threshold, Facts facts) {
    return Finding.missing(signal, threshold, notCounted(facts.peak()));
  }

  /**
   * Says that the pages count too few rows; no page tells whether something in between queues the
   * others, or whether a page is missing.
   */
  static String notCounted(Window window) {
    double counted = Signals.rowsCounted(window);
    return "the metrics pages count only %s of the acknowledged rows; the other %s samples/s are queued in between, or a page is missing: name all of the database's processes, and what stands before them, in target.metrics-urls"
        .formatted(
            finePercent(counted), plain((1 - counted) * window.throughput().samplesPerSecond()));
  }

  /** Says what may be used up if nothing that is reported gains anything. */
  static String whatElseIsUsedUp(Facts facts) {
    Finding given = hasTheCoresItReports(facts);
    return given.isFalse()
        ? given.value()
            + ": a CPU quota that no page shows, or a disk or a lock that serves one after the other"
        : "several things are nearly used up, or one that is not reported";
  }

  /** Says where to look if requests are held inside and nothing that is reported holds them. */
  static String whereToLook(Facts facts) {
    if (hasTheCoresItReports(facts).isFalse()) {
      return whatElseIsUsedUp(facts);
    }
    var database = facts.peak().database();
    boolean inside =
        database != null
            && database.slotsInUse() != null
            && database.slotsInUse() >= Thresholds.FULL * facts.peak().inFlight().mean();
    if (!inside && facts.node().sessionsHaveTheirCores()) {
      return "at most %s sessions of the database work at a time, and they have the CPU that they want. It may admit one after the other, because of a lock inside that nothing reports. If so, a second database beside it takes as much again"
          .formatted(plain(Math.max(1, database.sessions().active())));
    }
    return inside
        ? "all of them are inside the database, held by something that it does not report: a CPU quota that it does not see, locks, its disk"
        : "run again with the database and the job on hosts of their own";
  }

  /**
   * Says how a missing signal can be had. It is asked only for what this kind of database has,
   * because no version can report anything else.
   */
  static String remedy(Facts facts) {
    return facts.peak().database() == null
        ? "let Tidemark read the database: its metrics page (target.metrics-urls), or its status (the login in target.auth)"
        : "this version of the database does not report it, a newer one may";
  }
}
