package io.tidemark.ceiling;

import static io.tidemark.measure.Amounts.finePercent;
import static io.tidemark.measure.Amounts.plain;

/** The questions about the cores that the job's processes may run on. */
final class HostFindings {
  private HostFindings() {}

  static Finding hostIsFull(Facts facts) {
    String threshold = "at least %s".formatted(finePercent(Thresholds.FULL_HOST));
    var host = facts.peak().host();
    return host == null
        ? Finding.missing(
            "CPU of the host", threshold, "run the job on one host that shows its CPU time")
        : new Finding(
            host.quota() ? "CPU quota of job and database together" : "CPU of the host",
            shares(facts),
            threshold,
            Signals.hostIsFull(facts.peak()));
  }

  /**
   * Asks whether job and database fill the host. A database whose CPU is not known fills nothing.
   * If some of its nodes are not read, processes that seem to be others may be these nodes.
   */
  static Finding isFilledByBoth(Facts facts) {
    Finding full = hostIsFull(facts);
    if (full.isTrue()
        && Signals.nodesAreMissing(facts.peak())
        && Signals.othersTakeMuch(facts.peak())) {
      return DatabaseFindings.missingNodes(
          "who fills the host of job and database", full.threshold(), facts);
    }
    return full.isMissing()
        ? new Finding(full.signal(), "not one host, or not known", full.threshold(), false)
        : full;
  }

  /** Asks whether the host has room: a full one explains slow answers, whoever fills it. */
  static Finding hostHasRoom(Facts facts) {
    return hostIsFull(facts).opposite("less than %s".formatted(finePercent(Thresholds.FULL_HOST)));
  }

  private static String shares(Facts facts) {
    var host = facts.peak().host();
    double database = Signals.databaseCoresOnHost(facts.peak());
    double others = Signals.othersCoresOnHost(facts.peak());
    return "%s of %s cores, %s of them the job's%s%s"
        .formatted(
            plain(host.busyCores()),
            plain(host.cores()),
            plain(facts.peak().job().cpuCores()),
            database > 0 ? ", %s the database's".formatted(plain(database)) : "",
            others > 0.05 * host.cores() ? ", %s of others".formatted(plain(others)) : "");
  }
}
