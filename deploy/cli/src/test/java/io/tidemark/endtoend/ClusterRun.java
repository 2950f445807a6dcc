package io.tidemark.endtoend;

import static org.awaitility.Awaitility.await;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.run.Totals;
import io.tidemark.testing.SessionCluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** A job on a session cluster that a test can interfere with. */
final class ClusterRun implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final RemoteFlink flink;
  private final FlinkJob job;

  /**
   * @param settings each {@code path.to.key=value}
   */
  ClusterRun(SessionCluster cluster, List<String> settings, Optional<String> savepoint) {
    flink = RemoteFlink.connect(cluster.restUrl());
    job =
        flink.submit(
            ConfigLoader.load(Optional.empty(), settings).config(),
            savepoint.map(Start::resume).orElse(Start.FRESH));
  }

  void awaitAcked(long samples) {
    await("%d samples acknowledged".formatted(samples))
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(() -> new Totals(job.accumulators()).acked() >= samples);
  }

  /**
   * Where the job can be taken up again. Tried until it succeeds: a process that was lost a moment
   * ago, which nobody has noticed yet, fails a savepoint, and the job goes on.
   *
   * @throws IllegalStateException with what failed last, if the job has ended, or time is up
   */
  String stopWithSavepoint(String folder) {
    long begin = System.nanoTime();
    var failed = new IllegalStateException("no savepoint was made");
    while (true) {
      try {
        return job.stopWithSavepoint(folder).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException | InterruptedException e) {
        var passed = Duration.ofNanos(System.nanoTime() - begin);
        failed.addSuppressed(new IllegalStateException("after " + passed, e));
        if (passed.compareTo(PATIENCE) > 0 || hasEnded()) {
          throw failed;
        }
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      }
    }
  }

  /** Nobody answers while a JobManager is started again. */
  boolean hasEnded() {
    try {
      return job.ended();
    } catch (RuntimeException e) {
      return false;
    }
  }

  Totals awaitEnd() {
    await("the end of the job").atMost(PATIENCE).until(this::hasEnded);
    return new Totals(job.result().totals());
  }

  @Override
  public void close() {
    if (!job.ended()) {
      job.cancel();
    }
    flink.close();
  }
}
