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
   */
  String stopWithSavepoint(String folder) {
    return await("a savepoint")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(() -> job.stopWithSavepoint(folder).join(), path -> true);
  }

  Totals awaitEnd() {
    // Nobody answers while a JobManager is started again.
    await("the end of the job").atMost(PATIENCE).ignoreExceptions().until(job::ended);
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
