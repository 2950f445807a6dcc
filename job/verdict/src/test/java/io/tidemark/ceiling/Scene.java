package io.tidemark.ceiling;

import io.tidemark.measure.Load;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Busiest;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Endpoint;
import io.tidemark.measure.window.Host;
import io.tidemark.measure.window.InFlight;
import io.tidemark.measure.window.Job;
import io.tidemark.measure.window.Pressure;
import io.tidemark.measure.window.Queried;
import io.tidemark.measure.window.Requests;
import io.tidemark.measure.window.Sessions;
import io.tidemark.measure.window.Task;
import io.tidemark.measure.window.Throughput;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.Concept;
import io.tidemark.statistics.Estimate;
import java.util.List;
import java.util.Map;

/**
 * A window made up for a test: job and database on hosts of their own, with nothing full, and what
 * a test makes full.
 */
final class Scene {
  double permitWait;
  double inFlight = 4;
  int bound = 16;
  double sendShare = 0.05;
  Double onTheLine = 0.0;
  Double unread = 0.0;
  Double roundTripMillis = 0.1;
  int lines;
  int lineReadings = 16;
  double throttled;
  double failed;
  long rate;
  double samplesPerSecond = 1e6;
  Double ceiling;
  Double sourceIdle = 0.0;
  double amplifyCores = 0.4;
  double amplifySkew = 1;
  double amplifyBusy = 0.4;
  Double amplifyBackpressured = 0.1;
  double httpCores = 0.1;
  double jobCores = 1;
  double jobMayUse = 4;
  Double jobThrottled;
  double gcShare = 0.01;
  Host host = new Host(4, 1, false);
  boolean metrics = true;
  Double databaseCores = 1.0;
  boolean hasSlots = true;
  Double slots = 8.0;
  double slotsInUse = 2;
  Double slotLimitPerSecond;
  Double noneFreeShare;
  Double slotTimeouts = 0.0;
  Double link;
  Boolean readOnly = false;
  List<String> unreachableStorage = List.of();
  Double slowInserts = 0.0;
  Double newSeries = 0.0;
  Double disk = 0.1;
  Double ioStalled;
  Double cpuWaiting;
  Double uncached;
  Double rereadingCores;
  Double memoryStalled;
  Double memoryLimit;
  Double memoryKills;
  Double rows;
  Double queriesAtOnce;
  int nodes = 1;

  /** Null: all of them take writes, and have as many cores. */
  Double coresOfInsertNode;

  Boolean slotsFollowCores = true;
  List<Endpoint> endpoints = List.of();
  Map<String, Long> ignored = Map.of();
  Sessions sessions;
  boolean hasLocks;
  boolean tasksTellCpu = true;
  List<String> marks = List.of();
  List<String> invalid = List.of();
  Double jobCeiling = 10e6;
  double jobCeilingError = 0.01;
  boolean sustained;
  Scene least;
  Scene knee;
  Boolean gainedByMore = true;

  /** What the same search saw with the least in flight. */
  static Scene oneInFlight(double samplesPerSecond) {
    var least = new Scene();
    least.inFlight = 1;
    least.bound = 1;
    least.slotsInUse = 1;
    least.samplesPerSecond = samplesPerSecond;
    return least;
  }

  /**
   * Half of what is in flight fails at one address, or waits to be sent again.
   *
   * @param throttled whether the status is counted as one that puts off
   */
  Scene failing(String code, double share, boolean throttled) {
    var worst = new Endpoint("proxy:80", 80, 50, 0.5 * inFlight, Map.of(code, share));
    endpoints = List.of(worst);
    samplesPerSecond = 0.8e6;
    if (throttled) {
      this.throttled = share;
    } else {
      failed = share;
    }
    return this;
  }

  /** A kind of database that has no such thing, and so reports nothing of it. */
  Scene withoutSlots() {
    hasSlots = false;
    return withoutReportOfSlots();
  }

  /**
   * A kind of database with a session for each connection, locks, and a client that blocks.
   *
   * @param lockShare null: not reported
   */
  Scene withSessions(Double lockShare, Double storageShare) {
    return withSessions(lockShare, storageShare, null);
  }

  /**
   * @param computingShare null: it does not report who waits for nothing
   */
  Scene withSessions(Double lockShare, Double storageShare, Double computingShare) {
    hasLocks = true;
    sessions =
        new Sessions(
            4, 100.0, lockShare, storageShare, List.of("session 7 of admin"), computingShare);
    return withoutSlots();
  }

  /** It has them, but this version does not report on them. */
  Scene withoutReportOfSlots() {
    slots = null;
    slotTimeouts = null;
    return this;
  }

  /** The job waits for answers all the time. */
  Scene saturated() {
    permitWait = 0.95;
    inFlight = 15.9;
    amplifyBackpressured = 0.9;
    return this;
  }

  /** So many writes in flight, and so many queries, share cores that are full. */
  Scene read(double writes, double queries) {
    saturated();
    bound = (int) writes;
    inFlight = writes;
    slots = 64.0;
    slotsInUse = writes;
    databaseCores = 3.9;
    queriesAtOnce = queries;
    return this;
  }

  Window window() {
    var database =
        new Database(
            "1.150.0",
            databaseCores,
            databaseCores == null ? null : 4.0,
            databaseCores == null ? null : Double.valueOf(databaseCores / 4),
            slots == null ? null : Double.valueOf(slotsInUse),
            slots,
            slotLimitPerSecond,
            slotTimeouts,
            link,
            link == null ? null : "vmstorage-1:8400",
            readOnly,
            unreachableStorage,
            slowInserts,
            newSeries,
            ioStalled,
            disk,
            cpuWaiting,
            rows == null ? samplesPerSecond : rows,
            ignored,
            1e9,
            sessions,
            false,
            List.of(),
            busiest(),
            new Pressure(
                null,
                null,
                memoryStalled,
                null,
                null,
                memoryLimit,
                memoryKills,
                uncached,
                rereadingCores),
            queriesAtOnce == null ? null : new Queried(queriesAtOnce, 8.0, 5.0, 5.0, null));
    return new Window(
        new Load(bound, 1, 1, 10_000, 2, rate),
        8,
        1,
        new Throughput(samplesPerSecond, null, null, 0.1, null, samplesPerSecond / 10_000, 25e6),
        new Requests(
            50.0,
            45.0,
            80.0,
            120.0,
            150.0,
            0.01,
            sendShare,
            0.99 - sendShare,
            throttled,
            failed,
            0,
            endpoints),
        new InFlight(
            inFlight,
            bound,
            permitWait,
            0.0,
            onTheLine,
            unread,
            roundTripMillis,
            lines,
            lineReadings),
        List.of(
            task("source", 2, new Double[] {0.3, 0.1, sourceIdle}, 0.5, 0.3, 1.1),
            task(
                "amplify",
                2,
                new Double[] {amplifyBusy, amplifyBackpressured, 0.5},
                2 * amplifyCores / amplifySkew,
                amplifyCores,
                amplifySkew),
            task("acks", 1, new Double[] {0.1, 0.0, 0.9}, 0.05, 0.05, 1.0)),
        new Job(1, jobMayUse, jobCores, gcShare, httpCores, 0.3, jobThrottled),
        host,
        metrics ? database : null,
        marks,
        invalid,
        null);
  }

  /**
   * @param shares of its time: busy, backpressured, idle
   */
  private Task task(
      String name, int parallelism, Double[] shares, double cores, double most, double skew) {
    return new Task(
        name,
        parallelism,
        shares[0],
        shares[1],
        shares[2],
        tasksTellCpu ? cores : null,
        tasksTellCpu ? most : null,
        tasksTellCpu ? skew : null);
  }

  private Busiest busiest() {
    String node = "node-1:8428";
    Double share = slots == null ? null : Double.valueOf(slotsInUse / slots);
    int takingWrites = coresOfInsertNode == null ? nodes : 1;
    return new Busiest(
        nodes,
        takingWrites,
        node,
        coresOfInsertNode,
        node,
        share,
        slotsFollowCores,
        noneFreeShare,
        List.of());
  }

  private Map<Concept, String> remedies() {
    if (hasLocks) {
      return Map.of(Concept.LOCKS, "look who blocks");
    }
    return hasSlots
        ? Map.of(Concept.INSERT_SLOTS, "turn the knob", Concept.IGNORED_ROWS, "lift the limit")
        : Map.of();
  }

  Facts facts() {
    return new Facts(
        new Seen(
            window(),
            ceiling,
            new Seen.OtherLoads(
                least == null ? null : least.window(),
                knee == null ? null : knee.window(),
                null,
                gainedByMore == null ? null : Double.valueOf(gainedByMore ? 2 : 1)),
            jobCeiling == null
                ? null
                : new Estimate(
                    jobCeiling,
                    (1 - jobCeilingError) * jobCeiling,
                    (1 + jobCeilingError) * jobCeiling),
            new Capabilities(remedies(), false, hasLocks),
            rate > 0,
            sustained));
  }
}
