package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.NotInTime;
import io.tidemark.run.Totals;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever fails in whatever order: {@code ./tidemark test --chaos [SECONDS] [--seed N]}. One run
 * after the other, each by a plan of its own and looked at when it has ended, until the time is
 * over. What a plan is follows from the seed alone, so a seed that fails fails again.
 */
@Tag("slow")
@Tag("guards:job/pipeline")
@Tag("guards:job/sources")
@Tag("guards:sinks/http")
class ChaosIT {
  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("tidemark.chaos.seconds", 20));

  private static final long SEED = Long.getLong("tidemark.chaos.seed", 1);

  /** Between two seeds of runs, so that the seeds of two calls have no run in common. */
  private static final long RUNS = 10_000;

  @TempDir private Path savepoints;
  private RealParts parts;

  @Test
  void storesTheSameSetAndCountsExactlyWhateverFailsInWhateverOrder() throws Exception {
    var hits = new EnumMap<ChaosPlan.Fault, Integer>(ChaosPlan.Fault.class);
    try (var started = RealParts.startHighlyAvailable()) {
      parts = started;
      Instant end = Instant.now().plus(TIME);
      int runs = 0;
      for (; runs == 0 || Instant.now().isBefore(end); runs++) {
        ChaosPlan plan = ChaosPlan.of(SEED * RUNS + runs);
        System.out.printf("chaos: seed %d, run %d: %s%n", SEED, runs, plan);
        try {
          follow(plan, "chaos-" + runs);
        } catch (NotInTime late) {
          throw late;
        } catch (Throwable failed) {
          throw new AssertionError(
              "--seed %d: run %d failed; %s".formatted(SEED, runs, plan), failed);
        }
        plan.hits().forEach(hit -> hits.merge(hit.fault(), 1, Integer::sum));
      }
      System.out.printf(
          "chaos: seed %d: %d runs of %d samples, 0 lost, totals exact; survived %d faults: %s%n",
          SEED,
          runs,
          RealParts.AMPLIFIED,
          hits.values().stream().mapToInt(Integer::intValue).sum(),
          hits);
    }
    assertThat(hits).isNotEmpty();
  }

  private void follow(ChaosPlan plan, String run) throws Exception {
    parts.produce(run);
    try (var database = new SlowDatabase(parts.store)) {
      // Until the last hit: none is to come when the job has ended.
      database.slowDown();
      ClusterRun job = parts.submit(run, database, plan.writers());
      try {
        for (ChaosPlan.Hit hit : plan.hits()) {
          job.awaitAcked((long) (hit.at() * RealParts.AMPLIFIED));
          assertThat(job.hasEnded()).as("the job has ended before %s", hit).isFalse();
          database.crawl();
          job = hit(hit, run, database, job);
          database.slowDown();
        }
        database.speedUp();
        Totals totals = job.awaitEnd();
        parts.assertExact(run, totals);
      } finally {
        job.close();
      }
    }
  }

  /** Returns the job that goes on. */
  private ClusterRun hit(ChaosPlan.Hit hit, String run, SlowDatabase database, ClusterRun job)
      throws Exception {
    if (hit.fault().answer != null) {
      database.answerOddly(hit.fault().answer, hit.fault().answers * hit.size());
      return job;
    }
    switch (hit.fault()) {
      case TASK_MANAGER_KILLED -> parts.loseTaskManager();
      case JOB_MANAGER_KILLED -> parts.cluster.restartJobManager();
      case BROKER_KILLED -> parts.kafka.restart();
      case DATABASE_KILLED -> database.crash();
      case DATABASE_STOPPED -> database.freeze(Duration.ofSeconds(3L * hit.size()));
      case SAVEPOINT_AND_OTHER_PARALLELISM -> {
        String savepoint = job.stopWithSavepoint(savepoints.toUri().toString());
        job.awaitEnd();
        job.close();
        return parts.submit(parts.settings(run, database, hit.size()), Optional.of(savepoint));
      }
      default -> throw new IllegalStateException(hit.toString());
    }
    return job;
  }
}
