package io.tidemark.simulated;

import io.tidemark.cluster.FlinkJob.VertexReading;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.ProcessReading;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.simulated.time.SharedCores;
import io.tidemark.simulated.time.Slowdown;
import io.tidemark.simulated.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A job in virtual time, in one process: source, amplifier and writer, each with its subtasks. */
final class SimulatedJob implements SystemUnderTest.Job {
  private static final Duration OBSERVED_EVERY = Duration.ofMillis(250);

  /** A real job reads no more often, because each look at its host's connections costs CPU time. */
  private static final Duration LINE_READ_EVERY = Duration.ofMillis(500);

  private static final Duration VERTICES_READ_EVERY = Duration.ofMillis(500);
  private static final double LOOPBACK_SECONDS = 50e-6;
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  private static final long HEAP_BYTES = 1 << 30;

  /** A generator makes up for this much lost time at most. */
  private static final long CATCHES_UP_NANOS = 1_000_000_000;

  /** The least factor of noise, because work is never done in no time. */
  private static final double LEAST_NOISE = 0.2;

  private final SimulatedSetup setup;
  private final JobConfig config;
  private final SharedCores host;
  private final SharedCores.Process process;
  private final VirtualTime time;
  private final ObservationLog log;
  private final Random random;
  private final SimulatedWriter.Permits permits;
  private final Slowdown slowdown;
  private final long startNanos;
  private final String id;
  private final List<Stage> sources = new ArrayList<>();
  private final List<Stage> amplifiers = new ArrayList<>();
  private final List<SimulatedWriter> writers = new ArrayList<>();
  private long observation;
  private long nextLineReadNanos;
  private boolean closed;

  /**
   * @param log the log of what is observed of the job; null if nobody looks
   */
  SimulatedJob(
      SimulatedSetup setup,
      JobConfig config,
      List<SimulatedNode> targets,
      SimulatedGateway gateway,
      SharedCores host,
      VirtualTime time,
      ObservationLog log,
      Random random) {
    this.setup = setup;
    this.config = config;
    this.host = host;
    this.time = time;
    this.log = log;
    this.random = random;
    this.process = host.process(setup.jobCores());
    this.permits = new SimulatedWriter.Permits(config.write().inFlight());
    this.slowdown = new Slowdown(1 / (1 - setup.gcShare()), setup.compiles(), time);
    this.startNanos = time.nanos();
    this.id = "job-" + startNanos;
    int writing = Math.min(config.parallelism(), config.write().inFlight());
    for (int i = 0; i < writing; i++) {
      writers.add(
          new SimulatedWriter(
              config.write().retry(),
              slowdown,
              setup.costs(),
              targets,
              gateway,
              permits,
              process,
              time));
    }
    for (int i = 0; i < config.parallelism(); i++) {
      amplifiers.add(amplifier(writers.get(i % writing)));
    }
    for (int i = 0; i < config.parallelism(); i++) {
      sources.add(source(amplifiers.get(i), i == 0 || !setup.hotKey()));
    }
    sources.forEach(Stage::wake);
    for (int i = 0; i < config.parallelism() && log != null; i++) {
      int subtask = i;
      again(OBSERVED_EVERY.plusMillis(17L * i), OBSERVED_EVERY, () -> observe(subtask));
    }
    if (log != null) {
      again(VERTICES_READ_EVERY, VERTICES_READ_EVERY, this::readVertices);
    }
  }

  /** Returns the samples acknowledged so far. */
  long samples() {
    return writers.stream().mapToLong(SimulatedWriter::samples).sum();
  }

  private void again(Duration first, Duration period, Runnable what) {
    time.in(
        first,
        () -> {
          if (!closed) {
            what.run();
            again(period, period, what);
          }
        });
  }

  private double copies() {
    return (double) config.amplify().m() * config.amplify().n();
  }

  private double noise() {
    return Math.max(LEAST_NOISE, 1 + setup.noise() * random.nextGaussian());
  }

  /**
   * Returns a source that sends as fast as possible, or a batch whenever one has gathered at the
   * rate or lingered.
   */
  private Stage source(Stage next, boolean hasSeries) {
    double rate = config.source().datagen().rate() * copies() / config.parallelism();
    double series = config.source().datagen().seriesAlive() * config.amplify().n();
    // Of the M samples of a new series, one is the first.
    double ofNew = config.source().datagen().churn() / config.amplify().m();
    double ofFirst = 1.0 / config.amplify().m();
    double own = config.source().datagen().seriesAlive() * copies() / config.parallelism();
    double lingerSeconds = config.write().linger().toNanos() / 1e9;
    double full = config.write().batchSamples();
    double samples = rate == 0 ? full : Math.min(full, rate * lingerSeconds);
    long periodNanos = rate == 0 ? 0 : (long) (1e9 * samples / rate);
    Stage source =
        new Stage(process, time) {
          private long dueNanos = time.nanos() + periodNanos;
          private boolean waits;
          private double taken;

          /**
           * Returns the share of the samples that come next which are the first of their series, or
           * of their day.
           */
          private double ofNew() {
            long interval = (long) (taken / own);
            taken += samples;
            return isFirstOfDay(interval) ? ofNew + ofFirst : ofNew;
          }

          @Override
          SimulatedBatch take() {
            if (closed || !hasSeries) {
              return null;
            }
            if (dueNanos > time.nanos()) {
              if (!waits) {
                waits = true;
                time.at(
                    dueNanos,
                    () -> {
                      waits = false;
                      wake();
                    });
              }
              return null;
            }
            var batch =
                new SimulatedBatch(
                    samples, series, ofNew(), samples * setup.costs().bytesPerSample(), noise());
            if (rate > 0) {
              batch.dueNanos = dueNanos - periodNanos;
            }
            dueNanos = Math.max(dueNanos + periodNanos, time.nanos() - CATCHES_UP_NANOS);
            return batch;
          }

          @Override
          double nanosFor(SimulatedBatch batch) {
            double sourceSamples = batch.samples() / copies();
            return slowdown.now()
                * noise()
                * sourceSamples
                * setup.costs().perSourceSample().toNanos();
          }

          @Override
          boolean handOn(SimulatedBatch batch) {
            return next.offer(batch);
          }
        };
    next.isFedBy(source);
    return source;
  }

  /** Tells whether another UTC day began since the interval before. */
  private boolean isFirstOfDay(long interval) {
    String start = config.source().datagen().start();
    if (start.isEmpty() || interval == 0) {
      return false;
    }
    long step = config.source().datagen().interval().toMillis();
    long now = Instant.parse(start).toEpochMilli() + interval * step;
    return Math.floorDiv(now, DAY_MILLIS) > Math.floorDiv(now - step, DAY_MILLIS);
  }

  private Stage amplifier(Stage next) {
    Stage amplifier =
        new Stage(process, time) {
          @Override
          double nanosFor(SimulatedBatch batch) {
            return slowdown.now() * noise() * batch.samples() * setup.costs().perSample().toNanos();
          }

          @Override
          boolean handOn(SimulatedBatch batch) {
            return next.offer(batch);
          }
        };
    next.isFedBy(amplifier);
    return amplifier;
  }

  private void observe(int subtask) {
    add(subtask, null);
    if (subtask < writers.size()) {
      add(subtask, writers.get(subtask).observed());
    }
  }

  private void add(int subtask, Observation.Writing writing) {
    var observed = new Observation(subtask, 0, time.millis(), writing, reading());
    log.add(new Observations(observation++, List.of(observed)));
  }

  private double cpuSeconds(Stage stage) {
    return process.usedSeconds(stage.thread, time.nanos()) / slowdown.garbage();
  }

  private ProcessReading reading() {
    var tasks = new TreeMap<String, Double>();
    Map.of("source", sources, "amplify", amplifiers, "write", writers)
        .forEach(
            (vertex, stages) -> {
              for (int i = 0; i < stages.size(); i++) {
                tasks.put(vertex + "/" + i, cpuSeconds(stages.get(i)));
              }
            });
    return new ProcessReading(
        id,
        "simulated",
        setup.jobCores(),
        process.usedSeconds(time.nanos()),
        setup.gcShare() * (time.nanos() - startNanos) / 1e9,
        setup.gcShare() > 0 ? (long) (0.9 * HEAP_BYTES) : HEAP_BYTES / 4,
        HEAP_BYTES,
        Math.max(setup.hostCores(), setup.around().machineCores()),
        host.usedSeconds(time.nanos()),
        line(),
        tasks,
        quota(),
        null);
  }

  /**
   * Returns the quota of the job, or of all that is in one container with it; null if it has the
   * machine.
   */
  private ProcessReading.Quota quota() {
    long now = time.nanos();
    if (setup.around().machineCores() > 0) {
      return new ProcessReading.Quota(
          "/all", setup.hostCores(), host.usedSeconds(now), process.waitingSeconds(now));
    }
    return setup.jobCores() < setup.hostCores()
        ? new ProcessReading.Quota(
            "/job", setup.jobCores(), process.usedSeconds(now), process.throttledSeconds(now))
        : null;
  }

  /** Returns null if the line was read not long ago. */
  private ProcessReading.Line line() {
    if (time.nanos() < nextLineReadNanos) {
      return null;
    }
    nextLineReadNanos = time.nanos() + LINE_READ_EVERY.toNanos();
    return new ProcessReading.Line(
        (int) writers.stream().mapToLong(SimulatedWriter::moving).sum(),
        (int) writers.stream().mapToLong(SimulatedWriter::unread).sum(),
        LOOPBACK_SECONDS + setup.around().gateway().roundTrip().toNanos() / 1e9);
  }

  private void readVertices() {
    log.add(
        time.millis(),
        List.of(
            vertex("source", sources), vertex("amplify", amplifiers), vertex("write", writers)));
  }

  private static VertexReading vertex(String name, List<? extends Stage> stages) {
    return new VertexReading(
        name,
        name,
        stages.size(),
        stages.stream().mapToDouble(stage -> stage.millis(Stage.State.BUSY)).sum(),
        stages.stream().mapToDouble(stage -> stage.millis(Stage.State.BACKPRESSURED)).sum(),
        stages.stream().mapToDouble(stage -> stage.millis(Stage.State.IDLE)).sum());
  }

  @Override
  public boolean bound(int inFlight) {
    permits.bound(inFlight);
    return true;
  }

  @Override
  public ObservationLog observe(Duration observed) {
    time.pause(observed);
    return log;
  }

  @Override
  public void close() {
    closed = true;
    writers.forEach(SimulatedWriter::close);
  }
}
