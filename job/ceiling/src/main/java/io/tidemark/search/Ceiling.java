package io.tidemark.search;

import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.cluster.FlinkSession;
import io.tidemark.cluster.Start;
import io.tidemark.extent.SearchClock;
import io.tidemark.job.ForeignLoad;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.RunLabel;
import io.tidemark.measure.DatabaseOfOurOwn;
import io.tidemark.measure.DatabaseWatch;
import io.tidemark.measure.SharedHost;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.measure.Time;
import io.tidemark.proof.CauseProbabilities;
import io.tidemark.proof.SecondOpinion;
import io.tidemark.readers.Readers;
import io.tidemark.run.Impact;
import io.tidemark.run.Preflight;
import io.tidemark.run.Workplace;
import io.tidemark.search.worst.Event;
import io.tidemark.search.worst.Undos;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A whole search for a ceiling, which leaves nothing behind. */
public final class Ceiling implements Workplace.Steps {
  /** A search takes twice the task slots, because one intervention doubles the subtasks. */
  private static final int SLOTS_PER_SUBTASK = 2;

  /**
   * Writers that can't reach the database try again at least this often, unless the user says
   * otherwise.
   */
  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

  /**
   * Requests to a cluster are repeated this often only: a cluster that is gone must not hold up a
   * search for the minute that Flink's client tries by default.
   */
  private static final int RETRIES = 3;

  /** If Flink refreshes its own metrics more rarely than this, they miss short steps. */
  private static final Duration OFTEN = Duration.ofSeconds(2);

  /**
   * If the user says nothing of the traffic, each generated sample is amplified to this many
   * successive ones. So the job leaves nearly all of a shared host to the database, whose ceiling
   * the search is to find.
   */
  private static final int M = 20;

  /**
   * This name gives the search's writers another state than the writers in the savepoint, whose
   * batches are not the search's.
   */
  private static final String FORK = "search";

  private final CeilingPlan plan;
  private final SearchObserver observer;
  private final Consumer<ForeignLoad> consent;
  private long startNanos;
  private JobConfig config;
  private Double knownJobCeiling;
  private Start from = Start.FRESH;
  private boolean interrupted;

  private Ceiling(CeilingPlan plan, SearchObserver observer, Consumer<ForeignLoad> consent) {
    this.plan = plan;
    this.observer = observer;
    this.consent = consent;
    this.startNanos = Time.REAL.nanos() - agoNanos(plan.asked());
    this.config =
        plan.loaded().names("write.retry")
            ? plan.loaded().config()
            : withShortPauses(plan.loaded().config());
    if (plan.by() == CeilingPlan.By.QUERIES && !plan.loaded().names("queries.concurrency")) {
      // With the most readers allowed, the database decides how many queries run, and not the
      // number of readers.
      config = config.withQueries(config.queries().withMostConcurrency());
    }
    if (plan.by().isOfSeries()) {
      config = SeriesBound.in(config, plan, host(plan));
    }
  }

  private static SeriesBound.Host host(CeilingPlan plan) {
    return new SeriesBound.Host(
        plan.cluster().isEmpty() ? Runtime.getRuntime().maxMemory() : 0,
        DatabaseOfOurOwn.wanted(plan.loaded()).isEmpty()
            ? 0
            : new File(System.getProperty("java.io.tmpdir")).getUsableSpace());
  }

  /**
   * Returns the nanoseconds since that instant; 0 if it lies ahead because the clock was set since.
   */
  private static long agoNanos(Instant asked) {
    return Math.max(0, Duration.between(asked, Instant.now()).toNanos());
  }

  /**
   * Shortens the pauses between retries, because after an outage a step can only begin once all
   * writers are back.
   */
  private static JobConfig withShortPauses(JobConfig config) {
    JobConfig.Retry retry = config.write().retry();
    return config.withWrite(
        config
            .write()
            .withRetry(new JobConfig.Retry(retry.initial(), MAX_PAUSE, retry.deadline())));
  }

  /**
   * What a search has found.
   *
   * @param interrupted whether someone ended it before its time
   */
  public record Outcome(CeilingResult result, boolean interrupted) {}

  /**
   * Searches for the ceiling in a Flink that it starts or connects to.
   *
   * @param consent asks whether the search may write into a database that was there before
   * @throws ConfigException if something is known to be wrong before the start, or the user does
   *     not agree
   */
  public static Outcome find(
      CeilingPlan plan, SearchObserver observer, Consumer<ForeignLoad> consent) {
    var ceiling = new Ceiling(plan, observer, consent);
    CeilingResult result = ceiling.find();
    return new Outcome(result, ceiling.interrupted);
  }

  /**
   * Searches in a Flink that is running already, against the database that the configuration names.
   *
   * @param jobCeilingSamplesPerSecond the job's ceiling from an earlier search with the same job;
   *     null if there was none
   */
  public static Outcome find(
      CeilingPlan plan,
      FlinkSession session,
      Double jobCeilingSamplesPerSecond,
      SearchObserver observer) {
    var ceiling = new Ceiling(plan, observer, load -> {});
    ceiling.knownJobCeiling = jobCeilingSamplesPerSecond;
    try (var place = Workplace.in(session, ceiling)) {
      ceiling.config = place.fitted(ceiling.config, plan.loaded().explicit());
      CeilingResult result = ceiling.search(place);
      return new Outcome(result, ceiling.interrupted);
    }
  }

  /**
   * Searches in any system under test, in that system's own time.
   *
   * @param time the system's time; whatever waits for it lets it pass
   * @param model asked of the steps beside the rules
   */
  public static CeilingResult find(
      CeilingPlan plan,
      SystemUnderTest system,
      Time time,
      SearchObserver observer,
      SecondOpinion model) {
    var clock = new SearchClock(time, time.nanos(), plan.maxDuration(), Duration.ZERO, () -> 0);
    var generated = GeneratedTime.of(plan.loaded(), true, false, Instant.EPOCH);
    var context =
        new SearchContext(
            system,
            generated.fitted(plan.loaded().config(), plan.maxDuration()),
            plan.maxInFlight(),
            null,
            generated,
            clock,
            new Journal(observer, clock));
    return new CeilingSearch(plan, context, model).run();
  }

  /**
   * @throws ConfigException if the plan asks for an event that can't be made with the database that
   *     the configuration names
   */
  public static void requireEvents(CeilingPlan plan) {
    if (plan.slo() != null && DatabaseOfOurOwn.wanted(plan.loaded()).isEmpty()) {
      plan.slo().worst().forEach(Event::requireHarmless);
    }
  }

  private CeilingResult find() {
    Optional<OwnedDatabase.Starter> starter = DatabaseOfOurOwn.wanted(plan.loaded());
    var needs =
        new Workplace.Needs(
            "search",
            List.of(config),
            plan.cluster(),
            SLOTS_PER_SUBTASK,
            RETRIES,
            starter.isEmpty(),
            starter,
            plan.aged());
    try (var place = Workplace.open(needs, this, observer::note, observer::warn)) {
      noteMetrics(place.session());
      if (place.database().isPresent()) {
        requireMerge(place.database().get(), starter.get().product());
        leaveOut(place.databaseStart(), starter.get().product());
      }
      amplifyOwnTraffic();
      config = place.fitted(config, plan.loaded().explicit());
      return search(place);
    }
  }

  @Override
  public void check(boolean local) {
    plan.from()
        .map(path -> local ? Preflight.savepoint(path, config, observer::note) : path)
        .ifPresent(path -> from = Start.fork(path, FORK));
  }

  /** Asks for consent; the search's time begins when it is given. */
  @Override
  public void agree() {
    consent.accept(labelled().load());
    startNanos = Time.REAL.nanos();
  }

  /** Lets the search's time begin here, so that the start of a Flink is no part of it. */
  @Override
  public void connected(FlinkSession cluster) {
    startNanos = Time.REAL.nanos();
  }

  @Override
  public String unfinished() {
    return Undos.ofThisUser().unfinished();
  }

  private void noteMetrics(FlinkSession session) {
    if (session.metricsInterval().compareTo(OFTEN) > 0) {
      observer.note(
          "the cluster refreshes its metrics every %s (metrics.fetcher.update-interval): short steps have no busy and idle times"
              .formatted(DurationText.format(session.metricsInterval())));
    }
  }

  /**
   * Asks the database whether it can merge all its data while it has none, so that asking costs
   * nothing. A database with a past is asked only when the event is due.
   */
  private void requireMerge(OwnedDatabase database, String product) {
    boolean merge = plan.slo() != null && plan.slo().worst().stream().anyMatch(Event::isMerge);
    if (merge && plan.aged().isEmpty()) {
      boolean merges = database.mergeAll();
      plan.slo().worst().forEach(event -> event.requireMerge(product, merges));
    }
  }

  private void leaveOut(Duration start, String product) {
    Duration leftOut = SearchClock.leftOut(start);
    if (!leftOut.isZero()) {
      startNanos += leftOut.toNanos();
      observer.note(
          "%s took %d s to start, which are not of the search's time"
              .formatted(product, leftOut.toSeconds()));
    }
  }

  private void amplifyOwnTraffic() {
    boolean own =
        plan.from().isEmpty()
            && !plan.loaded().names("source")
            && !plan.loaded().names("amplify.m");
    boolean ofOwn = plan.by() == CeilingPlan.By.IN_FLIGHT || plan.by() == CeilingPlan.By.SLO;
    if (own && ofOwn) {
      config = config.withAmplify(config.amplify().withM(M));
      observer.note(
          "neither source nor amplify.m is set: generated traffic, each sample amplified %d times"
              .formatted(M));
    }
  }

  /**
   * Adds a label by which the search's samples can be told apart from the user's own data, and
   * deleted. All jobs of a search write the same series.
   */
  private void label() {
    if (config.target().runLabel() && RunLabel.of(config.target()).isEmpty()) {
      config = config.withTarget(RunLabel.on(config.target(), RunLabel.ofRun(Instant.now())));
    }
  }

  private Impact labelled() {
    label();
    String run = config.target().runLabel() ? RunLabel.of(config.target()) : "";
    String labels = "the labels " + config.target().extraLabels();
    return new Impact(List.of(config), SeriesBound.times(plan), plan.maxDuration(), run, labels);
  }

  /** Tells whether the source is one single file on this machine. */
  private static boolean isOneFileHere(JobConfig.FileInput named) {
    return named.paths().size() == 1
        && !JobConfig.FileInput.isPattern(named.path())
        && new File(named.path().replaceFirst("^file:(//)?", "")).isFile();
  }

  private CeilingResult search(Workplace place) {
    label();
    FlinkSession session = place.session();
    TargetConfig reachable = session.reachable(config.target());
    try (var watch = new DatabaseWatch(reachable);
        var readers = Readers.start(config.withTarget(reachable), from.jobName()).orElse(null)) {
      Duration started = Duration.ofNanos(Time.REAL.nanos() - startNanos);
      var clock =
          new SearchClock(
              Time.REAL,
              startNanos,
              plan.maxDuration(),
              SearchClock.toEnd(started, plan.maxDuration()),
              place.interrupts()::count);
      var time =
          plan.from().isPresent()
              ? GeneratedTime.ofSavepoint()
              : GeneratedTime.of(
                  new ConfigLoader.Loaded(config, plan.loaded().explicit()),
                  place.database().isPresent() || plan.comesToOtherDays(),
                  isOneFileHere(config.source().file()),
                  Instant.now());
      var system =
          new FlinkUnderTest(
              session,
              from,
              place.database(),
              Tsdb.byType(config.target().type(), Ceiling.class.getClassLoader()),
              config.target(),
              watch.log(),
              Optional.ofNullable(readers),
              session.isLocal() && SharedHost.isHere(config.target().urls()),
              clock);
      var context =
          new SearchContext(
              system,
              time.fitted(config, plan.maxDuration()),
              plan.maxInFlight(),
              knownJobCeiling,
              time,
              clock,
              new Journal(observer, clock));
      observer.note(
          "the search takes at most "
              + DurationText.format(plan.maxDuration())
              + ", its start included");
      time.said().ifPresent(observer::note);
      var search = new CeilingSearch(plan, context, CauseProbabilities::ofSearch);
      CeilingResult result = search.run();
      interrupted = search.interrupted();
      return result;
    } finally {
      observer.ended();
    }
  }
}
