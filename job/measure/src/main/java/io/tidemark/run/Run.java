package io.tidemark.run;

import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.cluster.Cluster;
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
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One run from a configuration to its result, which leaves nothing behind. */
public final class Run implements Workplace.Steps {
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
  private final Consumer<ForeignLoad> consent;
  private JobConfig config;
  private final Optional<Duration> duration;
  private Start start = Start.FRESH;
  private volatile MeasuredJob job;

  private Run(Plan plan, Observer observer, Consumer<ForeignLoad> consent) {
    this.plan = plan;
    this.observer = observer;
    this.consent = consent;
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
    return new Run(plan, observer, consent).execute();
  }

  private RunResult execute() {
    Optional<OwnedDatabase.Starter> starter = DatabaseOfOurOwn.wanted(plan.loaded());
    var needs =
        new Workplace.Needs(
            "run",
            List.of(config),
            plan.cluster(),
            1,
            RemoteFlink.RETRIES,
            starter.isEmpty(),
            starter,
            plan.aged());
    try (var place = Workplace.open(needs, this, observer::note, observer::warn)) {
      return measure(place);
    }
  }

  @Override
  public void check(boolean local) {
    plan.from()
        .map(path -> local ? Preflight.resumed(path, config, observer::note) : path)
        .ifPresent(path -> start = Start.resume(path));
    if (local) {
      plan.savepointFolder()
          .ifPresent(folder -> Preflight.requireWritable("--stop-with-savepoint", folder));
    }
  }

  @Override
  public void agree() {
    consent.accept(ForeignLoad.ofRun(config, duration));
  }

  private RunResult measure(Workplace place) {
    config = place.fitted(config, plan.loaded().explicit());
    TargetConfig reachable = place.session().reachable(config.target());
    startGenerator();
    noteDuration();
    try (var reading = Reading.start(config.withTarget(reachable), start.jobName(), observer);
        var store = new StoreReadings(reachable, place.database().isPresent(), observer)) {
      var execution =
          JobPlan.of(config, start.keepingCheckpoint(), duration)
              .stoppingWithSavepoint(plan.savepointFolder());
      job = new MeasuredJob(place.session(), execution, Optional.empty(), reading);
      MeasuredJob.Ended ended = job.run(store, place.interrupts());
      RunResult result =
          ended
              .result()
              .with(kept(ended), reading.result(), plan.aged().map(Kept::database).orElse(null));
      if (result.savepoint() != null) {
        describe(result);
      }
      return result;
    }
  }

  /** Returns the checkpoint from which a cancelled run can be continued; null if there is none. */
  private String kept(MeasuredJob.Ended ended) {
    if (ended.checkpoint().isEmpty()) {
      if (ended.result().interrupted() && ended.result().samplesPending() > 0) {
        observer.warn(
            "there is no checkpoint to go on from: what is pending is written when the run is begun again (checkpoint.interval=%s)"
                .formatted(DurationText.format(config.checkpoint().interval())));
      }
      return null;
    }
    return kept(ended.checkpoint().get());
  }

  private String kept(String checkpoint) {
    boolean goesWithProcess = plan.cluster().isEmpty() && config.checkpoint().dir().isEmpty();
    return goesWithProcess ? copied(checkpoint) : checkpoint;
  }

  /** Returns what to say if no time is left to close everything and print the result. */
  @Override
  public String unfinished() {
    MeasuredJob begun = job;
    if (begun == null) {
      return "";
    }
    return begun.unfinished()
        + begun
            .checkpoint()
            .map(this::kept)
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
