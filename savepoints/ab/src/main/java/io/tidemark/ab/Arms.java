package io.tidemark.ab;

import io.tidemark.cluster.FlinkSession;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.JobConfig;
import io.tidemark.judge.Judging;
import io.tidemark.judge.Metric;
import io.tidemark.judge.StoreCost;
import io.tidemark.judge.StoreMeter;
import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.Part;
import io.tidemark.measure.Time;
import io.tidemark.process.RunException;
import io.tidemark.run.Interrupts;
import io.tidemark.run.JobPlan;
import io.tidemark.run.MeasuredJob;
import io.tidemark.run.Observer;
import io.tidemark.run.RunResult;
import io.tidemark.run.StoreIdentity;
import io.tidemark.run.StoreReadings;
import io.tidemark.sink.TargetConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The jobs of both sides on one Flink, which runs one job at a time.
 *
 * @param id name of the comparison, with which the names of its jobs begin
 * @param ownStore whether Tidemark starts the databases
 * @param judging metrics by which the sides are judged
 * @param configs configurations with their parallelism set
 */
record Arms(
    String id,
    FlinkSession session,
    Stores stores,
    boolean ownStore,
    Judging judging,
    Map<Arm, JobConfig> configs,
    Interrupts interrupts,
    Observer observer) {
  /** A side that takes this many times as long as planned is taken to make no progress. */
  private static final int SLOWEST = 15;

  /** Share of a rehearsal after which its rate is measured. */
  private static final double SETTLED = 0.3;

  Arms {
    configs = Map.copyOf(configs);
  }

  /**
   * The result of a rehearsal.
   *
   * @param sourceSamplesPerSecond source samples read and written per second
   * @param samplesPerRecord samples per record over all that was read; NaN if there were no records
   * @param latencySeconds mean time from permit to answer, including requests still in flight
   * @param store identity of the database, if it reports one
   */
  record Rehearsal(
      double sourceSamplesPerSecond,
      double samplesPerRecord,
      double latencySeconds,
      Optional<StoreIdentity> store) {}

  private Start fork(String savepoint, Arm arm, String name) {
    return Start.fork(savepoint, arm.lower()).named(id + " " + name);
  }

  JobConfig config(Arm arm) {
    return configs.get(arm);
  }

  /**
   * Runs A from its source's beginning and stops it with a savepoint.
   *
   * @return the savepoint's path
   */
  String warmUp(Duration time, JobConfig.Source source, String savepointFolder) {
    JobConfig config = config(Arm.A).withSource(source);
    TargetConfig target = stores.of(Arm.A).warm(config.target());
    var plan =
        JobPlan.of(config.withTarget(target), Start.FRESH.named(id + " warm-up"), Optional.of(time))
            .stoppingWithSavepoint(Optional.of(savepointFolder));
    RunResult result = execute(plan, Optional.empty()).result();
    if (result.savepoint() == null) {
      throw new RunException(
          interrupts.count() > 0
              ? "interrupted before there was a savepoint"
              : "the source ended during the warm-up, before there was a savepoint; take a shorter --warm-up or a larger source");
    }
    return result.savepoint();
  }

  /**
   * Writes what the warm-up wrote into A's database into that of B as well.
   *
   * @param source the source, which ends at the savepoint's positions
   * @param warmUp time that A's warm-up took
   * @return whether the source was read to its end in time
   */
  boolean catchUp(JobConfig.Source source, Duration warmUp) {
    JobConfig config = config(Arm.B).withSource(source);
    TargetConfig target = stores.of(Arm.B).warm(config.target());
    var plan =
        JobPlan.of(
            config.withTarget(target),
            Start.FRESH.named(id + " warm-up-b"),
            Optional.of(warmUp.multipliedBy(SLOWEST)));
    return !execute(plan, Optional.empty()).stopped();
  }

  /**
   * Runs one side for a while, so that its code and its series are warm, and to check that it
   * works.
   *
   * @return how fast it was, and to which database it wrote
   */
  Rehearsal rehearse(Arm arm, String savepoint, Map<String, Long> countedBefore, Duration time) {
    JobConfig config = config(arm).withSource(Range.unlimited(config(arm).source()));
    String name = "rehearsal-" + arm.lower();
    TargetConfig target = stores.of(arm).rehearse(config.target(), name);
    try {
      var plan =
          JobPlan.of(config.withTarget(target), fork(savepoint, arm, name), Optional.of(time))
              .countingFrom(countedBefore);
      ObservationLog log = unwatched();
      MeasuredJob.Ended job = execute(plan, Optional.of(log));
      double copies = config.amplify().fleet().copies();
      Optional<Part> part = part(log, SETTLED, job);
      return new Rehearsal(
          part.map(p -> p.meanSamplesPerSecond() / copies)
              .orElse(job.result().samplesPerSecond() / copies),
          (double) job.result().samplesRead() / job.result().recordsRead(),
          part.map(p -> p.little().leastLatencySeconds()).orElse(0.0),
          StoreIdentity.read(session.reachable(target), ownStore));
    } finally {
      stores.of(arm).end();
    }
  }

  /**
   * Runs one side over the range.
   *
   * @param place place in the order of the runs
   * @param progress the progress, which already counts this run as begun
   */
  AbRun run(int place, Arm arm, Progress progress) {
    String name = "%02d-%s".formatted(progress.begun(), arm.lower());
    String startedAt = Instant.now().toString();
    JobConfig config = config(arm).withSource(progress.range().limit(config(arm).source()));
    TargetConfig target = stores.of(arm).begin(config.target(), name);
    try {
      var plan =
          JobPlan.of(
                  config.withTarget(target),
                  fork(progress.savepoint(), arm, name),
                  Optional.of(Duration.ofMillis(SLOWEST * progress.setup().runMillis())))
              .countingFrom(progress.countedBefore());
      ObservationLog log = unwatched();
      Optional<StoreMeter> meter = meter(arm, target);
      MeasuredJob.Ended job = execute(plan, Optional.of(log));
      Optional<Part> part = part(log, AbRun.FROM, job);
      StoreCost cost = judging.wanted() ? cost(meter, job.result()) : null;
      var expected = Optional.ofNullable(progress.stores().get(arm));
      var observed =
          new Validity.Observed(job, part, changed(expected, target), judging.samplesPerSecond());
      return record(progress.begun(), place, arm, name, startedAt, observed, cost);
    } finally {
      stores.of(arm).end();
    }
  }

  /**
   * Returns the meter of a run's database, if costs are judged. Both sides count disk space alike:
   * if the databases differ in kind, by all files, because not every kind reports the size of its
   * data.
   */
  private Optional<StoreMeter> meter(Arm arm, TargetConfig target) {
    boolean oneKind = config(Arm.A).target().type().equals(config(Arm.B).target().type());
    return judging.wanted()
        ? stores
            .of(arm)
            .ofThisRun()
            .map(
                database ->
                    new StoreMeter(
                        database,
                        judging.metrics().contains(Metric.DISK) && !stores.areApart(),
                        oneKind ? session.reachable(target) : null))
        : Optional.empty();
  }

  private StoreCost cost(Optional<StoreMeter> meter, RunResult result) {
    if (meter.isPresent()) {
      return meter.get().end();
    }
    boolean apart = !config(Arm.A).target().urls().equals(config(Arm.B).target().urls());
    Long resident = result.store() == null ? null : result.store().residentBytes();
    return StoreCost.ofPage(apart && !ownStore && resident != null ? resident * 1.0 : null);
  }

  /**
   * Returns a log without the database's metrics, which are read before and after each run instead.
   */
  private static ObservationLog unwatched() {
    return new ObservationLog(new DatabaseLog(Time.REAL), false);
  }

  private static Optional<Part> part(ObservationLog log, double from, MeasuredJob.Ended job) {
    return log.part(from, AbRun.TO, job.result().samplesAcked(), job.lastAckMillis());
  }

  private Optional<String> changed(Optional<StoreIdentity> expected, TargetConfig target) {
    return expected.flatMap(
        before ->
            StoreIdentity.read(session.reachable(target), ownStore)
                .map(before::changedTo)
                .orElse(Optional.of("the database's own metrics can't be read")));
  }

  private AbRun record(
      int number,
      int place,
      Arm arm,
      String name,
      String startedAt,
      Validity.Observed observed,
      StoreCost cost) {
    RunResult result = observed.job().result();
    Optional<Part> part = observed.part();
    var storeReading = result.store();
    Double storeCpu = storeReading == null ? null : storeReading.cpuSeconds();
    return new AbRun(
        number,
        place,
        arm,
        stores.of(arm).label(name),
        startedAt,
        result.samplesRead(),
        result.samplesAcked(),
        result.samplesDeadLettered(),
        part.map(Part::seconds).orElse(null),
        part.map(Part::meanSamplesPerSecond).orElse(null),
        part.flatMap(Part::p99Millis).orElse(null),
        part.map(Part::cpuSecondsPerMillionSamples).orElse(null),
        storeCpu == null ? null : storeCpu / result.samplesAcked() * 1e6,
        result.smoothness(),
        cost,
        Validity.problems(observed));
  }

  /**
   * Returns what has changed about an existing database since the comparison began; empty if
   * nothing has.
   */
  Optional<String> changedBefore(Arm arm, Progress progress) {
    return ownStore
        ? Optional.empty()
        : changed(Optional.ofNullable(progress.stores().get(arm)), config(arm).target());
  }

  private MeasuredJob.Ended execute(JobPlan plan, Optional<ObservationLog> log) {
    try (var readings =
        new StoreReadings(session.reachable(plan.config().target()), false, observer)) {
      return new MeasuredJob(session, plan, log, observer).run(readings, interrupts);
    }
  }
}
