package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Endpoint;
import io.tidemark.measure.window.InFlight;
import io.tidemark.measure.window.Node;
import io.tidemark.measure.window.Task;
import io.tidemark.queues.Addresses;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.Concept;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What one window shows by itself; everything else that judges is built from these functions. Pure.
 * What was not reported is null; shares are 0 to 1, cores are CPU seconds per second.
 */
public final class Signals {
  /** With fewer calls, a page that is a second old counts other calls than the window has. */
  private static final int ENOUGH_CALLS = 20;

  /** TCP sends this many bytes first: ten segments that fit an Ethernet packet. */
  private static final double FIRST_WINDOW_BYTES = 14_600;

  /** A receiver takes this many bytes unless it is asked for more (RFC 9293, 3.1). */
  private static final double PLAIN_WINDOW_BYTES = 65_535;

  private static final String BUSY = "HTTP 503";

  private Signals() {}

  // The functions from here on are about the requests.

  static boolean turnsAway(Window window) {
    return window.requests().throttledShare() - foreignBusyShare(window) > Thresholds.THROTTLED;
  }

  /**
   * Returns the share of all calls that failed on the way to the database or behind it: other
   * statuses of 500 and more, answers that did not come, and 503 if it was not the database that
   * sent it.
   */
  public static double failingShare(Window window) {
    return window.requests().failedShare() + foreignBusyShare(window);
  }

  /**
   * Returns the share of all calls that were answered 503, but not by the database. A database
   * counts requests that waited too long for a slot, and shows that it is read-only; a proxy
   * answers 503 for a backend that is gone.
   */
  private static double foreignBusyShare(Window window) {
    double calls = window.throughput().callsPerSecond();
    if (calls <= 0 || showsReadOnly(window)) {
      return 0;
    }
    double answered =
        window.requests().endpoints().stream()
            .mapToDouble(
                each -> each.callsPerSecond() * each.refusedShare().getOrDefault(BUSY, 0.0))
            .sum();
    var database = window.database();
    Double counted = database == null ? null : database.slotTimeoutPerSecond();
    double foreign = Math.max(0, answered - (counted == null ? 0 : counted)) / calls;
    return Math.min(window.requests().throttledShare(), foreign);
  }

  private static boolean showsReadOnly(Window window) {
    return window.database() != null && Boolean.TRUE.equals(window.database().readOnly());
  }

  /** Returns the share of all calls that were put off, given up or refused for good. */
  static double lostShare(Window window) {
    return window.requests().lostShare();
  }

  /**
   * Returns the number of lines: one from each host of the job to each address that is written to,
   * whatever stands behind the address.
   */
  static int lines(Window window) {
    if (window.inFlight().lines() > 0) {
      return window.inFlight().lines();
    }
    int addresses = window.requests().endpoints().size();
    int read = window.database() == null ? 1 : window.database().busiest().takingWrites();
    return Math.max(1, addresses == 0 ? read : addresses);
  }

  /**
   * Returns the share of the requests in flight whose bodies are on their way: on a line, or for as
   * long as packets take there and back, however wide the line is. Sockets show them until the last
   * byte is acknowledged, including bodies of which the client still has the rest; if nobody looks
   * at sockets, the client's part is what is known. It is null if the database's sessions are at
   * work on the requests nearly all the time, because a session takes a body as it works on it and
   * leaves the rest in the socket.
   */
  static Double onTheWay(Window window) {
    boolean workedOn =
        sessionsWorkOnAll(window)
            && window.database().cpuCoresUsed() != null
            && window.database().cpuCoresUsed() >= Thresholds.TAKE_TURNS * window.inFlight().mean();
    if (workedOn) {
      return null;
    }
    Double inSockets = window.inFlight().unacknowledgedShare();
    return inSockets == null ? window.requests().sendShare() : inSockets;
  }

  /** Returns how often it was counted who is on the way: moments, or calls that a client timed. */
  static int looks(Window window) {
    return window.inFlight().unacknowledgedShare() == null
        ? (int) Math.round(window.throughput().callsPerSecond() * window.seconds())
        : window.inFlight().lineReadings();
  }

  /** Returns the seconds that a packet takes to the database and back; 0 if they are not known. */
  static double roundTripSeconds(Window window) {
    Double millis = window.inFlight().roundTripMillis();
    return millis == null ? 0 : millis / 1e3;
  }

  /**
   * Returns the share of the requests on their way that are there longer than round trips explain.
   * TCP begins with ten segments and doubles them each round trip (RFC 6928, RFC 5681), up to what
   * the receiver takes at once, so a body may take several round trips.
   */
  static Double onTheLine(Window window) {
    Double onTheWay = onTheWay(window);
    double calls = window.throughput().callsPerSecond();
    double inFlight = window.inFlight().mean();
    if (onTheWay == null || calls <= 0 || inFlight <= 0) {
      return onTheWay;
    }
    double bytes = window.throughput().sentBytesPerSecond() / calls;
    double doublings = Math.log(1 + bytes / FIRST_WINDOW_BYTES) / Math.log(2);
    double roundTrips = Math.ceil(Math.max(doublings, bytes / PLAIN_WINDOW_BYTES));
    double delayed = calls * roundTrips * roundTripSeconds(window) / inFlight;
    return Math.max(0, onTheWay - delayed);
  }

  /**
   * Tells whether requests are mostly being sent; null if none was answered, and nobody looked at
   * the sockets.
   */
  static Boolean mostlySends(Window window) {
    Double onTheLine = onTheLine(window);
    return onTheLine == null && window.requests().sendShare() == null
        ? null
        : Boolean.valueOf(onTheLine != null && onTheLine >= Thresholds.MUCH_WAIT);
  }

  // The functions from here on are about the addresses.

  /**
   * Returns the address with the most to gain ({@link Addresses}), if it is clearly more than at
   * any other. It is null if there is none, or if some requests are turned away, because those say
   * nothing of how long a request takes.
   */
  static Endpoint worstAddress(Window window) {
    List<Endpoint> endpoints = window.requests().endpoints();
    if (endpoints.size() < 2 || lostShare(window) > Thresholds.THROTTLED) {
      return null;
    }
    Addresses addresses = addresses(window);
    int[] byGain =
        IntStream.range(0, endpoints.size())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -addresses.gain(i, Thresholds.DOUBLED)))
            .mapToInt(Integer::intValue)
            .toArray();
    double most = addresses.gain(byGain[0], Thresholds.DOUBLED);
    double next = addresses.gain(byGain[1], Thresholds.DOUBLED);
    return most > Thresholds.ALIKE * next ? endpoints.get(byGain[0]) : null;
  }

  private static Addresses addresses(Window window) {
    return Addresses.of(
        window.requests().endpoints().stream().mapToDouble(Endpoint::callsPerSecond).toArray(),
        window.requests().endpoints().stream()
            .mapToDouble(each -> each.meanMillis() / 1e3)
            .toArray());
  }

  /** Returns the process at that address, if its page was read; null if that is not known. */
  static Node worstNode(Window window) {
    Endpoint worst = window.database() == null ? null : worstAddress(window);
    return worst == null
        ? null
        : window.database().busiest().writers().stream()
            .filter(node -> authority(node.name()).equals(authority(worst.address())))
            .findFirst()
            .orElse(null);
  }

  /** Returns host and port of a URL of whatever path. */
  private static String authority(String url) {
    int scheme = url.indexOf("://");
    String rest = scheme < 0 ? url : url.substring(scheme + 3);
    int path = rest.indexOf('/');
    return path < 0 ? rest : rest.substring(0, path);
  }

  /**
   * Returns the factor of throughput with the worst address so many times as fast, and the others
   * as they are.
   */
  static double gainAtWorst(Window window, double faster) {
    int worst = window.requests().endpoints().indexOf(worstAddress(window));
    return addresses(window).gain(worst, faster);
  }

  /** Returns the same for the address's node, until the next node is full. */
  static double withWorstNode(Window window, double faster) {
    Node node = worstNode(window);
    double busy =
        window.database().busiest().writers().stream()
            .filter(each -> !each.equals(node) && each.cpuShare() != null)
            .mapToDouble(Node::cpuShare)
            .max()
            .orElse(0);
    double gain = gainAtWorst(window, faster);
    return addresses(window).inTurn() ? Math.min(gain, 1 / Math.max(busy, 1e-3)) : gain;
  }

  // The functions from here on are about the job.

  /** Tells whether the job waits for nothing, except for cores if its host is full. */
  static boolean waitsForNothing(Window window) {
    var inFlight = window.inFlight();
    return inFlight.permitWaitShare() < Thresholds.LITTLE_WAIT && inFlight.use() < Thresholds.FULL;
  }

  /** Tells whether the job uses all cores that it may, or a quota stops it. */
  public static boolean jobHasNoMoreCores(Window window) {
    var job = window.job();
    return job.cpuCores() >= Thresholds.FULL * job.cores() || jobIsThrottled(window);
  }

  /** Tells whether the job's own quota stops it, and not one that the database uses as well. */
  static boolean jobIsThrottled(Window window) {
    Double throttled = window.job().throttledShare();
    return throttled != null && throttled >= Thresholds.CPU_STALLED && !sharesFullHost(window);
  }

  static boolean mostlyCollects(Window window) {
    return window.job().gcShare() >= Thresholds.MOSTLY_GC;
  }

  /**
   * Returns the cores that the client's thread of the busiest writer uses, or the mean of its
   * threads if the client blocks.
   */
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

  /** Returns the tasks whose busiest subtask's CPU is known. */
  static Stream<Task> measured(Window window) {
    return window.tasks().stream().filter(task -> task.cpuCoresMax() != null);
  }

  /** Returns the task whose busiest subtask uses most CPU; null if none is known. */
  static Task busiestTask(Window window) {
    return measured(window).max(Comparator.comparingDouble(Task::cpuCoresMax)).orElse(null);
  }

  /** Returns the share of a core that the busiest thread of the job uses; 0 if none is known. */
  static double busiestThread(Window window, Capabilities capabilities) {
    Task task = busiestTask(window);
    double client = clientCores(window, capabilities);
    return Math.max(client, task == null ? 0 : task.cpuCoresMax());
  }

  /**
   * Tells whether a task's threads always work. A writer that waits for a permit is busy, too, but
   * uses no CPU.
   */
  static boolean alwaysWorks(Task task) {
    return task.cpuCoresMax() >= Thresholds.WORKING_THREAD
        && busyOfBusiest(task) >= Thresholds.ALWAYS_BUSY;
  }

  /**
   * Returns the busiest subtask's busy share: Flink's share of all subtasks, distributed as their
   * CPU time is.
   */
  static double busyOfBusiest(Task task) {
    boolean known = task.busy() != null && task.cpuSkew() != null;
    return known ? Math.min(1, task.busy() * task.cpuSkew()) : 0;
  }

  // The functions from here on are about the job's host.

  static boolean hostIsFull(Window window) {
    return window.host() != null && window.host().busyShare() >= Thresholds.FULL_HOST;
  }

  /** Tells whether the database runs on the job's host, too. */
  public static boolean sharesHost(Window window) {
    return window.host() != null && window.host().shared();
  }

  /** Tells whether job and database fill one host, so that each takes from the other. */
  public static boolean sharesFullHost(Window window) {
    return hostIsFull(window) && databaseCoresOnHost(window) > 0;
  }

  /**
   * Returns the cores of the job's host that the database uses; 0 if it is elsewhere, or if that is
   * not known.
   */
  static double databaseCoresOnHost(Window window) {
    boolean here = sharesHost(window) && window.database() != null;
    Double cores = here ? window.database().cpuCoresUsed() : null;
    return cores == null ? 0 : cores;
  }

  /** Returns the host's cores that neither job nor database use; 0 if that is not known. */
  static double othersCoresOnHost(Window window) {
    double ours = window.job().cpuCores();
    return window.host() == null
        ? 0
        : Math.max(0, window.host().busyCores() - ours - databaseCoresOnHost(window));
  }

  /** Tells whether others use much of the job's host, which must be known. */
  static boolean othersTakeMuch(Window window) {
    return othersCoresOnHost(window) > Thresholds.OTHERS * window.host().cores();
  }

  /**
   * Tells whether the host is full, and whether one of job and database has this part of what both
   * use of it.
   *
   * @param cores the cores that this one uses
   */
  static boolean hasOfFullHost(Window window, double part, double cores) {
    double both = window.job().cpuCores() + databaseCoresOnHost(window);
    return hostIsFull(window) && cores / both >= part && !othersTakeMuch(window);
  }

  // The functions from here on are about the database.

  /**
   * Returns the rows that the database's pages count over the samples that it acknowledged; null if
   * unknown.
   */
  static Double rowsCounted(Window window) {
    Double rows = window.database() == null ? null : window.database().rowsPerSecond();
    double ours = window.throughput().samplesPerSecond();
    boolean enough = window.throughput().callsPerSecond() * window.seconds() >= ENOUGH_CALLS;
    return rows == null || ours <= 0 || !enough ? null : rows / ours;
  }

  /** Tells whether the pages are of a part of the database only. */
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

  /**
   * Tells whether the database has CPU to spare; null if that is not known. If its CPU can't be
   * read, its sessions show it: in a database that lacks CPU, one or more always compute, or want
   * to.
   */
  static Boolean cpuIsFree(Database database) {
    if (database.cpuShare() != null) {
      return database.cpuShare() < Thresholds.FULL;
    }
    Double computing = sessionsThatCompute(database);
    return computing != null && computing < Thresholds.MUCH_WAIT ? true : null;
  }

  /**
   * Returns the sessions at work that wait for nothing, and have a core or want one; null if they
   * are not known.
   */
  static Double sessionsThatCompute(Database database) {
    var sessions = database.sessions();
    return sessions == null || sessions.computingShare() == null
        ? null
        : Double.valueOf(sessions.computingShare() * sessions.active());
  }

  /**
   * Returns the share of the time that every task waits for memory to be freed; 0 if that is not
   * reported.
   */
  static double memoryStalled(Window window) {
    Double share =
        window.database() == null ? null : window.database().pressure().memoryStalledShare();
    return share == null ? 0 : share;
  }

  /** Returns the share of its CPU with which the database rereads its index; null if unknown. */
  static Double rereading(Window window) {
    return window.database() == null ? null : window.database().rereadingShare();
  }

  /**
   * Tells whether the database reads its index for more of the rows, because its caches are too
   * small, than its makers warn of.
   */
  public static boolean seriesExceedCaches(Window window) {
    Double uncached = window.database() == null ? null : window.database().uncachedShare();
    return uncached != null && uncached > Thresholds.SLOW_INSERTS;
  }

  /**
   * Tells whether the database wants more CPU than it is given, because a quota or a full node
   * throttles it.
   */
  static boolean waitsForCpu(Window window) {
    var database = window.database();
    return database != null
        && database.cpuWaitingShare() != null
        && database.cpuWaitingShare() >= Thresholds.CPU_STALLED
        && database.cpuShare() != null
        // Something always waits while all cores are busy, and otherwise only if cores are taken
        // away.
        && database.cpuWaitingShare() > database.cpuShare() + Thresholds.LITTLE_WAIT
        && !sharesFullHost(window);
  }

  /** Tells whether the database's own cores are full, or what it is given of them. */
  static boolean ownCpuIsFull(Window window) {
    return coresAreFull(window) || waitsForCpu(window);
  }

  /**
   * Tells whether the database has sessions, and as many of them are at work as there are requests,
   * or nearly as many.
   */
  static boolean sessionsWorkOnAll(Window window) {
    var sessions = window.database() == null ? null : window.database().sessions();
    return sessions != null
        && sessions.active() >= Thresholds.NEARLY_ALL * window.inFlight().mean();
  }

  /** Tells whether a link to storage is busy, if the database shows that. */
  static boolean linkIsBusy(Window window) {
    Double share = window.database().linkShare();
    return share != null && share >= Thresholds.MUCH_WAIT;
  }

  /**
   * Tells whether storage is read-only and shows that. One of several nodes may be read-only, and
   * the others take its part.
   */
  static boolean isReadOnly(Window window) {
    boolean refusesAny = lostShare(window) > Thresholds.THROTTLED;
    return showsReadOnly(window) && (refusesAny || window.throughput().samplesPerSecond() == 0);
  }

  // The functions from here on are about the database's insert slots.

  /** Tells whether the slots are taken; false for a kind of database that has none. */
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

  /**
   * Returns the share of all clients' requests that found no slot free, or of the job's if the
   * database counts none; 0 if that is not known.
   */
  static double foundNoneFree(Window window) {
    if (window.database() == null) {
      return 0;
    }
    Double ofEverybodys = window.database().busiest().noneFreeShare();
    if (ofEverybodys != null) {
      return ofEverybodys;
    }
    Double reached = window.database().slotLimitPerSecond();
    return reached == null ? 0 : reached / Math.max(window.throughput().callsPerSecond(), 1e-9);
  }

  /**
   * Tells whether more requests are in flight than there are slots, and yet every request that came
   * found one, so they wait elsewhere.
   */
  static boolean nobodyWaitsForSlots(Window window) {
    var database = window.database();
    return database != null
        && database.slots() != null
        && database.slotLimitPerSecond() != null
        && database.slotLimitPerSecond() <= 0
        && window.inFlight().mean() >= Thresholds.WAITING_OUTSIDE * database.slots();
  }

  /**
   * Returns the requests that the database works on: those in its slots, or all in flight if that
   * is not known.
   */
  static double workedOn(Window window, Capabilities capabilities) {
    boolean all =
        window.database() != null && Boolean.TRUE.equals(slotsAreTaken(window, capabilities));
    return all ? Math.min(window.inFlight().mean(), window.database().slots()) : inSlots(window);
  }

  /** Returns the most requests of the job in slots, because others' requests may be among them. */
  static double inSlots(Window window) {
    var database = window.database();
    double inFlight = window.inFlight().mean();
    return database == null || database.slotsInUse() == null
        ? inFlight
        : Math.min(inFlight, database.slotsInUse());
  }

  /**
   * Returns the share of the slots in use whose requests' bodies are still being sent; null if it
   * is not known.
   */
  static Double heldByUploads(Window window) {
    InFlight inFlight = window.inFlight();
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
