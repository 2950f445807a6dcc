package io.tidemark.ceiling;

import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Endpoint;
import io.tidemark.sink.Concept;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The words of the advice: what to change to have more of each resource, and what that should give.
 * How to raise a database's own limits is for its module to say ({@link
 * io.tidemark.sink.Capabilities#remedies}).
 *
 * @param gain the factor of throughput that the advice promises
 */
record Advice(Facts facts, double gain) {
  static final String MORE_MEMORY =
      "give the database more memory, or fewer series and smaller requests";

  private static final String FEWER_QUERIES =
      "ask for less (a longer step, a shorter range, results recorded beforehand), more rarely, or from a replica";

  List<String> storage() {
    var advice = new ArrayList<String>();
    advice.add(
        "look at the database's disks and storage nodes, and at how many series there are: "
            + StorageFindings.storageIsSlow(facts));
    Database database = facts.peak().database();
    if (Boolean.TRUE.equals(database.readOnly())) {
      facts.capabilities().remedy(Concept.READ_ONLY_STATE).ifPresent(advice::add);
    } else if (database.linkShare() != null && database.linkShare() > Thresholds.FULL) {
      facts.capabilities().remedy(Concept.STORAGE_LINKS).ifPresent(advice::add);
    }
    if (!database.unreachableStorage().isEmpty()) {
      advice.add(
          "bring back what can't be reached: " + String.join(", ", database.unreachableStorage()));
    }
    advice.addAll(slowInserts());
    advice.add("more cores or insert slots would wait for the same storage");
    return advice;
  }

  List<String> rejecting() {
    var advice = new ArrayList<String>();
    advice.add(
        "raise the limit or quota that turns requests away: %s"
            .formatted(DatabaseFindings.turnsAway(facts).value()));
    facts.capabilities().remedy(Concept.CONNECTION_LIMIT).ifPresent(advice::add);
    return advice;
  }

  List<String> failing() {
    return List.of(
        "check the failing address and what is behind it: %s"
            .formatted(FailureFindings.requestsFail(facts).value()),
        "more cores, slots or requests would not help");
  }

  List<String> contention() {
    var advice = new ArrayList<String>();
    advice.add(
        "find out who holds the lock: " + DatabaseFindings.sessionsWaitForLocks(facts).value());
    facts.capabilities().remedy(Concept.LOCKS).ifPresent(advice::add);
    advice.add("more cores, or more in flight, would wait for the same lock");
    return advice;
  }

  List<String> source() {
    return List.of(
        "raise the source's rate (source.datagen.rate, more Kafka partitions or a longer backlog), or amplify more: neither job nor database was full");
  }

  List<String> garbage() {
    return List.of(
        "give the job more heap, or lower amplify.max-cached-series or write.batch-bytes: it collects garbage for %s of the time"
            .formatted(Amounts.finePercent(facts.peak().job().gcShare())));
  }

  List<String> skew() {
    return List.of(
        "spread the load: %s; more series, more Kafka partitions, or keys that differ"
            .formatted(JobFindings.oneSubtaskIsFull(facts).value()));
  }

  List<String> jobCpu() {
    return List.of(
        "raise parallelism, or give the job more cores%s: %s"
            .formatted(
                Signals.jobIsThrottled(facts.peak()) ? " (the CPU limit of its TaskManagers)" : "",
                JobFindings.jobIsFull(facts).value()),
        "twice the parallelism, on free cores, should give about %s samples/s"
            .formatted(promised()));
  }

  List<String> network() {
    return List.of(
        "increase bandwidth, compress better, or move job and database closer: the job sends %s/s"
            .formatted(Amounts.bytes(facts.peak().throughput().sentBytesPerSecond())));
  }

  List<String> databaseCpu() {
    Window peak = facts.peak();
    Database database = peak.database();
    var advice = new ArrayList<String>();
    if (Signals.nodesAreMissing(facts.peak())) {
      advice.add(
          "give %s more cores: it is full. The gain is unknown, because metrics pages of other nodes are missing"
              .formatted(database.busiest().cpuNode()));
      return advice;
    }
    if (database.cpuCoresUsed() == null) {
      advice.add(
          "give the database more cores (its CPU: %s); twice the cores should give about %s samples/s"
              .formatted(DatabaseFindings.cpuIsFull(facts).value(), promised()));
      return advice;
    }
    Capacity capacity = facts.capacity();
    String where =
        database.busiest().nodes() > 1
            ? " (%s is full%s)".formatted(database.busiest().cpuNode(), ofWorstNode())
            : "";
    advice.add(
        "more cores or nodes for the database%s: at %s s of CPU per million samples, twice the cores%s would take about %s samples/s"
            .formatted(
                where,
                Amounts.plain(database.cpuCoresUsed() / rows() * 1e6),
                Signals.sharesFullHost(facts.peak()) ? " of this host" : "",
                promised()));
    if (Signals.sharesHost(peak)) {
      advice.add(
          "the job took %s of the host's %s cores: the database on a host of its own would take about %s samples/s"
              .formatted(
                  Amounts.plain(peak.job().cpuCores()),
                  Amounts.plain(peak.host().cores()),
                  Amounts.count(capacity.alone())));
    }
    Finding given = DatabaseFindings.hasTheCoresItReports(facts);
    if (given.isFalse()) {
      advice.add(
          "look for a quota of its container or cgroup that its page does not show: "
              + given.value());
    }
    advice.addAll(slowInserts());
    if (!capacity.slotsFollowCores()) {
      advice.add(
          "its insert slots were set to %s and do not follow the cores: raise them along with the cores"
              .formatted(Amounts.plain(database.slots())));
    }
    return advice;
  }

  /** Returns words that name the node at which requests wait, if it is one of several. */
  private String ofWorstNode() {
    return Signals.worstNode(facts.peak()) == null
        ? ""
        : ": twice the cores there alone would take about "
            + Amounts.count(Signals.withWorstNode(facts.peak(), gain) * facts.seen().now());
  }

  /** Names the rows that too small caches make slow, if there are many of them. */
  private List<String> slowInserts() {
    Double slow = facts.peak().database().uncachedShare();
    return slow == null || slow <= Thresholds.SLOW_INSERTS
        ? List.of()
        : List.of(
            "%s of the rows are slow inserts: the database reads its index for them, because its caches are too small, and each read costs CPU; more memory or fewer series would help"
                .formatted(Amounts.finePercent(slow)));
  }

  /** Returns the rows per second that the database works on, whoever sent them. */
  private double rows() {
    return Signals.othersWrite(facts.peak())
        ? facts.peak().database().rowsPerSecond()
        : facts.peak().throughput().samplesPerSecond();
  }

  private String ofLimit() {
    Double limit = facts.peak().database().pressure().memoryLimitBytes();
    return limit == null ? "" : " (limit %s)".formatted(Amounts.bytes(limit));
  }

  List<String> memory() {
    Double resident = facts.peak().database().residentBytes();
    Finding ofSeries = DatabaseFindings.seriesExceedMemory(facts.peak());
    double stalled = Signals.memoryStalled(facts.peak());
    return List.of(
        "%s: %s%s%s"
            .formatted(
                MORE_MEMORY,
                stalled > Thresholds.STALLED
                    ? "the database waits for memory %s of the time"
                        .formatted(Amounts.finePercent(stalled))
                    : ofSeries.signal() + ": " + ofSeries.value(),
                resident == null
                    ? ""
                    : ", and it holds %s now%s".formatted(Amounts.bytes(resident), ofLimit()),
                gain < Thresholds.NOTHING
                    ? ""
                    : "; enough memory should give about %s samples/s".formatted(promised())),
        "more insert slots, or more in flight, would take more of it");
  }

  List<String> slots() {
    Database database = facts.peak().database();
    if (SlotFindings.whatHoldsThemIsShown(facts).isFalse()) {
      return slotsHeldByWhatIsNotShown(database);
    }
    var advice = new ArrayList<String>();
    advice.add(
        "raise the database's insert slots from %s to %s: about %s samples/s, %s"
            .formatted(
                Amounts.plain(database.slots()),
                Amounts.plain(2 * database.slots()),
                promised(),
                database.cpuShare() == null
                    ? "its CPU can't be read"
                    : fillsCpu(database)
                        ? "because then its CPU is full"
                        : "its CPU is at %s".formatted(Amounts.finePercent(database.cpuShare()))));
    facts.capabilities().remedy(Concept.INSERT_SLOTS).ifPresent(advice::add);
    advice.add(memoryOfSlots());
    return advice;
  }

  /**
   * A delay of one request passes beside those of others; a station that serves one request at a
   * time does not.
   */
  private List<String> slotsHeldByWhatIsNotShown(Database database) {
    var advice = new ArrayList<String>();
    advice.add(
        "raise the database's insert slots from %s to %s as a test: all are taken, but it is not known by what; twice as many slots should give %s to %s times the throughput. Look at its disk, locks and memory first, or let a search try one request alone"
            .formatted(
                Amounts.plain(database.slots()),
                Amounts.plain(2 * database.slots()),
                Amounts.tenths(SlotFindings.gainAtLeast(facts, gain)),
                Amounts.tenths(gain)));
    facts.capabilities().remedy(Concept.INSERT_SLOTS).ifPresent(advice::add);
    advice.add(memoryOfSlots());
    return advice;
  }

  private boolean fillsCpu(Database database) {
    return database.cpuShare() != null && gain * database.cpuShare() >= Thresholds.NEARLY_ALL;
  }

  /** Warns that more slots take more memory, for want of which users' insert nodes were killed. */
  private String memoryOfSlots() {
    var throughput = facts.peak().throughput();
    Double resident = facts.peak().database().residentBytes();
    return "each slot costs memory: it holds a whole request, here %s as sent and several times that unpacked%s"
        .formatted(
            Amounts.bytes(
                throughput.sentBytesPerSecond() / Math.max(1e-9, throughput.callsPerSecond())),
            resident == null
                ? ""
                : "; the database holds %s now".formatted(Amounts.bytes(resident)));
  }

  List<String> gateway() {
    return List.of(
        "look at what stands between job and database, a proxy, a load balancer or the round trip: %s"
            .formatted(SlotFindings.requestsWaitOutside(facts).value()),
        "more in flight gained nothing; a proxy that admits twice as many, or half the round trip, should give about %s samples/s"
            .formatted(promised()));
  }

  /** Returns the advice that holds for every cause. */
  static List<String> ofOthers(Facts facts) {
    return Stream.concat(worstAddress(facts.peak()).stream(), ofWhatIsCounted(facts).stream())
        .toList();
  }

  /** Returns the address at which most is to be gained, if the job writes to several. */
  private static Optional<String> worstAddress(Window window) {
    Endpoint worst = Signals.worstAddress(window);
    if (worst == null) {
      return Optional.empty();
    }
    List<Endpoint> all = window.requests().endpoints();
    double calls = all.stream().mapToDouble(Endpoint::callsPerSecond).sum();
    double others =
        all.stream()
            .filter(each -> each != worst)
            .mapToDouble(Endpoint::meanMillis)
            .average()
            .orElse(0);
    return Optional.of(
        "look at %s first: %s of the requests go there; they take %s ms each, against %s ms elsewhere; making it twice as fast should give about %s times the throughput"
            .formatted(
                worst.address(),
                Amounts.finePercent(worst.callsPerSecond() / calls),
                Amounts.plain(worst.meanMillis()),
                Amounts.plain(others),
                Amounts.plain(Signals.gainAtWorst(window, Thresholds.DOUBLED))));
  }

  private static List<String> ofWhatIsCounted(Facts facts) {
    if (Signals.othersWrite(facts.peak())) {
      return List.of(
          "others write %s of the rows that the database takes: their rows do not grow with the job's"
              .formatted(Amounts.finePercent(1 - 1 / Signals.rowsCounted(facts.peak()))));
    }
    return Signals.nodesAreMissing(facts.peak())
        ? List.of(DatabaseFindings.notCounted(facts.peak()))
        : List.of();
  }

  List<String> inFlight() {
    int bound = facts.peak().inFlight().bound();
    String free = facts.capabilities().has(Concept.INSERT_SLOTS) ? "slots and CPU" : "CPU";
    boolean inOrder = facts.capabilities().orderedPerSeries();
    return List.of(
        inOrder
            ? "raise parallelism above %d: the database has free %s, and takes one request of each writer after the other"
                .formatted(bound, free)
            : "raise write.in-flight above %d: the database has free %s".formatted(bound, free),
        "twice as many in flight should give about %s samples/s".formatted(promised()));
  }

  List<String> host() {
    String shares = HostFindings.hostIsFull(facts).value();
    boolean others = Signals.othersTakeMuch(facts.peak());
    if (facts.peak().host().quota()) {
      return List.of(
          "raise the CPU limit of the container or control group that %s are in, or move one of them out: its limit is reached (%s)"
              .formatted(others ? "job, database and others" : "job and database", shares));
    }
    return List.of(
        others
            ? "stop other programs on the host, and repeat: it is full (%s)".formatted(shares)
            : "run job and database on hosts of their own: together they fill this one (%s), and neither is at its own limit"
                .formatted(shares));
  }

  List<String> readers() {
    return List.of(
        "without the queries the database should take about %s samples/s: %s"
            .formatted(promised(), FEWER_QUERIES));
  }

  /**
   * Returns the advice where there are too many queries.
   *
   * @param remedy how to have more of what is full, worded as the beginning of a sentence
   */
  static List<String> ofQueries(String remedy) {
    return List.of("%s; or %s".formatted(remedy, FEWER_QUERIES));
  }

  /** Returns the throughput that the verdict's gain promises, over the ceiling that it reports. */
  private String promised() {
    return Amounts.count(gain * facts.seen().now());
  }
}
