package io.tidemark.search;

import io.tidemark.cluster.FlinkSession;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.DatabaseWatch;
import io.tidemark.measure.Load;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.Tsdb;
import java.time.Duration;
import java.util.Optional;

/**
 * What a search works with: a Flink, a database under watch, and the configuration that is varied.
 *
 * @param from where each of its jobs starts
 * @param owned the database, if it was started for this search
 * @param sharedHost whether the database runs on the job's host
 * @param knownJobCeiling of a search with the same job; null: to be measured
 */
record Bench(
    FlinkSession session,
    JobConfig config,
    Start from,
    Optional<OwnedDatabase> owned,
    DatabaseWatch database,
    boolean sharedHost,
    Double knownJobCeiling,
    SimulatedTime time,
    Clock clock,
    StepLength length,
    Journal journal) {
  private static final Duration COMES_BACK_WITHIN = Duration.ofSeconds(20);

  Capabilities capabilities() {
    return Tsdb.byType(config.target().type(), Bench.class.getClassLoader()).capabilities();
  }

  /** Starts a job; whoever gets it closes it. */
  Running start(JobConfig varied) {
    JobConfig next = time.next(varied);
    ObservedJob job = ObservedJob.start(session, next, from, database.log(), sharedHost, clock);
    return new Running(job, next, time);
  }

  /** The job, and what it makes of simulated time. */
  record Running(ObservedJob job, JobConfig config, SimulatedTime time) implements AutoCloseable {
    @Override
    public void close() {
      try {
        job.close();
      } finally {
        time.passed(config, job.samplesAcked());
      }
    }
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
   * @throws SearchEnded if it does not come back
   */
  boolean waitedForDatabase() {
    Optional<String> failure = database.log().failure();
    boolean neverRead = !database.log().everRead();
    if (failure.isEmpty() || neverRead) {
      return false;
    }
    journal.warn("the database does not answer (%s); waiting for it".formatted(failure.get()));
    long deadline = System.nanoTime() + COMES_BACK_WITHIN.toNanos();
    while (System.nanoTime() < deadline) {
      clock.pause(Duration.ofMillis(500));
      if (database.log().failure().isEmpty()) {
        return true;
      }
    }
    throw new SearchEnded(
        SearchEnded.Why.LOST,
        "the database did not come back within %d s: %s"
            .formatted(COMES_BACK_WITHIN.toSeconds(), failure.get()));
  }

  /** Time that must be left for what follows a sweep: its verification and the interventions. */
  Duration reserve() {
    return length.least().multipliedBy(5);
  }
}
