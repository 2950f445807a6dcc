package io.tidemark.mechanism.observe;

import static io.tidemark.mechanism.lab.Parameter.CHANGEABLE;
import static io.tidemark.mechanism.lab.Parameter.NULL_SERVER;
import static io.tidemark.mechanism.lab.Parameter.PAGES;
import static io.tidemark.mechanism.lab.Parameter.STORAGE_NODES;

import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.measure.Time;
import io.tidemark.mechanism.job.Plan;
import io.tidemark.mechanism.lab.Parameter;
import io.tidemark.mechanism.lab.Setup;
import io.tidemark.mechanism.lab.World;
import io.tidemark.mechanism.store.WriteNode;
import io.tidemark.process.RunException;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.Concept;
import io.tidemark.sink.TsdbSignals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** A set-up of the second simulator, for a search or a watch. */
public final class ObservedSystem implements SystemUnderTest {
  private static final Duration STARTS_IN = Duration.ofMillis(600);
  private static final double READ_SECONDS = 0.2;

  private final World world;
  private final Time time;
  private final DatabaseLog log;
  private final Pages pages;

  public ObservedSystem(Setup setup, long seed) {
    this.world = new World(setup, seed);
    this.time = new VirtualTime(world.clock());
    this.log = new DatabaseLog(time);
    this.pages = new Pages(world, time.millis() / 1e3);
    world.clock().every(READ_SECONDS, this::read);
  }

  /** What a job of a set-up is configured with, so that it does what the set-up says. */
  public static List<String> settings(Setup setup) {
    return List.of(
        "target.urls=[http://127.0.0.1:1]",
        "parallelism=" + setup.count(Parameter.PARALLELISM),
        "amplify.m=" + setup.count(Parameter.COPIES),
        "write.in-flight=" + setup.count(Parameter.IN_FLIGHT),
        "write.batch-samples=" + setup.count(Parameter.BATCH_SAMPLES),
        "source.datagen.rate=" + Math.round(setup.get(Parameter.SOURCE_RATE)),
        "source.datagen.start=2026-01-01T00:00:00Z",
        "write.retry.max=1s");
  }

  private void read() {
    if (world.setup().is(PAGES)) {
      log.add(new TsdbSignals(pages.read(), List.of()));
    } else {
      log.failed("database-0: HTTP 403 for /metrics");
    }
  }

  private Plan plan(JobConfig config) {
    var write = config.write();
    Plan own = world.plan();
    return new Plan(
        config.parallelism(),
        (double) config.amplify().m() * config.amplify().n(),
        write.inFlight(),
        write.batchSamples(),
        config.source().datagen().rate(),
        write.linger().toNanos() / 1e9,
        write.retry().initial().toNanos() / 1e9,
        write.retry().max().toNanos() / 1e9,
        own.burstShare(),
        own.burstCycleSeconds());
  }

  public Time time() {
    return time;
  }

  /** Of a database of this kind, whatever it reports. */
  @Override
  public Capabilities capabilities() {
    Map<Concept, String> remedies = new EnumMap<>(Concept.class);
    remedies.put(Concept.INSERT_SLOTS, "simulated slots");
    remedies.put(Concept.READ_ONLY_STATE, "a simulated state");
    remedies.put(Concept.IGNORED_ROWS, "simulated rows");
    if (world.setup().is(STORAGE_NODES)) {
      remedies.put(Concept.STORAGE_LINKS, "a simulated link to storage");
    }
    return new Capabilities(remedies, false);
  }

  @Override
  public DatabaseLog database() {
    return log;
  }

  @Override
  public Job start(JobConfig config) {
    var observed = new ObservationLog(log, world.isShared());
    return started(new ObservedJob(world, world.start(plan(config)), time, observed));
  }

  @Override
  public Optional<Job> startAlone(JobConfig config) {
    if (!world.setup().is(NULL_SERVER)) {
      return Optional.empty();
    }
    var unread = new ObservationLog(new DatabaseLog(time), true);
    return Optional.of(
        started(new ObservedJob(world, world.startAlone(plan(config)), time, unread)));
  }

  private Job started(Job job) {
    time.pause(STARTS_IN);
    return job;
  }

  @Override
  public boolean hasTaskSlots(int parallelism) {
    return true;
  }

  @Override
  public Optional<ChangeableDatabase> changeable() {
    return world.setup().is(CHANGEABLE) && world.storages().isEmpty()
        ? Optional.of(new Changeable())
        : Optional.empty();
  }

  @Override
  public String flinkVersion() {
    return "simulated";
  }

  /** A database that whoever measures started. */
  private final class Changeable implements ChangeableDatabase {
    private final List<WriteNode> nodes = new ArrayList<>(world.nodes());

    @Override
    public int cores() {
      return nodes.get(0).process().threads();
    }

    @Override
    public void useCores(int cores) {
      nodes.forEach(node -> node.process().threads(cores));
    }

    @Override
    public void restart(int insertSlots) {
      int each = Math.max(1, insertSlots / nodes.size());
      nodes.forEach(node -> node.slots().capacity(each));
    }

    /** As above, which takes no time. */
    @Override
    public Future<?> beginRestart() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public Future<?> beginMerge() {
      return CompletableFuture.failedFuture(new RunException("it merges by itself"));
    }
  }
}
