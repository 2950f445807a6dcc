package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.Concept;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * What one window shows by itself; all else that judges is built from these. Pure. What was not
 * reported is null; shares are 0 to 1, cores are CPU seconds per second.
 */
public final class Signals {
  /** Fewer in a window, and a page that is a second old counts others. */
  private static final int ENOUGH_CALLS = 20;

  private Signals() {}

  // The requests.

  static boolean turnsAway(Window window) {
    return window.requests().throttledShare() > Thresholds.THROTTLED;
  }

  /** Put off, given up or refused for good, of all calls. */
  static double lostShare(Window window) {
    var requests = window.requests();
    return requests.throttledShare() + requests.failedShare() + requests.rejectedShare();
  }

  /** To the addresses that are written to, one each, whatever stands behind them. */
  static int lines(Window window) {
    int addresses = window.requests().endpoints().size();
    int read = window.database() == null ? 1 : window.database().busiest().takingWrites();
    return Math.max(1, addresses == 0 ? read : addresses);
  }

  /**
   * Of the requests in flight, whose bodies are on the line. Not known where sessions of the
   * database are at work on them nearly all the time: one takes a body as it works on it, and
   * leaves the rest in the socket.
   */
  static Double onTheLine(Window window) {
    boolean workedOn =
        sessionsWorkOnAll(window)
            && window.database().cpuCoresUsed() != null
            && window.database().cpuCoresUsed() >= Thresholds.TAKE_TURNS * window.inFlight().mean();
    return workedOn ? null : window.inFlight().unacknowledgedShare();
  }

  static Boolean mostlySends(Window window) {
    Double inClient = window.requests().sendShare();
    Double onTheLine = onTheLine(window);
    return inClient == null && onTheLine == null
        ? null
        : Boolean.valueOf(isMuch(inClient) || isMuch(onTheLine));
  }

  private static boolean isMuch(Double share) {
    return share != null && share >= Thresholds.MUCH_WAIT;
  }

  // The job.

  /** But for cores, where its host is full. */
  static boolean waitsForNothing(Window window) {
    var inFlight = window.inFlight();
    return inFlight.permitWaitShare() < Thresholds.LITTLE_WAIT && inFlight.use() < Thresholds.FULL;
  }

  static boolean mostlyCollects(Window window) {
    return window.job().gcShare() >= Thresholds.MOSTLY_GC;
  }

  /** Of the client's thread of the busiest writer, or the mean of them if it blocks. */
  static double clientCores(Window window, Capabilities capabilities) {
    Double cores = window.job().httpCpuCoresMax();
    return cores == null ? 0 : cores / clientThreads(window, capabilities);
  }

  private static double clientThreads(Window window, Capabilities capabilities) {
    int writers = Math.max(1, Math.min(window.load().parallelism(), window.inFlight().bound()));
    return capabilities.threadPerRequest() ? Math.max(1, window.inFlight().mean() / writers) : 1;
  }

  static boolean clientIsFull(Window window, Capabilities capabilities) {
    return clientCores(window, capabilities) >= Thresholds.FULL_THREAD;
  }

  /** Tasks whose busiest subtask's CPU is known. */
  static Stream<Window.Task> measured(Window window) {
    return window.tasks().stream().filter(task -> task.cpuCoresMax() != null);
  }

  /** The task whose busiest subtask uses most CPU; null if none is known. */
  static Window.Task busiestTask(Window window) {
    return measured(window).max(Comparator.comparingDouble(Window.Task::cpuCoresMax)).orElse(null);
  }

  /** Of a core, by the busiest thread of the job; 0 if none is known. */
  static double busiestThread(Window window, Capabilities capabilities) {
    Window.Task task = busiestTask(window);
    double client = clientCores(window, capabilities);
    return Math.max(client, task == null ? 0 : task.cpuCoresMax());
  }

  /** A writer that waits for a permit is busy, too, but uses no CPU. */
  static boolean alwaysWorks(Window.Task task) {
    return task.cpuCoresMax() >= Thresholds.WORKING_THREAD
        && busyOfBusiest(task) >= Thresholds.ALWAYS_BUSY;
  }

  /** Flink's share for all subtasks, given to them as their CPU time is. */
  static double busyOfBusiest(Window.Task task) {
    boolean known = task.busy() != null && task.cpuSkew() != null;
    return known ? Math.min(1, task.busy() * task.cpuSkew()) : 0;
  }

  // The host of the job.

  static boolean hostIsFull(Window window) {
    return window.host() != null && window.host().busyShare() >= Thresholds.FULL_HOST;
  }

  /** Whether the database runs there, too. */
  public static boolean sharesHost(Window window) {
    return window.host() != null && window.host().shared();
  }

  /** Whether job and database fill one host, so that each takes from the other. */
  static boolean sharesFullHost(Window window) {
    return hostIsFull(window) && databaseCoresOnHost(window) > 0;
  }

  /** Cores of the job's host that the database uses; 0 if it is elsewhere, or not known. */
  static double databaseCoresOnHost(Window window) {
    boolean here = sharesHost(window) && window.database() != null;
    Double cores = here ? window.database().cpuCoresUsed() : null;
    return cores == null ? 0 : cores;
  }

  /** Cores of the job's host that neither job nor database use, 0 if not known. */
  static double othersCoresOnHost(Window window) {
    double ours = window.job().cpuCores();
    return window.host() == null
        ? 0
        : Math.max(0, window.host().busyCores() - ours - databaseCoresOnHost(window));
  }

  /** Of the job's host, which must be known. */
  static boolean othersTakeMuch(Window window) {
    return othersCoresOnHost(window) > Thresholds.OTHERS * window.host().cores();
  }

  /**
   * Whether the host is full, and so much of what job and database use of it is the one's.
   *
   * @param cores the one's
   */
  static boolean hasOfFullHost(Window window, double part, double cores) {
    double both = window.job().cpuCores() + databaseCoresOnHost(window);
    return hostIsFull(window) && cores / both >= part && !othersTakeMuch(window);
  }

  // The database.

  /** Rows that the database's pages count over samples that it acknowledged; null if unknown. */
  static Double rowsCounted(Window window) {
    Double rows = window.database() == null ? null : window.database().rowsPerSecond();
    double ours = window.throughput().samplesPerSecond();
    boolean enough = window.throughput().callsPerSecond() * window.seconds() >= ENOUGH_CALLS;
    return rows == null || ours <= 0 || !enough ? null : rows / ours;
  }

  /** Whether the pages are of a part of the database only. */
  public static boolean nodesAreMissing(Window window) {
    Double counted = rowsCounted(window);
    return counted != null && counted < Thresholds.FEWER_ROWS;
  }

  public static boolean othersWrite(Window window) {
    Double counted = rowsCounted(window);
    return counted != null && counted > Thresholds.MORE_ROWS;
  }

  static boolean coresAreFull(Window window) {
    var database = window.database();
    return database != null
        && database.cpuShare() != null
        && database.cpuShare() >= Thresholds.FULL;
  }

  /** It wants more CPU than it is given: a quota, or a full node, throttles it. */
  static boolean waitsForCpu(Window window) {
    var database = window.database();
    return database != null
        && database.cpuWaitingShare() != null
        && database.cpuWaitingShare() >= Thresholds.CPU_STALLED
        && database.cpuShare() != null
        // Something waits while all cores are busy, and else only where they are taken away.
        && database.cpuWaitingShare() > database.cpuShare() + Thresholds.LITTLE_WAIT
        && !sharesFullHost(window);
  }

  /** Its own cores, or what it is given of them. */
  static boolean ownCpuIsFull(Window window) {
    return coresAreFull(window) || waitsForCpu(window);
  }

  /** Whether it has sessions, and as many of them are at work as there are requests, or nearly. */
  static boolean sessionsWorkOnAll(Window window) {
    var sessions = window.database() == null ? null : window.database().sessions();
    return sessions != null
        && sessions.active() >= Thresholds.NEARLY_ALL * window.inFlight().mean();
  }

  /** Of a database that shows how busy its links to storage are. */
  static boolean linkIsBusy(Window window) {
    Double share = window.database().linkShare();
    return share != null && share >= Thresholds.MUCH_WAIT;
  }

  /** And shows it: one of several nodes may be read-only, and the others take its part. */
  static boolean isReadOnly(Window window) {
    boolean refusesAny = lostShare(window) > Thresholds.THROTTLED;
    return window.database() != null
        && Boolean.TRUE.equals(window.database().readOnly())
        && (refusesAny || window.throughput().samplesPerSecond() == 0);
  }

  // The database's insert slots.

  /** False of a kind of database that has none. */
  static Boolean slotsAreTaken(Window window, Capabilities capabilities) {
    var database = window.database();
    if (!capabilities.has(Concept.INSERT_SLOTS)) {
      return false;
    }
    if (database == null || database.slots() == null) {
      return null;
    }
    Double ofBusiest = database.busiest().slotsShare();
    double inUse = ofBusiest == null ? 0 : ofBusiest;
    return inUse >= Thresholds.FULL || foundNoneFree(window) >= Thresholds.LIMIT_REACHED;
  }

  /** Of the requests; 0 where it is not known. Others' may be among them. */
  static double foundNoneFree(Window window) {
    Double reached = window.database() == null ? null : window.database().slotLimitPerSecond();
    return reached == null ? 0 : reached / Math.max(window.throughput().callsPerSecond(), 1e-9);
  }

  /**
   * More are in flight than there are slots, and yet whoever came found one: they wait elsewhere.
   */
  static boolean nobodyWaitsForSlots(Window window) {
    var database = window.database();
    return database != null
        && database.slots() != null
        && database.slotLimitPerSecond() != null
        && database.slotLimitPerSecond() <= 0
        && window.inFlight().mean() >= Thresholds.WAITING_OUTSIDE * database.slots();
  }

  /** Requests: those in its slots, or all in flight where that is not known. */
  static double workedOn(Window window, Capabilities capabilities) {
    boolean all =
        window.database() != null && Boolean.TRUE.equals(slotsAreTaken(window, capabilities));
    return all ? Math.min(window.inFlight().mean(), window.database().slots()) : inSlots(window);
  }

  /** Ours at most, as others' may be among them. */
  static double inSlots(Window window) {
    var database = window.database();
    double inFlight = window.inFlight().mean();
    return database == null || database.slotsInUse() == null
        ? inFlight
        : Math.min(inFlight, database.slotsInUse());
  }

  /** Of the slots in use, by requests whose body is still being sent; null where not known. */
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
}
