package io.tidemark.search;

import io.tidemark.ceiling.result.Phase;
import io.tidemark.extent.SearchClock;
import io.tidemark.job.cardinality.WrittenSeries;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.measure.Window;
import io.tidemark.process.RunException;
import java.time.Duration;
import java.util.Optional;

/**
 * What all parts of a search share: the system that is searched, and the configuration that is
 * varied.
 *
 * @param maxInFlight the most requests in flight that the user allows
 * @param knownJobCeiling the job's ceiling by an earlier search with the same job, in samples per
 *     second; null if it is to be measured
 */
record SearchContext(
    SystemUnderTest system,
    JobConfig config,
    int maxInFlight,
    Double knownJobCeiling,
    GeneratedTime time,
    Registration registration,
    SearchClock clock,
    Journal journal) {
  SearchContext(
      SystemUnderTest system,
      JobConfig config,
      int maxInFlight,
      Double knownJobCeiling,
      GeneratedTime time,
      SearchClock clock,
      Journal journal) {
    this(
        system,
        config,
        maxInFlight,
        knownJobCeiling,
        time,
        new Registration(config),
        clock,
        journal);
  }

  /**
   * How long a search may stay at each load.
   *
   * @param least the least length of a step, warm-up included
   * @param most the most length of a step that does not settle
   */
  record StepLength(Duration least, Duration most) {
    /** A sweep, its verification and the interventions take about as many steps. */
    private static final int STEPS = 30;

    /** The steps of a search that is too short for the next length take at least so long. */
    private static final Duration MIN = Duration.ofMillis(2_500);

    private static final Duration MAX = Duration.ofSeconds(8);
    private static final int EXTENSIONS = 3;

    private static StepLength within(Duration all) {
      Duration even = all.dividedBy(STEPS);
      Duration least = even.compareTo(MIN) < 0 ? MIN : even.compareTo(MAX) > 0 ? MAX : even;
      return new StepLength(least, least.multipliedBy(EXTENSIONS));
    }
  }

  StepLength length() {
    return StepLength.within(clock.most());
  }

  /** Returns the same search of other series, none of which has been written. */
  SearchContext of(JobConfig other) {
    return new SearchContext(system, other, maxInFlight, knownJobCeiling, time, clock, journal);
  }

  /** A verification takes three steps, and each of two interventions takes four. */
  private static final int STEPS_AFTER_A_SWEEP = 11;

  /** Pausing the readers takes four steps: before, after, after, before. */
  private static final int STEPS_OF_READERS = 4;

  /** The search looks this often at how many series are registered. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  /**
   * A liveness probe kills a server that hangs after half a minute, and the server needs some
   * seconds to start (the defaults of a Kubernetes container: every 10 s, three failures).
   */
  private static final Duration COMES_BACK_WITHIN = Duration.ofSeconds(60);

  /**
   * Reads on while a job writes every series. If a third of the search's time is enough for all of
   * them, it waits until they are written; if not, it waits for a sixth of that time, and says how
   * long all would take.
   */
  void register(Running running) {
    journal.begin("every series is written once");
    ObservedJob job = running.job();
    long all = registration.samples(running.config());
    long before = job.samplesAcked();
    long begin = clock.millis();
    long end = begin + clock.atMost(Registration.most(clock.most())).toMillis();
    job.watchUntilWritten(all, Registration.least(clock.most()));
    var progress = progress(running, before, begin);
    while (progress.missing() > 0 && clock.millis() + progress.millisLeft() <= end) {
      journal.begin(progress.text());
      job.watchUntilWritten(all, LOOK);
      progress = progress(running, before, begin);
    }
    if (progress.missing() > 0) {
      journal.warn(progress.text() + progress.remedy(clock.most()));
    } else if (progress.millis() > LOOK.toMillis()) {
      journal.note(progress.text());
    }
  }

  private Registration.Progress progress(Running running, long before, long beginMillis) {
    long millis = clock.millis() - beginMillis;
    return registration.progress(running.config(), before, running.job().samplesAcked(), millis);
  }

  /** Starts a job, which the caller closes. */
  Running start(JobConfig varied) {
    JobConfig next = time.next(bounded(varied));
    var job =
        new ObservedJob(
            system.start(next),
            clock,
            registration.newIn(next),
            system.readers().map(readers -> new ObservedJob.Beside(readers, next)));
    return new Running(job, next, this);
  }

  /**
   * Asks the database before anything else is measured, so that the user learns of a database that
   * takes no write at once, and not after all steps.
   *
   * @throws RunException if it answers each with an error, or none in two steps' time
   */
  void requireWrites(JobConfig first) {
    journal.begin("whether the database takes writes");
    try (var running = start(first)) {
      Load load = load(running.config());
      Window seen = running.job().awaitFirstWrite(load, length().least());
      if (seen != null && waitedForDatabase()) {
        seen = running.job().awaitFirstWrite(load, length().least());
      }
      if (seen != null) {
        journal.add(
            Phase.WARM_UP,
            "in flight %d".formatted(load.inFlight()),
            new Measured(seen, new double[0]));
        throw seen.failsAll()
            ? nothingTaken(seen)
            : new RunException(
                "no request was answered within %s s by %s %s"
                    .formatted(
                        Amounts.whole(seen.seconds()),
                        config.target().type(),
                        config.target().urls()));
      }
    }
  }

  /** Returns the error for a database that takes no write, so that more steps show nothing. */
  static RunException nothingTaken(Window window) {
    return new RunException(String.join("; ", window.invalid()));
  }

  /**
   * Measures a step of a job. If the database is briefly away, it answers the next step.
   *
   * @throws RunException if the database was there, and does not come back
   */
  Measured step(ObservedJob job, Load load, Duration least, Duration most) {
    Measured measured = job.step(load, least, most);
    boolean isWorthAnother =
        measured.samplesPerSecond() == 0 && (waitedForDatabase() || measured.window().failsAll());
    return isWorthAnother ? job.step(load, least, most) : measured;
  }

  /** A job, and the context with its generated time and the series that it has written. */
  record Running(ObservedJob job, JobConfig config, SearchContext context)
      implements AutoCloseable {
    @Override
    public void close() {
      try {
        job.close();
      } finally {
        context.registration.passed(config, job.samplesAcked());
        context.time.passed(config, job.samplesAcked()).ifPresent(context.journal::warn);
      }
    }
  }

  private JobConfig bounded(JobConfig varied) {
    int inFlight = Math.min(varied.write().inFlight(), maxInFlight);
    return varied.withWrite(varied.write().withInFlight(inFlight));
  }

  /** Returns the most requests in flight; if samples must come in order, each writer has one. */
  int mostInFlight() {
    return system.capabilities().orderedPerSeries()
        ? Math.min(config.parallelism(), maxInFlight)
        : maxInFlight;
  }

  static Load load(JobConfig config) {
    boolean generated = config.source().type() == JobConfig.SourceType.DATAGEN;
    return new Load(
        config.write().inFlight(),
        config.amplify().m(),
        generated ? WrittenSeries.perSeries(config) : config.amplify().n(),
        config.write().batchSamples(),
        config.parallelism(),
        generated ? config.source().datagen().rate() : 0);
  }

  /**
   * Tells whether the database could not be reached and now can be, so that a step without an
   * answer is worth another try.
   *
   * @throws DatabaseGone if it does not come back
   */
  boolean waitedForDatabase() {
    Optional<String> failure = system.database().failure();
    boolean neverRead = !system.database().everRead();
    if (failure.isEmpty() || neverRead) {
      return false;
    }
    journal.warn("the database does not answer (%s); waiting for it".formatted(failure.get()));
    Duration most = clock.atMost(COMES_BACK_WITHIN);
    long until = clock.millis() + most.toMillis();
    while (clock.millis() < until) {
      clock.pause(Duration.ofMillis(500));
      if (system.database().failure().isEmpty()) {
        return true;
      }
    }
    throw new DatabaseGone(
        "the database did not come back within %d s: %s"
            .formatted(most.toSeconds(), failure.get()));
  }

  /** Thrown if the database was lost and stays away. */
  static final class DatabaseGone extends RunException {
    private static final long serialVersionUID = 1;

    private DatabaseGone(String message) {
      super(message);
    }
  }

  /** Returns the time to be left after a sweep, for its verification and the interventions. */
  Duration reserve() {
    boolean read = system.readers().isPresent();
    int steps = STEPS_AFTER_A_SWEEP + (read ? STEPS_OF_READERS : 0);
    Duration proof = length().least().multipliedBy(steps);
    Duration most = clock.most().dividedBy(read ? 2 : 3);
    return proof.compareTo(most) < 0 ? proof : most;
  }
}
