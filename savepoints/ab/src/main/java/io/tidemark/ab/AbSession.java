package io.tidemark.ab;

import io.tidemark.ab.AbResult.Difference;
import io.tidemark.ab.AbResult.Trend;
import io.tidemark.build.Version;
import io.tidemark.cluster.FlinkSession;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.OffsetsText.Partition;
import io.tidemark.job.kafka.KafkaRange;
import io.tidemark.job.kafka.KafkaRange.Held;
import io.tidemark.job.source.SourcePositions;
import io.tidemark.judge.Finding;
import io.tidemark.judge.Judgement;
import io.tidemark.judge.Judging;
import io.tidemark.judge.Metric;
import io.tidemark.judge.StoreCost;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Time;
import io.tidemark.run.Observer;
import io.tidemark.run.StoreIdentity;
import io.tidemark.savepoint.Manifest;
import io.tidemark.savepoint.Savepoint;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.LittleCheck;
import io.tidemark.statistics.RelativeEffect;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;

/**
 * The course of one comparison: warm-up, savepoint, rehearsals, runs in the order A B B A …,
 * comparison.
 */
final class AbSession {
  private static final int MAX_ATTEMPTS = 6;

  /** Factor for latencies in runs, which may be longer than in the rehearsals. */
  private static final double LATENCY_MARGIN = 1.3;

  private static final Duration MIN_REHEARSAL = Duration.ofSeconds(5);

  /**
   * The reason why files are not compared: in equal runs, the files of equal databases with a
   * warm-up of their own grew by amounts 40 % apart.
   */
  private static final String APART =
      "each side fills a database of its own before the runs, which changes how much the same samples add";

  private final Arms arms;
  private final AbFolder folder;
  private final FlinkSession flink;
  private final Observer observer;
  private final List<String> inconclusive = new ArrayList<>();
  private Progress progress;

  AbSession(Arms arms, AbFolder folder) {
    this.arms = arms;
    this.folder = folder;
    this.flink = arms.session();
    this.observer = arms.observer();
  }

  AbResult complete(Progress begun) {
    progress = begun;
    differences()
        .forEach(d -> observer.note("%s: %s in A, %s in B".formatted(d.key(), d.a(), d.b())));
    if (progress.range() == null) {
      prepare();
    } else if ((flink.startsCold() || arms.stores().startSlow()) && aRunIsMissing()) {
      rehearse();
    }
    if (!interrupted()) {
      runAll();
    }
    if (!interrupted()) {
      folder.removeDatabase();
    }
    return result();
  }

  /** Tells whether a run may still be made. Even a finished comparison may be resumed. */
  private boolean aRunIsMissing() {
    return IntStream.rangeClosed(1, 2 * progress.perSide())
        .mapToObj(progress::attempts)
        .anyMatch(
            attempts ->
                attempts.size() < MAX_ATTEMPTS && attempts.stream().noneMatch(AbRun::valid));
  }

  private boolean interrupted() {
    return arms.interrupts().count() > 0;
  }

  private void save(Progress next) {
    progress = next;
    progress.save(folder.path());
  }

  private void note(String line) {
    observer.note(line);
    save(progress.noting(line));
  }

  private void prepare() {
    folder.removeDatabase();
    if (progress.savepoint() == null && !interrupted()) {
      warmUp();
    }
    if (interrupted()) {
      return;
    }
    Map<Arm, Arms.Rehearsal> rehearsals = rehearse();
    if (interrupted()) {
      return;
    }
    arms.stores().freeze();
    var stores = new EnumMap<Arm, StoreIdentity>(Arm.class);
    rehearsals.forEach((arm, done) -> done.store().ifPresent(found -> stores.put(arm, found)));
    save(progress.withStores(stores));
    chooseRange(rehearsals);
  }

  private void warmUp() {
    Duration time = Duration.ofMillis(progress.setup().warmUpMillis());
    observer.note("warming up with A for %d s".formatted(time.toSeconds()));
    JobConfig config = arms.config(Arm.A);
    JobConfig.Source source = Range.warmUp(config.source(), held(config));
    String path = arms.warmUp(time, source, folder.savepoints(config, flink.isLocal()));
    var savepoint = Savepoint.open(flink.readable(path));
    try {
      Manifest.of(savepoint, config, flink.flinkVersion(), Instant.now()).writeBeside(savepoint);
    } catch (IOException e) {
      observer.warn("no manifest beside the savepoint: " + RootCause.of(e));
    }
    save(progress.withSavepoint(path, savepoint.totals()));
    observer.note("savepoint " + path);
    if (arms.stores().areApart() && !interrupted()) {
      warmUpB(savepoint.positions(config.source()), time);
    }
  }

  private void warmUpB(SourcePositions positions, Duration time) {
    observer.note("warming up B's database with what A's has");
    JobConfig config = arms.config(Arm.B);
    if (!arms.catchUp(Range.until(positions, config.source(), held(config)), time)
        && !interrupted()) {
      note("B's database has only a part of the warm-up: B did not come as far in time");
    }
  }

  private static SortedMap<Partition, Held> held(JobConfig config) {
    return config.source().type() == JobConfig.SourceType.KAFKA
        ? KafkaRange.held(config.source().kafka(), System.getenv())
        : Collections.emptySortedMap();
  }

  private Map<Arm, Arms.Rehearsal> rehearse() {
    var done = new EnumMap<Arm, Arms.Rehearsal>(Arm.class);
    Duration half = Duration.ofMillis(progress.setup().runMillis() / 2);
    Duration time = half.compareTo(MIN_REHEARSAL) < 0 ? MIN_REHEARSAL : half;
    for (Arm arm : Arm.values()) {
      if (!interrupted()) {
        observer.note("rehearsing %s for %d s".formatted(arm, time.toSeconds()));
        done.put(arm, arms.rehearse(arm, progress.savepoint(), progress.countedBefore(), time));
      }
    }
    return done;
  }

  /** Chooses a range so long that the faster side takes the time that was asked for. */
  private void chooseRange(Map<Arm, Arms.Rehearsal> rehearsals) {
    double fastest =
        rehearsals.values().stream()
            .mapToDouble(Arms.Rehearsal::sourceSamplesPerSecond)
            .max()
            .orElseThrow();
    double shortest = shortest(rehearsals);
    double seconds = Math.max(progress.setup().runMillis() / 1e3, shortest);
    long wanted = Math.max(1, Math.round(fastest * seconds));
    JobConfig config = arms.config(Arm.A);
    var positions = Savepoint.open(flink.readable(progress.savepoint())).positions(config.source());
    var range =
        Range.after(
            positions,
            progress.countedBefore().get("samplesRead"),
            rehearsals.get(Arm.A).samplesPerRecord(),
            held(config),
            wanted,
            Math.round(fastest * shortest));
    double lasts = range.sourceSamples() / fastest;
    save(progress.withRange(range, Math.round(lasts * 1e3)));
    note(
        "each run reads %d source samples, %s: about %d s for the faster side"
            .formatted(range.sourceSamples(), range, Math.round(lasts)));
    if (range.isShorterThan(wanted)) {
      note("Kafka holds no more behind the savepoint; %d were wanted".formatted(wanted));
    }
  }

  /** Returns the seconds of a run in which the requests cut at its ends have little weight. */
  private double shortest(Map<Arm, Arms.Rehearsal> rehearsals) {
    double latency =
        rehearsals.values().stream()
            .mapToDouble(Arms.Rehearsal::latencySeconds)
            .max()
            .orElseThrow();
    double shortest =
        LATENCY_MARGIN * LittleCheck.MIN_LATENCIES * latency / (AbRun.TO - AbRun.FROM);
    if (shortest > progress.setup().runMillis() / 1e3) {
      note(
          "a batch takes %s s, so runs of %s s are needed, longer than --run-time"
              .formatted(Amounts.hundredths(latency), Amounts.whole(shortest)));
    }
    return shortest;
  }

  private void runAll() {
    long begin = Time.REAL.nanos();
    int begunBefore = progress.begun();
    do {
      List<Arm> order = progress.order();
      for (int place = 1; place <= order.size() && !interrupted(); place++) {
        if (!runPlace(place, order)) {
          return;
        }
      }
    } while (!interrupted() && looksForMore(begin, begunBefore));
  }

  private boolean looksForMore(long beginNanos, int begunBefore) {
    Progress.Setup setup = progress.setup();
    if (setup.detect() == 0) {
      return false;
    }
    int made = progress.begun() - begunBefore;
    Duration perRun =
        made == 0
            ? Duration.ofMillis(2 * setup.runMillis())
            : Duration.ofNanos(Time.REAL.nanos() - beginNanos).dividedBy(made);
    Duration taken = perRun.multipliedBy(progress.begun());
    Detection.Next next =
        comparison(List.of())
            .look(
                new Detection(setup.detect()),
                setup.judging().wanted() ? setup.judging().metrics().get(0) : Metric.THROUGHPUT,
                progress.looks().size(),
                perRun.multipliedBy(2),
                Duration.ofMillis(setup.mostMillis()).minus(taken));
    if (!progress.notes().contains(next.why())) {
      note(next.why());
    }
    if (next.more()) {
      save(progress.lookingAt(Math.max(next.pairs(), progress.perSide() + 2)));
    }
    return next.more();
  }

  private Comparison comparison(List<String> against) {
    return new Comparison(progress.runs(), arms.stores().areAlikeForEachRun(), alpha(), against);
  }

  private double alpha() {
    Progress.Setup setup = progress.setup();
    return setup.judging().alpha(setup.detect() == 0 ? Estimate.ALPHA : Detection.ALPHA);
  }

  /** Returns the judgement; null if none was asked for. */
  private Judgement judgement(Comparison comparison) {
    Judging judging = progress.setup().judging();
    if (!judging.wanted()) {
      return null;
    }
    List<Finding> findings =
        judging.metrics().stream()
            .map(
                metric ->
                    metric == Metric.DISK && arms.stores().areApart()
                        ? Finding.missing(metric, "MB", APART)
                        : comparison.find(metric, notMeasured(metric)))
            .toList();
    return Judgement.of(judging, 1 - Estimate.ALPHA, findings, StoreCost.merges(costs()));
  }

  private List<StoreCost> costs() {
    return progress.runs().stream()
        .filter(AbRun::valid)
        .map(AbRun::cost)
        .filter(cost -> cost != null && cost.cpuSeconds() != null)
        .toList();
  }

  private String notMeasured(Metric metric) {
    boolean ofEachRun = arms.ownStore() && arms.stores().areAlikeForEachRun();
    return switch (metric) {
      case MEMORY, DISK ->
          ofEachRun
              ? "the database did not tell it, or did not end its merges in time"
              : "the database is not a new one for each run";
      default -> "neither the database's process nor its own metrics tell it";
    };
  }

  /**
   * @return whether the comparison can still reach a verdict
   */
  private boolean runPlace(int place, List<Arm> order) {
    Arm arm = order.get(place - 1);
    while (progress.attempts(place).stream().noneMatch(AbRun::valid)) {
      if (progress.attempts(place).size() == MAX_ATTEMPTS) {
        return givesUp(place, arm);
      }
      progress.range().requireHeld(held(arms.config(arm)));
      Optional<String> changed = arms.changedBefore(arm, progress);
      if (changed.isPresent()) {
        inconclusive.add(changed.get());
        return false;
      }
      save(progress.beginning());
      observer.note("run %d of %d: %s".formatted(place, order.size(), arm));
      AbRun run = arms.run(place, arm, progress);
      if (interrupted()) {
        return false;
      }
      save(progress.after(run));
      tell(run);
    }
    return true;
  }

  private boolean givesUp(int place, Arm arm) {
    List<AbRun> attempts = progress.attempts(place);
    inconclusive.add(
        "run %d (%s) was not valid in %d attempts, the last time because %s"
            .formatted(
                place,
                arm,
                attempts.size(),
                String.join("; ", attempts.get(attempts.size() - 1).invalid())));
    long lost = inconclusive.size(); // each reason is a place that stays without a valid run
    return progress.perSide() - lost >= RelativeEffect.MIN_PAIRS;
  }

  private void tell(AbRun run) {
    if (run.valid()) {
      observer.note(
          "  %s: %s samples/s over %s s"
              .formatted(
                  run.arm(), Amounts.whole(run.samplesPerSecond()), Amounts.tenths(run.seconds())));
    } else {
      observer.warn(
          "run %d (%s) is not valid and is made again: %s"
              .formatted(run.place(), run.arm(), String.join("; ", run.invalid())));
    }
  }

  private AbResult result() {
    List<AbRun> runs = progress.runs();
    int wanted = 2 * progress.perSide();
    long done = runs.stream().filter(AbRun::valid).count();
    String partial =
        interrupted()
            ? "interrupted after %d of %d valid runs; go on with --resume %s"
                .formatted(done, wanted, folder.path())
            : null;
    var against = new ArrayList<>(inconclusive);
    if (partial != null) {
      against.add(0, partial);
    }
    var comparison = comparison(against);
    var effects = comparison.effects();
    var throughput = effects.isEmpty() ? null : effects.get(0);
    var trend = comparison.trend();
    Judgement judgement = judgement(comparison);
    boolean judged = judgement != null && comparison.inconclusive().isEmpty();
    return new AbResult(
        throughput == null ? null : throughput.effect(),
        throughput == null ? null : throughput.low(),
        throughput == null ? null : throughput.high(),
        throughput == null ? null : throughput.pValue(),
        judged ? AbResult.Verdict.JUDGED : comparison.verdict(),
        throughput == null ? null : throughput.minimumDetectableEffect(),
        judged ? judgement.sentence() : comparison.sentence(),
        comparison.inconclusive(),
        effects,
        differences(),
        SameState.alike(arms.config(Arm.A), arms.config(Arm.B)),
        new Trend(trend.score(), trend.strongest(), trend.pValue(), trend.perRun()),
        runs,
        repeated(runs),
        progress.range(),
        progress.savepoint(),
        progress.setup().sameSides(),
        database(),
        progress.notes(),
        judgement,
        partial,
        Map.of("tidemark", Version.TIDEMARK, "flink", flink.flinkVersion()),
        progress.setup().startedAt());
  }

  /**
   * Returns the number of repeated runs of each side. If one side has more, that is a difference in
   * itself.
   */
  private static Map<Arm, Integer> repeated(List<AbRun> runs) {
    var repeated = new EnumMap<Arm, Integer>(Arm.class);
    for (Arm arm : Arm.values()) {
      List<AbRun> own = runs.stream().filter(run -> run.arm() == arm).toList();
      long places = own.stream().map(AbRun::place).distinct().count();
      repeated.put(arm, (int) (own.size() - places));
    }
    return repeated;
  }

  /** Returns how the sides differ, without addresses of databases that Tidemark starts. */
  private List<Difference> differences() {
    return SameState.differences(arms.config(Arm.A), arms.config(Arm.B)).stream()
        .filter(d -> !arms.ownStore() || !d.key().equals("target.urls"))
        .toList();
  }

  private String database() {
    StoreIdentity a = progress.stores().get(Arm.A);
    StoreIdentity b = progress.stores().get(Arm.B);
    return Objects.equals(a, b)
        ? database(Arm.A)
        : "A: %s; B: %s".formatted(database(Arm.A), database(Arm.B));
  }

  private String database(Arm arm) {
    String kind = arms.stores().of(arm).what();
    return progress.stores().containsKey(arm)
        ? kind + ": " + progress.stores().get(arm).nodes()
        : kind;
  }
}
