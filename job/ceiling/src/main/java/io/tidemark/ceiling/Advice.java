package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import java.util.List;
import java.util.Locale;

/** What to change for each cause, and what that should give. */
final class Advice {
  private Advice() {}

  static List<String> of(Cause cause, Facts facts) {
    Window peak = facts.peak();
    double now = peak.throughput().samplesPerSecond();
    return switch (cause) {
      case TSDB_STORAGE ->
          List.of(
              "look at the database's disks and storage nodes, and at how many series there are: "
                  + DatabaseFindings.storageIsSlow(facts),
              "more cores or slots for inserts would wait for the same storage");
      case TSDB_REJECTING ->
          List.of(
              "raise the database's limits or quotas: it turns away %s of the requests"
                  .formatted(Finding.percent(peak.requests().throttledShare())));
      case SOURCE ->
          List.of(
              "raise the source's rate (source.datagen.rate, more Kafka partitions or a longer backlog), or amplify more: neither job nor database was full");
      case NONE_REACHED ->
          List.of("raise the load (a higher rate, a larger M or N): all of it was written");
      case JOB_GC ->
          List.of(
              "give the job more heap, or lower amplify.max-cached-series or write.batch-bytes: it collects garbage for %s of the time"
                  .formatted(Finding.percent(peak.job().gcShare())));
      case JOB_SKEW ->
          List.of(
              "spread the load: %s; more series, more Kafka partitions, or keys that differ"
                  .formatted(JobFindings.oneSubtaskIsFull(facts).value()));
      case JOB_CPU ->
          List.of(
              "raise parallelism, or give the job more cores: %s"
                  .formatted(JobFindings.jobIsFull(facts).value()),
              "twice the parallelism on free cores should give nearly twice %s samples/s"
                  .formatted(rate(now)));
      case NETWORK ->
          List.of(
              "more bandwidth, better compression (target.compression, amplify.layout), or job and database closer together: %s/s are sent"
                  .formatted(bytes(peak.throughput().sentBytesPerSecond())));
      case TSDB_CPU -> databaseCpu(facts, now);
      case TSDB_SLOTS -> slots(peak, now);
      case JOB_IN_FLIGHT ->
          List.of(
              "raise write.in-flight above %d: the database has free slots and CPU"
                  .formatted(peak.inFlight().bound()),
              "twice as many in flight should give nearly twice %s samples/s, until something is full"
                  .formatted(rate(now)));
      case HOST_CPU -> List.of(host(facts));
      case INCONCLUSIVE -> List.of();
    };
  }

  private static String host(Facts facts) {
    String shares = HostFindings.hostIsFull(facts).value();
    boolean others = facts.othersCoresOnHost() > Thresholds.OTHERS * facts.peak().host().cores();
    return others
        ? "end what else runs beside job and database, and repeat: the host is full (%s)"
            .formatted(shares)
        : "run job and database on hosts of their own: together they fill this one (%s), and neither is at its own limit"
            .formatted(shares);
  }

  private static List<String> databaseCpu(Facts facts, double now) {
    Window peak = facts.peak();
    Double cores = peak.database().cores();
    String more =
        "more cores or nodes for the database: at %s s of CPU per million samples, each core takes about %s samples/s"
            .formatted(
                Finding.number(peak.database().cpuCoresUsed() / now * 1e6),
                rate(now / peak.database().cpuCoresUsed()));
    return peak.host() != null && peak.host().shared()
        ? List.of(
            more,
            "the job took %s of the host's %s cores: on a host of its own the database would take about %s samples/s"
                .formatted(
                    Finding.number(peak.job().cpuCores()),
                    Finding.number(peak.host().cores()),
                    rate(now * cores / peak.database().cpuCoresUsed())))
        : List.of(more);
  }

  private static List<String> slots(Window peak, double now) {
    var database = peak.database();
    double headroom = Thresholds.FULL / Math.max(0.01, database.cpuShare());
    double gain = Math.min(2, headroom);
    return List.of(
        "raise the database's insert slots (-maxConcurrentInserts) from %s to %s: about %s samples/s, %s"
            .formatted(
                Finding.number(database.slots()),
                Finding.number(2 * database.slots()),
                rate(now * gain),
                headroom < 2
                    ? "where its CPU is full"
                    : "its CPU is at %s".formatted(Finding.percent(database.cpuShare()))),
        "by default the slots follow the cores: a server with more cores has more of both");
  }

  static String rate(double perSecond) {
    if (perSecond >= 1e6) {
      return String.format(Locale.ROOT, "%.2f M", perSecond / 1e6);
    }
    return perSecond >= 1e3
        ? String.format(Locale.ROOT, "%.0f k", perSecond / 1e3)
        : String.format(Locale.ROOT, "%.0f", perSecond);
  }

  private static String bytes(double perSecond) {
    return String.format(Locale.ROOT, "%.1f MB", perSecond / 1e6);
  }
}
