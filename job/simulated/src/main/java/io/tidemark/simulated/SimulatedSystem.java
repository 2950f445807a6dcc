package io.tidemark.simulated;

import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.process.RunException;
import io.tidemark.simulated.time.HostSpeeds;
import io.tidemark.simulated.time.SharedCores;
import io.tidemark.simulated.time.VirtualTime;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.Concept;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * Job, host and databases as queues in virtual time, in which minutes take milliseconds. It reports
 * what real ones report, as raw as they do, and knows nothing of what is made of that.
 */
public class SimulatedSystem implements SystemUnderTest {
  private static final Duration STARTS_IN = Duration.ofMillis(600);
  private static final Duration READ_EVERY = Duration.ofMillis(200);
  private static final Duration RESTARTS_IN = Duration.ofMillis(500);
  private static final double HOST_OF_ITS_OWN = 1e6;
  private static final int SLOWER = 3;

  private final VirtualTime time = new VirtualTime();
  private final Random random;
  private final DatabaseLog log = new DatabaseLog(time);
  private final SimulatedSetup setup;
  private final SharedCores host;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final SimulatedGateway gateway;
  private int slowAbove = Integer.MAX_VALUE;

  public SimulatedSystem(SimulatedSetup setup) {
    this(setup, 1);
  }

  /**
   * @param seed the seed of all that is left to chance
   */
  public SimulatedSystem(SimulatedSetup setup, long seed) {
    this.setup = setup;
    this.random = new Random(seed);
    this.host = new SharedCores(setup.hostCores(), 0);
    time.add(host);
    varied(host);
    for (Behaviour behaviour : setup.databases()) {
      SharedCores cores = setup.sharedHost() ? host : varied(new SharedCores(HOST_OF_ITS_OWN, 0));
      var node = new SimulatedNode("database-" + nodes.size(), behaviour, cores, time);
      nodes.add(node);
      new ForeignClient(node, setup.around().foreignInFlight(), time);
    }
    gateway = new SimulatedGateway(setup.around().gateway(), time);
    time.every(READ_EVERY, this::read);
  }

  private SharedCores varied(SharedCores cores) {
    if (setup.around().realHost()) {
      var speeds = new HostSpeeds(random);
      time.every(HostSpeeds.EACH, () -> cores.speed(speeds.next(), time.nanos()));
    }
    return cores;
  }

  private void read() {
    try {
      var pages = new ArrayList<TsdbNode>();
      var asTold = new SimulatedPages(setup.around().pages());
      for (SimulatedNode node : nodes) {
        pages.add(asTold.of(node.read(), node == nodes.get(nodes.size() - 1)));
      }
      pages = asTold.of(pages);
      log.add(new TsdbSignals(pages, List.of()));
    } catch (IOException e) {
      log.failed(e.getMessage());
    }
  }

  public VirtualTime time() {
    return time;
  }

  /** Changes all databases from now on. */
  public void become(Behaviour behaviour) {
    nodes.forEach(node -> node.become(behaviour));
  }

  /**
   * Sends a query to the first database, which computes so long on a core of its own, and longer
   * beside its writes.
   */
  public void query(Duration cpu, Runnable answered) {
    nodes.get(0).query(cpu, answered);
  }

  /** After a restart with more slots, each request waits three times as long. */
  public void slowWithMoreSlotsThan(int slots) {
    slowAbove = slots;
  }

  /** Makes all databases unreachable for a while. */
  public void lose(Duration away) {
    nodes.forEach(node -> node.lose(away));
  }

  /** Returns everything that a behaviour can have. */
  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Map.of(
            Concept.INSERT_SLOTS, "simulated slots",
            Concept.STORAGE_LINKS, "a simulated link to storage",
            Concept.READ_ONLY_STATE, "a simulated state",
            Concept.IGNORED_ROWS, "simulated rows"),
        false);
  }

  @Override
  public DatabaseLog database() {
    return log;
  }

  @Override
  public Job start(JobConfig config) {
    return start(config, nodes, gateway, new ObservationLog(log, setup.sharedHost()));
  }

  /** Returns the samples acknowledged per second by a job that nobody observes. */
  public double throughput(JobConfig config, Duration warmUp, Duration measured) {
    try (var job = new SimulatedJob(setup, config, nodes, gateway, host, time, null, random)) {
      time.pause(warmUp);
      long before = job.samples();
      time.pause(measured);
      return (job.samples() - before) * 1e9 / measured.toNanos();
    }
  }

  @Override
  public Optional<Job> startAlone(JobConfig config) {
    if (!setup.hasNullTarget()) {
      return Optional.empty();
    }
    Behaviour nothing =
        Behaviour.ofSlots(1_000, Duration.ZERO)
            .withCpu(Duration.ofNanos(100_000), setup.hostCores());
    var target = new SimulatedNode("null", nothing, host, time);
    var unread = new ObservationLog(new DatabaseLog(time), true);
    var open = new SimulatedGateway(Surroundings.Gateway.NONE, time);
    return Optional.of(start(config, List.of(target), open, unread));
  }

  private Job start(
      JobConfig config, List<SimulatedNode> targets, SimulatedGateway by, ObservationLog observed) {
    var job = new SimulatedJob(setup, config, targets, by, host, time, observed, random);
    time.pause(STARTS_IN);
    return job;
  }

  @Override
  public boolean hasTaskSlots(int parallelism) {
    return true;
  }

  @Override
  public Optional<ChangeableDatabase> changeable() {
    return setup.changeable() ? Optional.of(new Changeable()) : Optional.empty();
  }

  @Override
  public String flinkVersion() {
    return "simulated";
  }

  private final class Changeable implements ChangeableDatabase {
    @Override
    public int cores() {
      return (int) setup.databases().get(0).cpu().cores();
    }

    @Override
    public void useCores(int cores) {
      for (SimulatedNode node : nodes) {
        node.become(node.behaviour().withCpu(node.behaviour().cpu().perRequest(), cores));
      }
    }

    /** Restarts with so many slots on all nodes together, as the nodes report them. */
    @Override
    public void restart(int insertSlots) {
      int each = Math.max(1, insertSlots / nodes.size());
      for (SimulatedNode node : nodes) {
        Behaviour as = setup.databases().get(nodes.indexOf(node));
        Duration wait = as.waitTime().multipliedBy(insertSlots > slowAbove ? SLOWER : 1);
        node.restart(as.withWaitTime(wait).withSlots(each), RESTARTS_IN);
      }
    }

    @Override
    public Future<?> beginRestart() {
      var back = new CompletableFuture<Void>();
      nodes.forEach(node -> node.restart(node.behaviour(), RESTARTS_IN));
      time.in(RESTARTS_IN, () -> back.complete(null));
      return back;
    }

    /** Fails, because a simulated database has no files. */
    @Override
    public Future<?> beginMerge() {
      return CompletableFuture.failedFuture(new RunException("it has nothing to merge"));
    }
  }
}
