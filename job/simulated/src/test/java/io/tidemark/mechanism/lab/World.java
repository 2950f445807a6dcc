package io.tidemark.mechanism.lab;

import static io.tidemark.mechanism.lab.Parameter.*;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.host.Disk;
import io.tidemark.mechanism.host.Neighbour;
import io.tidemark.mechanism.host.Pauses;
import io.tidemark.mechanism.job.Costs;
import io.tidemark.mechanism.job.Job;
import io.tidemark.mechanism.job.Plan;
import io.tidemark.mechanism.job.Target;
import io.tidemark.mechanism.job.TaskManager;
import io.tidemark.mechanism.store.Engine;
import io.tidemark.mechanism.store.Link;
import io.tidemark.mechanism.store.Merges;
import io.tidemark.mechanism.store.Readers;
import io.tidemark.mechanism.store.SeriesCache;
import io.tidemark.mechanism.store.Slots;
import io.tidemark.mechanism.store.StorageNode;
import io.tidemark.mechanism.store.WriteNode;
import io.tidemark.mechanism.time.Clock;
import io.tidemark.mechanism.time.Draws;
import io.tidemark.mechanism.wire.Connection;
import io.tidemark.mechanism.wire.Line;
import io.tidemark.mechanism.wire.Proxy;
import io.tidemark.mechanism.wire.Server;
import java.util.ArrayList;
import java.util.List;

/** A set-up, built: databases that run, and jobs that can be started against them. */
public final class World {
  private static final double QUEUE_PATIENCE_SECONDS = 60;
  private static final double FOREIGN_SAMPLES = 100;
  private static final int MERGED_AT_ONCE = 4;
  private static final int STORED = 204;
  private static final double NULL_SERVER_SECONDS = 100e-6;

  private final Setup setup;
  private final Draws draws;
  private final Clock clock = new Clock();
  private final List<Cores> jobHosts = new ArrayList<>();
  private final List<WriteNode> nodes = new ArrayList<>();
  private final List<StorageNode> storages = new ArrayList<>();
  private final List<Target> targets = new ArrayList<>();

  /**
   * @param seed of all that is left to chance
   */
  public World(Setup setup, long seed) {
    this.setup = setup;
    this.draws = new Draws(seed);
    boolean oneHost = setup.is(CO_LOCATED);
    for (int i = 0; i < setup.count(TASK_MANAGERS); i++) {
      jobHosts.add(i > 0 && oneHost ? jobHosts.get(0) : host(setup.count(JOB_CPUS)));
    }
    for (int i = 0; i < setup.count(Parameter.STORAGE_NODES); i++) {
      storages.add(storage("storage-" + i, databaseHost(), i));
    }
    for (int i = 0; i < setup.count(NODES); i++) {
      nodes.add(node(i, databaseHost()));
      Server server = proxied(nodes.get(i));
      targets.add(
          new Target(
              nodes.get(i).name(),
              server,
              new Line(clock, setup.get(DATABASE_LINE)),
              setup.get(ROUND_TRIP_SECONDS),
              setup.get(WINDOW_BYTES),
              setup.get(RECEIVE_BYTES)));
    }
    if (setup.is(FOREIGN_RATE)) {
      foreign();
    }
  }

  private Cores host(int cpus) {
    int threads = cpus % setup.count(THREADS_PER_CORE) == 0 ? setup.count(THREADS_PER_CORE) : 1;
    return new Cores(clock, cpus, threads, setup.get(SECOND_THREAD));
  }

  private Cores databaseHost() {
    return setup.is(CO_LOCATED) ? jobHosts.get(0) : host(setup.count(DATABASE_CPUS));
  }

  private Cores.Group process(Cores host) {
    return host.group(threads(host), setup.get(DATABASE_QUOTA));
  }

  private int threads(Cores host) {
    int threads = setup.count(DATABASE_THREADS);
    return threads == 0 ? host.logical() : Math.min(threads, host.logical());
  }

  private WriteNode node(int index, Cores host) {
    String name = "database-" + index;
    boolean last = index > 0 && index == setup.count(NODES) - 1;
    if (last) {
      host.speed(setup.get(LAST_NODE_SPEED));
    }
    StorageNode own = storages.isEmpty() ? storage(name, host, index) : null;
    Cores.Group process = own == null ? process(host) : own.process();
    var links = new ArrayList<Link>();
    storages.forEach(
        storage -> links.add(new Link(clock, storage, setup.get(LINK_BUFFER_SAMPLES))));
    var settings =
        new WriteNode.Settings(
            setup.is(SLOT_PER_READ), setup.get(ROUTE_ROW_SECONDS), setup.count(REPLICATION));
    var slots = new Slots(clock, setup.count(Parameter.SLOTS), QUEUE_PATIENCE_SECONDS);
    return new WriteNode(name, settings, slots, process, own, links, draws.of("route " + index));
  }

  private StorageNode storage(String name, Cores host, int index) {
    Cores.Group process = process(host);
    var disk = new Disk(clock, setup.get(DISK_RATE), setup.get(DISK_LATENCY_SECONDS));
    var pauses =
        new Pauses(
            clock,
            host,
            process,
            setup.get(DATABASE_HEAP_BYTES),
            setup.get(DATABASE_LIVE_BYTES),
            setup.get(COPIED_BYTES_PER_SECOND),
            threads(host));
    double among = Math.max(setup.get(NODES), setup.get(Parameter.STORAGE_NODES));
    var cache = new SeriesCache(setup.get(CACHED_SERIES), setup.get(SERIES), setup.is(WARM));
    var merges =
        new Merges(
            new Merges.Settings(
                setup.get(FLUSH_SAMPLES) / among,
                MERGED_AT_ONCE,
                setup.get(MERGE_SECONDS),
                setup.get(DISK_BYTES),
                Math.min(16, (threads(host) + 1) / 2),
                setup.count(MOST_PENDING)),
            process,
            disk);
    var engine =
        new Engine(work(), process, disk, pauses, cache, merges, draws.of("work " + index));
    if (setup.is(NEIGHBOUR_THREADS)) {
      new Neighbour(
          clock,
          draws.of("neighbour " + index),
          host.group(setup.count(NEIGHBOUR_THREADS), 0),
          setup.count(NEIGHBOUR_THREADS),
          setup.get(NEIGHBOUR_SHARE),
          setup.get(NEIGHBOUR_CYCLE_SECONDS));
    }
    var readers = new Readers(clock, draws.of("readers " + index), readers(), process, disk);
    return new StorageNode(clock, name, engine, process, disk, readers);
  }

  private Engine.Work work() {
    return new Engine.Work(
        setup.get(REQUEST_SECONDS),
        setup.get(ROW_SECONDS),
        setup.get(SERVICE_CV),
        setup.get(BESIDE_SHARE),
        setup.get(LOCKED_SECONDS),
        setup.get(LOG_BYTES),
        setup.get(MISS_SECONDS),
        setup.get(MISS_READ_BYTES),
        setup.get(NEW_SHARE),
        setup.get(NEW_SECONDS),
        setup.get(DATABASE_GARBAGE_BYTES));
  }

  private Readers.Settings readers() {
    return new Readers.Settings(
        setup.count(READERS),
        setup.get(THINK_SECONDS),
        setup.count(QUERY_TASKS),
        setup.get(QUERY_SECONDS),
        setup.get(QUERY_BYTES),
        1);
  }

  private Server proxied(Server database) {
    if (!setup.is(PROXY)) {
      return database;
    }
    double buffer = setup.get(PROXY_BUFFER_BYTES);
    return new Proxy(
        clock,
        new Proxy.Settings(
            setup.count(Parameter.PROXY_LIMIT),
            setup.is(PROXY_REFUSES),
            buffer == 0 ? Double.POSITIVE_INFINITY : buffer,
            setup.get(PROXY_DELAY_SECONDS),
            setup.count(BACKENDS),
            setup.count(DEAD_BACKENDS),
            setup.count(PROXY_RETRIES)),
        database);
  }

  /** A client of somebody else, past any proxy. */
  private void foreign() {
    long[] number = {1L << 40};
    clock.every(
        1 / setup.get(FOREIGN_RATE),
        () -> {
          WriteNode node = nodes.get((int) (number[0] % nodes.size()));
          var path =
              new Connection.Path(
                  new Line(clock, 0), new Line(clock, 0), 0.0002, 4e6, setup.get(RECEIVE_BYTES));
          new Connection(clock, path, node)
              .send(
                  number[0]++,
                  FOREIGN_SAMPLES,
                  FOREIGN_SAMPLES * setup.get(SAMPLE_BYTES),
                  () -> {},
                  status -> {});
        });
  }

  /** What a job of this set-up is configured with. */
  public Plan plan() {
    return new Plan(
        setup.count(PARALLELISM),
        setup.get(COPIES),
        setup.count(Parameter.IN_FLIGHT),
        setup.get(BATCH_SAMPLES),
        setup.get(SOURCE_RATE),
        1,
        0.1,
        1,
        setup.get(BURST_SHARE),
        setup.get(BURST_CYCLE_SECONDS));
  }

  public Job start(Plan plan) {
    return start(plan, targets);
  }

  /** The same into a server on the job's first host that throws everything away. */
  public Job startAlone(Plan plan) {
    Cores.Group process = jobHosts.get(0).group(jobHosts.get(0).logical(), 0);
    Server nothing =
        upload -> {
          Runnable more =
              () -> {
                upload.read(upload.arrived());
                if (upload.arrived() >= upload.bytes()) {
                  upload.onArrival(() -> {});
                  process.run(NULL_SERVER_SECONDS, () -> upload.answer(STORED));
                }
              };
          upload.onArrival(more);
          more.run();
        };
    var target = new Target("null", nothing, new Line(clock, 0), 0.0001, 4e6, 4e6);
    return start(plan, List.of(target));
  }

  private Job start(Plan plan, List<Target> to) {
    var costs =
        new Costs(
            setup.get(SOURCE_SAMPLE_SECONDS),
            setup.get(SAMPLE_SECONDS),
            setup.get(BATCH_SECONDS),
            setup.get(CALL_SECONDS),
            setup.get(SAMPLE_BYTES),
            setup.get(SIZE_CV),
            setup.get(JOB_GARBAGE_BYTES),
            setup.get(SKEW));
    var settings =
        new TaskManager.Settings(
            setup.get(JOB_QUOTA),
            to == targets ? setup.get(JOB_LINE) : 0,
            setup.get(JOB_HEAP_BYTES),
            setup.get(JOB_LIVE_BYTES),
            setup.get(COPIED_BYTES_PER_SECOND),
            Math.max(1, setup.count(JOB_CPUS)),
            setup.get(JOB_BACKGROUND_SHARE));
    List<Cores> hosts = jobHosts.subList(0, Math.min(jobHosts.size(), plan.parallelism()));
    return new Job(clock, plan, costs, hosts, settings, to, draws.of("job"));
  }

  /** Samples acknowledged per second, after a while that is not counted. */
  public double throughput(double warmUpSeconds, double seconds) {
    try (Job job = start(plan())) {
      clock.runFor(warmUpSeconds);
      double before = job.samples();
      clock.runFor(seconds);
      return (job.samples() - before) / seconds;
    }
  }

  public Clock clock() {
    return clock;
  }

  public Setup setup() {
    return setup;
  }

  public List<WriteNode> nodes() {
    return nodes;
  }

  /** Those behind the ones that take writes. */
  public List<StorageNode> storages() {
    return storages;
  }

  public boolean isShared() {
    return setup.is(CO_LOCATED);
  }
}
