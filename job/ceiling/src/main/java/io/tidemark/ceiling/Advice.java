package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.sink.Concept;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What to change to have more of each thing, and what that should give. How a database's own limits
 * are raised is for its module to say.
 *
 * @param gain what it promises, times the throughput
 */
record Advice(Facts facts, double gain) {

  List<String> storage() {
    var advice = new ArrayList<String>();
    advice.add(
        "look at the database's disks and storage nodes, and at how many series there are: "
            + StorageFindings.storageIsSlow(facts));
    Window.Database database = facts.peak().database();
    if (Boolean.TRUE.equals(database.readOnly())) {
      facts.capabilities().remedy(Concept.READ_ONLY_STATE).ifPresent(advice::add);
    } else if (database.linkShare() != null && database.linkShare() > Thresholds.FULL) {
      facts.capabilities().remedy(Concept.STORAGE_LINKS).ifPresent(advice::add);
    }
    if (!database.unreachableStorage().isEmpty()) {
      advice.add(
          "bring back what can't be reached: " + String.join(", ", database.unreachableStorage()));
    }
    advice.add("more cores or insert slots would wait for the same storage");
    return advice;
  }

  List<String> rejecting() {
    var advice = new ArrayList<String>();
    advice.add(
        "raise the limits or quotas of who turns requests away: %s"
            .formatted(DatabaseFindings.turnsAway(facts).value()));
    facts.capabilities().remedy(Concept.CONNECTION_LIMIT).ifPresent(advice::add);
    return advice;
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
            .formatted(Finding.percent(facts.peak().job().gcShare())));
  }

  List<String> skew() {
    return List.of(
        "spread the load: %s; more series, more Kafka partitions, or keys that differ"
            .formatted(JobFindings.oneSubtaskIsFull(facts).value()));
  }

  List<String> jobCpu() {
    return List.of(
        "raise parallelism, or give the job more cores: %s"
            .formatted(JobFindings.jobIsFull(facts).value()),
        "twice the parallelism, on free cores, should give about %s samples/s"
            .formatted(promised()));
  }

  List<String> network() {
    return List.of(
        "more bandwidth, better compression, or job and database closer together: %s/s are sent"
            .formatted(bytes(facts.peak().throughput().sentBytesPerSecond())));
  }

  List<String> databaseCpu() {
    Window peak = facts.peak();
    Window.Database database = peak.database();
    var advice = new ArrayList<String>();
    if (Signals.nodesAreMissing(facts.peak())) {
      advice.add(
          "more cores for %s, which is full; what each would give is not known, as pages of other nodes are missing"
              .formatted(database.busiest().cpuNode()));
      return advice;
    }
    Capacity capacity = facts.capacity();
    String where =
        database.busiest().nodes() > 1
            ? " (%s is full)".formatted(database.busiest().cpuNode())
            : "";
    advice.add(
        "more cores or nodes for the database%s: at %s s of CPU per million samples, twice the cores%s take about %s samples/s"
            .formatted(
                where,
                Finding.number(database.cpuCoresUsed() / rows() * 1e6),
                Signals.sharesFullHost(facts.peak()) ? " of this host" : "",
                promised()));
    if (Signals.sharesHost(peak)) {
      advice.add(
          "the job took %s of the host's %s cores: on a host of its own the database would take about %s samples/s"
              .formatted(
                  Finding.number(peak.job().cpuCores()),
                  Finding.number(peak.host().cores()),
                  rate(capacity.alone())));
    }
    Finding given = DatabaseFindings.hasTheCoresItReports(facts);
    if (given.isFalse()) {
      advice.add(
          "look for a quota of its container or cgroup that its page does not show: "
              + given.value());
    }
    if (!capacity.slotsFollowCores()) {
      advice.add(
          "its insert slots were set to %s and do not follow the cores: raise them with those"
              .formatted(Finding.number(database.slots())));
    }
    return advice;
  }

  /** What it works on, whoever sent it. */
  private double rows() {
    return Signals.othersWrite(facts.peak())
        ? facts.peak().database().rowsPerSecond()
        : facts.peak().throughput().samplesPerSecond();
  }

  List<String> slots() {
    Window.Database database = facts.peak().database();
    var advice = new ArrayList<String>();
    advice.add(
        "raise the database's insert slots from %s to %s: about %s samples/s, %s"
            .formatted(
                Finding.number(database.slots()),
                Finding.number(2 * database.slots()),
                promised(),
                fillsCpu(database)
                    ? "where its CPU is full"
                    : "its CPU is at %s".formatted(Finding.percent(database.cpuShare()))));
    facts.capabilities().remedy(Concept.INSERT_SLOTS).ifPresent(advice::add);
    advice.add(memoryOfSlots());
    return advice;
  }

  private boolean fillsCpu(Window.Database database) {
    return database.cpuShare() != null && gain * database.cpuShare() >= Thresholds.NEARLY_ALL;
  }

  /** Users' insert nodes were killed for want of it. */
  private String memoryOfSlots() {
    var throughput = facts.peak().throughput();
    Double resident = facts.peak().database().residentBytes();
    return "slots are not free: each holds a whole request in memory, here %s as sent and several times that unpacked%s"
        .formatted(
            bytes(throughput.sentBytesPerSecond() / Math.max(1e-9, throughput.callsPerSecond())),
            resident == null ? "" : "; the database holds %s now".formatted(bytes(resident)));
  }

  List<String> gateway() {
    return List.of(
        "look at what stands between job and database, a proxy, a load balancer or the round trip: %s"
            .formatted(SlotFindings.requestsWaitOutside(facts).value()),
        "more in flight gained nothing; twice as many let in, or half as far away, should give about %s samples/s"
            .formatted(promised()));
  }

  /** What holds whichever the cause is. */
  static List<String> ofOthers(Facts facts) {
    if (Signals.othersWrite(facts.peak())) {
      return List.of(
          "others write %s of the rows that the database takes: they do not scale with this job"
              .formatted(Finding.percent(1 - 1 / Signals.rowsCounted(facts.peak()))));
    }
    return Signals.nodesAreMissing(facts.peak())
        ? List.of(
            "the pages that were read count %s of the rows acknowledged: name all of the database's processes in target.metrics-urls"
                .formatted(Finding.percent(Signals.rowsCounted(facts.peak()))))
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
    return List.of(
        others
            ? "end what else runs beside job and database, and repeat: the host is full (%s)"
                .formatted(shares)
            : "run job and database on hosts of their own: together they fill this one (%s), and neither is at its own limit"
                .formatted(shares));
  }

  List<String> none() {
    return List.of();
  }

  /** The gain that the verdict gives, of the ceiling that it reports. */
  private String promised() {
    return rate(gain * facts.seen().now());
  }

  private static String rate(double perSecond) {
    if (perSecond >= 1e6) {
      return String.format(Locale.ROOT, "%.2f M", perSecond / 1e6);
    }
    return perSecond >= 1e3
        ? String.format(Locale.ROOT, "%.0f k", perSecond / 1e3)
        : String.format(Locale.ROOT, "%.0f", perSecond);
  }

  private static String bytes(double perSecond) {
    return perSecond < 1e6
        ? String.format(Locale.ROOT, "%.0f kB", perSecond / 1e3)
        : String.format(Locale.ROOT, "%.1f MB", perSecond / 1e6);
  }
}
