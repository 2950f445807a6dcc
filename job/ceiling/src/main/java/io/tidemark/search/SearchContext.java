package io.tidemark.search;

import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Load;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.process.RunException;
import java.time.Duration;
import java.util.Optional;

/**
 * What all parts of a search share: what is searched, and the configuration that is varied.
 *
 * @param maxInFlight most requests in flight that the user lets it try
 * @param knownJobCeiling of a search with the same job; null: to be measured
 */
record SearchContext(
    SystemUnderTest system,
    JobConfig config,
    int maxInFlight,
    Double knownJobCeiling,
    GeneratedTime time,
    SearchClock clock,
    StepLength length,
    Journal journal) {
  /** Three of a verification, and four for each of two interventions. */
  private static final int STEPS_AFTER_A_SWEEP = 11;

  private static final Duration COMES_BACK_WITHIN = Duration.ofSeconds(20);

  /** Starts a job; whoever gets it closes it. */
  Running start(JobConfig varied) {
    JobConfig next = time.next(bounded(varied));
    return new Running(new ObservedJob(system.start(next), clock), next, time, journal);
  }

  /** The job, and what it makes of generated time. */
  record Running(ObservedJob job, JobConfig config, GeneratedTime time, Journal journal)
      implements AutoCloseable {
    @Override
    public void close() {
      try {
        job.close();
      } finally {
        time.passed(config, job.samplesAcked()).ifPresent(journal::warn);
      }
    }
  }

  private JobConfig bounded(JobConfig varied) {
    int inFlight = Math.min(varied.write().inFlight(), maxInFlight);
    return varied.withWrite(varied.write().withInFlight(inFlight));
  }

  /** Where samples must come in order, each writer has one request on its way. */
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
        config.amplify().n(),
        config.write().batchSamples(),
        config.parallelism(),
        generated ? config.source().datagen().rate() : 0);
  }

  /**
   * Whether the database could not be reached, and can be again; a step without an answer is then
   * worth another try.
   *
   * @throws RunException if it does not come back
   */
  boolean waitedForDatabase() {
    Optional<String> failure = system.database().failure();
    boolean neverRead = !system.database().everRead();
    if (failure.isEmpty() || neverRead) {
      return false;
    }
    journal.warn("the database does not answer (%s); waiting for it".formatted(failure.get()));
    long until = clock.millis() + COMES_BACK_WITHIN.toMillis();
    while (clock.millis() < until) {
      clock.pause(Duration.ofMillis(500));
      if (system.database().failure().isEmpty()) {
        return true;
      }
    }
    throw new RunException(
        "the database did not come back within %d s: %s"
            .formatted(COMES_BACK_WITHIN.toSeconds(), failure.get()));
  }

  /** Time that must be left for what follows a sweep: its verification and the interventions. */
  Duration reserve() {
    Duration proof = length.least().multipliedBy(STEPS_AFTER_A_SWEEP);
    Duration third = clock.most().dividedBy(3);
    return proof.compareTo(third) < 0 ? proof : third;
  }
}
