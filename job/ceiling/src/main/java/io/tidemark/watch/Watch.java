package io.tidemark.watch;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.cluster.RunningJob;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.PublicSettings;
import io.tidemark.measure.RollingWindow;
import io.tidemark.measure.Time;
import io.tidemark.measure.Window;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.run.Interrupts;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbSignals;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Watches a running job until it ends or someone interrupts; the job goes on untouched. */
public final class Watch {
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration BETWEEN_JUDGEMENTS = Duration.ofSeconds(2);
  private static final Duration LOST_AFTER = Duration.ofSeconds(10);
  private static final Duration LOOK_FOR_JOBS = Duration.ofSeconds(5);

  /** A job that was just submitted has to be scheduled, and to warm up. */
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);

  private static final Duration SHORT_WINDOW = Duration.ofSeconds(10);
  private static final Duration LONG_WINDOW = Duration.ofSeconds(30);

  /** Several readings of Flink's own metrics must lie within a short window. */
  private static final Duration OFTEN = Duration.ofSeconds(2);

  /** How a watch came to its end. */
  public enum End {
    ONCE,
    INTERRUPTED,
    JOB_ENDED
  }

  private final WatchPlan plan;
  private final WatchObserver observer;
  private final RunningJob chosen;
  private final FlinkJob job;
  private final Interrupts interrupts;
  private final Function<TsdbSignals, Capabilities> capabilities;
  private final Duration patience;
  private final Time time;
  private final long startNanos;
  private final WatchedProbabilities probabilities;
  private long answeredNanos;
  private long judgedNanos;
  private boolean silenceNoted;

  private Watch(
      WatchPlan plan,
      WatchObserver observer,
      RunningJob chosen,
      FlinkJob job,
      Interrupts interrupts,
      Function<TsdbSignals, Capabilities> capabilities,
      Duration length,
      Time time) {
    this.plan = plan;
    this.observer = observer;
    this.chosen = chosen;
    this.job = job;
    this.interrupts = interrupts;
    this.capabilities = capabilities;
    this.patience = STARTS_WITHIN.plus(length);
    this.time = time;
    this.startNanos = time.nanos();
    this.answeredNanos = startNanos;
    this.judgedNanos = startNanos;
    this.probabilities = new WatchedProbabilities(time, length, WatchedProbabilities::inBackground);
  }

  /**
   * @throws ConfigException if the address can't be listened on, or, unless it follows, if there is
   *     no such cluster or job
   * @throws RunException if the cluster does not answer any more, unless it follows
   */
  public static End run(WatchPlan plan, WatchObserver observer) {
    try (var metrics = VerdictMetrics.serve(plan.listen())) {
      return plan.follow() ? follow(plan, observer, metrics) : run(plan, observer, metrics);
    }
  }

  /** Watches one job after the other. What prevents that is said once, and waited for. */
  private static End follow(WatchPlan plan, WatchObserver observer, VerdictMetrics metrics) {
    try (var interrupts = new Interrupts()) {
      String said = "";
      while (interrupts.count() == 0) {
        try {
          End end = run(plan, observer, metrics);
          if (end != End.JOB_ENDED) {
            return end;
          }
          said = "";
        } catch (ConfigException | RunException e) {
          if (!e.getMessage().equals(said)) {
            observer.note("waiting: " + e.getMessage());
          }
          said = e.getMessage();
        }
        metrics.begin(null);
        Poll.until(LOOK_FOR_JOBS, POLL, () -> interrupts.count() > 0);
      }
      return End.INTERRUPTED;
    }
  }

  private static End run(WatchPlan plan, WatchObserver observer, VerdictMetrics metrics) {
    // It is asked again every moment anyway, and Ctrl-C must not wait for Flink's own retries.
    try (var flink = RemoteFlink.connectToWatch(plan.cluster());
        var interrupts = new Interrupts()) {
      RunningJob chosen =
          JobChoice.of(
              flink.running(),
              plan.job(),
              plan.cluster().address(),
              running -> flink.attach(running).publicSettings());
      metrics.begin(chosen);
      FlinkJob job = flink.attach(chosen);
      PublicSettings settings = JobChoice.settings(chosen, job.publicSettings());
      TargetConfig target = flink.reachable(target(settings, plan.loaded()));
      Duration length = plan.window().orElse(windowFor(flink.metricsInterval()));
      try (var window =
          new RollingWindow(job, settings, target, flink.isLocal(), length, Time.REAL)) {
        observer.note(
            "watching job %s on %s; a window is %d s, the first one ends then"
                .formatted(chosen.id(), plan.cluster().address(), length.toSeconds()));
        Tsdb kind = Tsdb.byType(target.type(), Watch.class.getClassLoader());
        return new Watch(
                plan,
                observer,
                chosen,
                job,
                interrupts,
                read -> kind.capabilities(target, read),
                length,
                Time.REAL)
            .until(window, metrics);
      }
    }
  }

  static Duration windowFor(Duration metricsInterval) {
    return metricsInterval.compareTo(OFTEN) <= 0 ? SHORT_WINDOW : LONG_WINDOW;
  }

  /**
   * Returns the target as the job reports it, except for what the user sets, such as addresses that
   * can be reached from here.
   */
  static TargetConfig target(PublicSettings settings, ConfigLoader.Loaded loaded) {
    TargetConfig given = loaded.config().target();
    boolean urlsNamed = loaded.names("target.urls");
    boolean metricsNamed = loaded.names("target.metrics-urls");
    var options = new TreeMap<>(settings.options());
    given
        .options()
        .forEach(
            (name, value) -> {
              if (loaded.names("target." + name)) {
                options.put(name, value);
              }
            });
    return new TargetConfig(
        loaded.names("target.type") ? given.type() : settings.targetType(),
        urlsNamed ? given.urls() : settings.urls(),
        given.acceptLoad(),
        urlsNamed || metricsNamed ? given.metricsUrls() : settings.metricsUrls(),
        given.hostMetricsUrls(),
        given.extraLabels(),
        given.runLabel(),
        options,
        given.auth(),
        given.tls());
  }

  private End until(RollingWindow window, VerdictMetrics metrics) {
    while (interrupts.count() == 0) {
      if (ended(window)) {
        if (plan.once()) {
          throw new RunException(
              "job %s %s before its first window was over".formatted(chosen.id(), became()));
        }
        observer.note("job %s %s".formatted(chosen.id(), became()));
        return End.JOB_ENDED;
      }
      if (due()) {
        Optional<Judgement> judgement = judge(window);
        if (judgement.filter(this::isWanted).isPresent()) {
          metrics.show(judgement.get());
          observer.judged(judgement.get());
          if (plan.once()) {
            return End.ONCE;
          }
        }
      }
      time.pause(POLL);
    }
    return End.INTERRUPTED;
  }

  /** Reads on; returns whether the job has ended meanwhile. */
  private boolean ended(RollingWindow window) {
    try {
      boolean ended = job.ended();
      if (!ended) {
        window.read();
      }
      answeredNanos = time.nanos();
      return ended;
    } catch (CompletionException e) {
      if (time.nanos() - answeredNanos > LOST_AFTER.toNanos()) {
        throw new RunException(
            "%s has reported nothing of job %s for %d s: %s"
                .formatted(
                    plan.cluster().address(), chosen.id(), LOST_AFTER.toSeconds(), RootCause.of(e)),
            e);
      }
      return false;
    }
  }

  private boolean due() {
    return time.nanos() - judgedNanos >= BETWEEN_JUDGEMENTS.toNanos();
  }

  /** Judges the last window; empty while writers have reported too little. */
  private Optional<Judgement> judge(RollingWindow window) {
    Optional<Window> read = window.window();
    if (read.isEmpty()) {
      requireWriters();
      return Optional.empty();
    }
    judgedNanos = time.nanos();
    return Optional.of(
        Judgement.of(
            Instant.ofEpochMilli(time.millis()),
            chosen.id(),
            read.get(),
            capabilities.apply(window.databaseSignals()),
            probabilities.of(read.get()),
            window.databaseFailure().orElse(null)));
  }

  private void requireWriters() {
    if (!patienceIsOver() || silenceNoted) {
      return;
    }
    String silence =
        "the writers of job %s reported too little within %d s; it is %s"
            .formatted(chosen.id(), patience.toSeconds(), job.status());
    if (plan.once()) {
      throw new RunException(silence);
    }
    observer.note(silence);
    silenceNoted = true;
  }

  /** Tells whether to show a judgement: a single one not while the job may still be starting. */
  private boolean isWanted(Judgement judgement) {
    boolean tells = judgement.window().valid() || judgement.window().failsAll();
    return !plan.once() || tells || patienceIsOver();
  }

  private boolean patienceIsOver() {
    return time.nanos() - startNanos > patience.toNanos();
  }

  private String became() {
    return switch (job.status()) {
      case FINISHED -> "has finished";
      case CANCELED -> "was cancelled";
      default -> "has failed" + job.lastFailure().map(f -> ": " + f.cause()).orElse("");
    };
  }
}
