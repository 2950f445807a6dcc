package io.tidemark.run;

import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.cluster.Cluster;
import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.cluster.FlinkSession;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.cluster.Start;
import io.tidemark.job.ForeignLoad;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.GeneratorTime;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.RunLabel;
import io.tidemark.measure.DatabaseOfOurOwn;
import io.tidemark.process.FolderCopy;
import io.tidemark.savepoint.Manifest;
import io.tidemark.savepoint.Savepoint;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One run from a configuration to its result: finds or starts what it needs, and leaves nothing
 * behind.
 */
public final class Run {
  private static final Duration WITHOUT_CONFIGURATION = Duration.ofSeconds(30);

  /**
   * What a run needs to know.
   *
   * @param cluster the Flink to use; empty for one inside this process
   * @param hasFile whether a configuration file was given
   * @param from a savepoint to start from
   * @param savepointFolder if given, the run stops with a savepoint in this folder instead of
   *     draining
   * @param aged the data of which a database that Tidemark starts gets a copy first
   */
  public record Plan(
      ConfigLoader.Loaded loaded,
      Optional<Cluster> cluster,
      boolean hasFile,
      Optional<Duration> duration,
      Optional<String> from,
      Optional<String> savepointFolder,
      Optional<Kept> aged) {
    /** A run whose database begins empty. */
    public Plan(
        ConfigLoader.Loaded loaded,
        Optional<Cluster> cluster,
        boolean hasFile,
        Optional<Duration> duration,
        Optional<String> from,
        Optional<String> savepointFolder) {
      this(loaded, cluster, hasFile, duration, from, savepointFolder, Optional.empty());
    }

    /** Returns the same run, continuing a past. */
    public Plan after(Kept past) {
      return new Plan(
          past.continuedBy(loaded),
          cluster,
          hasFile,
          duration,
          from,
          savepointFolder,
          Optional.of(past));
    }
  }

  private final Plan plan;
  private final Observer observer;
  private JobConfig config;
  private final Optional<Duration> duration;
  private Start start = Start.FRESH;
  private boolean ownStore;
  private volatile MeasuredJob job;

  private Run(Plan plan, Observer observer) {
    this.plan = plan;
    this.observer = observer;
    this.config = plan.loaded().config();
    this.duration = isEndless() ? Optional.of(WITHOUT_CONFIGURATION) : plan.duration();
  }

  /**
   * @param consent asks whether the run may write into a database that was there before; throws if
   *     there is no consent
   * @throws ConfigException if something is known to be wrong before the start, or the user does
   *     not agree
   */
  public static RunResult execute(Plan plan, Observer observer, Consumer<ForeignLoad> consent) {
    return new Run(plan, observer).execute(consent);
  }

  private RunResult execute(Consumer<ForeignLoad> consent) {
    boolean theirs = DatabaseOfOurOwn.wanted(plan.loaded()).isEmpty();
    if (plan.cluster().isEmpty()) {
      check(true, theirs);
    }
    if (theirs) {
      consent.accept(ForeignLoad.ofRun(config, duration));
    }
    Preflight.warnings(config).forEach(observer::warn);
    if (plan.cluster().isPresent()) {
      try (var session = RemoteFlink.connect(plan.cluster().get(), config.parallelism())) {
        session.parallelism(config.parallelism());
        Preflight.notesOnCluster(config).forEach(observer::note);
        check(session.isLocal(), theirs);
        return withDatabase(Optional.of(session));
      }
    }
    return withDatabase(Optional.empty());
  }

  private RunResult withDatabase(Optional<FlinkSession> remote) {
    boolean isLocal = remote.map(FlinkSession::isLocal).orElse(true);
    Optional<OwnedDatabase.Starter> starter = DatabaseOfOurOwn.wanted(plan.loaded());
    if (starter.isEmpty()) {
      return withSession(remote);
    }
    try (var database =
        DatabaseOfOurOwn.start(Kept.beginning(plan.aged(), starter.get()), isLocal)) {
      ownStore = true;
      config = config.withTarget(database.target(config.target()));
      observer.note(DatabaseOfOurOwn.note(starter.get(), database.url(), "run"));
      plan.aged().map(Kept::note).ifPresent(observer::note);
      Preflight.check(config);
      return withSession(remote);
    }
  }

  private void check(boolean isLocal, boolean theirs) {
    checkSavepoints(isLocal);
    if (isLocal && theirs) {
      Preflight.check(config);
    }
  }

  private void checkSavepoints(boolean isLocal) {
    plan.from()
        .map(path -> isLocal ? Preflight.resumed(path, config, observer::note) : path)
        .ifPresent(path -> start = Start.resume(path));
    if (isLocal) {
      plan.savepointFolder()
          .ifPresent(folder -> Preflight.requireWritable("--stop-with-savepoint", folder));
    }
  }

  private RunResult withSession(Optional<FlinkSession> remote) {
    if (remote.isPresent()) {
      return measure(remote.get());
    }
    try (var session =
        EmbeddedFlink.start(config.parallelism(), config.metrics().prometheusPort())) {
      return measure(session);
    }
  }

  private RunResult measure(FlinkSession session) {
    config = config.withParallelism(session.parallelism(config.parallelism()));
    TargetConfig reachable = session.reachable(config.target());
    config = ServersLimits.in(config, plan.loaded().explicit(), reachable);
    startGenerator();
    noteDuration();
    try (var reading = Reading.start(config.withTarget(reachable), start.jobName(), observer);
        var store = new StoreReadings(reachable, ownStore, observer);
        var interrupts = new Interrupts(() -> unfinished(session))) {
      var execution =
          JobPlan.of(config, start.keepingCheckpoint(), duration)
              .stoppingWithSavepoint(plan.savepointFolder());
      job = new MeasuredJob(session, execution, Optional.empty(), reading);
      MeasuredJob.Ended ended = job.run(store, interrupts);
      RunResult result =
          ended
              .result()
              .with(
                  kept(ended, session),
                  reading.result(),
                  plan.aged().map(Kept::database).orElse(null));
      if (result.savepoint() != null) {
        describe(result);
      }
      return result;
    }
  }

  /** Returns the checkpoint from which a cancelled run can be continued; null if there is none. */
  private String kept(MeasuredJob.Ended ended, FlinkSession session) {
    if (ended.checkpoint().isEmpty()) {
      if (ended.result().interrupted() && ended.result().samplesPending() > 0) {
        observer.warn(
            "there is no checkpoint to go on from: what is pending is written when the run is begun again (checkpoint.interval=%s)"
                .formatted(DurationText.format(config.checkpoint().interval())));
      }
      return null;
    }
    return kept(ended.checkpoint().get(), session);
  }

  private String kept(String checkpoint, FlinkSession session) {
    boolean goesWithProcess =
        session instanceof EmbeddedFlink && config.checkpoint().dir().isEmpty();
    return goesWithProcess ? copied(checkpoint) : checkpoint;
  }

  /** Returns what to say if no time is left to close everything and print the result. */
  private String unfinished(FlinkSession session) {
    MeasuredJob begun = job;
    if (begun == null) {
      return "";
    }
    return begun.unfinished()
        + begun
            .checkpoint()
            .map(path -> kept(path, session))
            .map(path -> "; its last checkpoint is " + path)
            .orElse("");
  }

  /** Copies a checkpoint: all of it is in its own folder, under names that are relative to it. */
  private String copied(String checkpoint) {
    Path from = Path.of(URI.create(checkpoint));
    Path to = Path.of(".tidemark", RunLabel.ofRun(Instant.now()), from.getFileName().toString());
    try {
      Files.createDirectories(to.getParent());
      FolderCopy.copy(from, to);
      return to.toAbsolutePath().toString();
    } catch (IOException | UncheckedIOException e) {
      observer.warn("the last checkpoint can't be kept: " + RootCause.of(e));
      return null;
    }
  }

  private void describe(RunResult result) {
    try {
      var savepoint = Savepoint.open(result.savepoint());
      Manifest.of(savepoint, config, result.flinkVersion(), Instant.now()).writeBeside(savepoint);
    } catch (IOException | ConfigException e) {
      observer.warn("the savepoint is there, but its manifest is not: " + RootCause.of(e));
    }
  }

  /** Tells whether nobody said when the run ends. */
  private boolean isEndless() {
    return plan.duration().isEmpty()
        && !plan.hasFile()
        && config.source().type() == JobConfig.SourceType.DATAGEN
        && config.source().datagen().samples() == 0;
  }

  private void noteDuration() {
    if (isEndless()) {
      observer.note(
          "running for %s; --duration or a configuration file changes that"
              .formatted(DurationText.format(WITHOUT_CONFIGURATION)));
    }
  }

  /** Sets when generated time begins; a savepoint says itself where the generator continues. */
  private void startGenerator() {
    JobConfig started = GeneratorTime.started(config, Instant.now());
    if (plan.from().isEmpty() && !started.equals(config)) {
      config = started;
      observer.note(
          "%s is not set: samples lie from %s on"
              .formatted(GeneratorTime.key(config), config.source().start()));
    }
  }
}
