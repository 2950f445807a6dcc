package io.tidemark.model;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Queried;
import io.tidemark.measure.window.Task;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The signals of one window in the network's terms: per answered request, and of the busiest node.
 * A signal that the window lacks is left out.
 */
final class WindowReadings {
  /** A smaller share of attempts that fail or are turned away is not noticed. */
  private static final double NOTICED = 0.01;

  /**
   * This is the largest share of time stalled, because a database that always waits would never
   * have answered.
   */
  private static final double MOST_STALLED = 0.95;

  private final Window window;

  WindowReadings(Window window) {
    this.window = window;
  }

  /** Returns the share of the attempts that are turned away or fail. */
  double inVain() {
    double share = window.requests().throttledShare() + window.requests().failedShare();
    return share < NOTICED ? 0 : Math.min(1, share);
  }

  double requestsPerSecond() {
    return window.throughput().callsPerSecond() * (1 - inVain());
  }

  /**
   * Returns the requests per second that the source is asked for; infinite if there is no bound.
   */
  double asked() {
    double samples = window.load().expectedSamplesPerSecond();
    double batch = window.throughput().samplesPerSecond() / requestsPerSecond();
    return samples > 0 ? samples / batch : Double.POSITIVE_INFINITY;
  }

  /** Returns the number of the database's nodes that take writes. */
  int nodes() {
    return database() == null || database().busiest() == null
        ? 1
        : Math.max(1, database().busiest().takingWrites());
  }

  /** Returns the cores of the busiest node; NaN if they are not reported. */
  double cores() {
    if (database() == null) {
      return Double.NaN;
    }
    Double busiest = database().busiest() == null ? null : database().busiest().cpuCores();
    return busiest == null ? orNaN(database().cores()) / nodes() : busiest;
  }

  /** Returns the insert slots of one node; infinite if none are reported. */
  double slots() {
    Double slots = database() == null ? null : database().slots();
    return slots == null ? Double.POSITIVE_INFINITY : slots / nodes();
  }

  /** Returns the busy cores of a shared host that neither job nor database use. */
  double hostOthers() {
    if (window.host() == null || !window.host().shared()) {
      return 0;
    }
    double database = database() == null ? Double.NaN : orNaN(database().cpuCoresUsed());
    double others = window.host().busyCores() - window.job().cpuCores() - database;
    return Double.isNaN(others) ? 0 : Math.max(0, others);
  }

  /**
   * Returns the share of the rows for which the database reads its index because its caches are too
   * small; a small share is not noticed and counts as 0.
   */
  double missing() {
    Double share = database() == null ? null : database().uncachedShare();
    return share == null || share < NOTICED ? 0 : Math.min(1, share);
  }

  /** Returns the share of the database's CPU that these reads take; NaN if it is not known. */
  double missCpu() {
    return database() == null ? Double.NaN : orNaN(database().rereadingShare());
  }

  /** Returns the share of the time that all of the database waits for memory to be freed. */
  double memoryStalled() {
    Double share = database() == null ? null : database().pressure().memoryStalledShare();
    return share == null ? 0 : Math.min(MOST_STALLED, share);
  }

  /**
   * Returns the mean number of queries that a node works on at once; null if it is not known. It is
   * not known of a cluster, where most of a query computes in a process that takes no writes.
   */
  Double queries() {
    Queried queried = database() == null ? null : database().queried();
    boolean known =
        queried != null
            && queried.concurrent() != null
            && queried.cpuCores() == null
            && (database().busiest() == null
                || database().busiest().nodes() == database().busiest().takingWrites());
    return known ? Double.valueOf(queried.concurrent() / nodes()) : null;
  }

  private Database database() {
    return window.database();
  }

  Map<Signal, Double> seen() {
    var seen = new EnumMap<Signal, Double>(Signal.class);
    put(seen, Signal.RATE, requestsPerSecond());
    put(seen, Signal.IN_FLIGHT, window.inFlight().mean());
    put(seen, Signal.PERMIT_WAIT, window.inFlight().permitWaitShare());
    put(seen, Signal.THREAD, busiestTask().map(Task::cpuCoresMax).orElse(null));
    put(seen, Signal.CLIENT, client());
    put(seen, Signal.JOB_CPU, window.job().cpuCores());
    put(seen, Signal.PAUSED, window.job().gcShare());
    if (window.inFlight().lineReadings() > 0) {
      put(seen, Signal.ON_THE_WAY, window.inFlight().unacknowledgedShare());
    }
    if (database() != null) {
      putOfDatabase(seen);
    }
    return seen;
  }

  private void putOfDatabase(Map<Signal, Double> seen) {
    Double share = database().cpuShare();
    put(seen, Signal.DATABASE_CPU, share == null ? null : share * cores());
    put(seen, Signal.INSIDE, inside());
    Double limited = database().slotLimitPerSecond();
    double attempts = window.throughput().callsPerSecond();
    put(seen, Signal.SLOTS_TAKEN, limited == null ? null : Math.min(1, limited / attempts));
    put(seen, Signal.STORAGE_BUSY, storageBusy());
    // A process that waits for a link to a storage process does not wait for its own disk.
    put(
        seen,
        Signal.IO_STALLED,
        database().linkShare() == null ? database().ioStalledShare() : null);
    put(seen, Signal.WAITS_FOR_CPU, database().cpuWaitingShare());
  }

  /** Tells whether the time that is spent in writing files is reported. */
  boolean tellsDisk() {
    return database() != null && database().linkShare() == null && database().diskShare() != null;
  }

  /** Returns the standard errors that the readings have besides their signals' own. */
  Map<Signal, Double> errors() {
    Double share = window.inFlight().unacknowledgedShare();
    int readings = window.inFlight().lineReadings();
    if (share == null || readings == 0) {
      return Map.of();
    }
    // This is the variance of a share that is counted at few moments; it has a floor, because few
    // moments can't show that a share is zero.
    double variance = Math.max(0.05, share * (1 - share));
    return Map.of(Signal.ON_THE_WAY, Math.sqrt(variance / readings));
  }

  /**
   * Returns the cores that the client's threads of the busiest writer use; null if they are not
   * reported.
   */
  private Double client() {
    Double client = window.job().httpCpuCoresMax();
    return client == null || client <= 0 ? null : client;
  }

  /**
   * Returns the number of the job's clients, one for each writer; 0 if nothing is known of them.
   */
  int clients() {
    return client() == null ? 0 : window.load().parallelism();
  }

  private Optional<Task> busiestTask() {
    return window.tasks().stream()
        .filter(each -> each.cpuCoresMax() != null)
        .max(Comparator.comparingDouble(Task::cpuCoresMax));
  }

  /** Returns the busiest thread's work over the mean of the threads that do the same. */
  double skew() {
    return busiestTask().map(Task::cpuSkew).map(skew -> Math.max(1, skew)).orElse(1.0);
  }

  /** Returns the number of threads that do the same as the busiest one. */
  int subtasks() {
    return busiestTask().map(Task::parallelism).orElse(1);
  }

  private Double inside() {
    Double mean = database().slotsInUse();
    Double busiest = database().busiest() == null ? null : database().busiest().slotsShare();
    if (mean == null) {
      return null;
    }
    double even = mean / nodes();
    return busiest == null ? even : Math.max(even, busiest * slots());
  }

  /** Returns the busy share of a link to a storage process, or else of a disk. */
  private Double storageBusy() {
    Double share = database().linkShare() == null ? database().diskShare() : database().linkShare();
    return share == null ? null : Double.valueOf(Math.min(1, share));
  }

  private static double orNaN(Double value) {
    return value == null ? Double.NaN : value;
  }

  private static void put(Map<Signal, Double> seen, Signal signal, Double value) {
    if (value != null && Double.isFinite(value)) {
      seen.put(signal, value);
    }
  }
}
