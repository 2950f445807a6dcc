package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.cluster.RunningJob;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.NotInTime;
import io.tidemark.process.Patience;
import io.tidemark.run.Totals;
import io.tidemark.testing.Repository;
import io.tidemark.testing.SessionCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
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

  /**
   * By {@code bin/flink run}, which calls the job's main().
   *
   * @param arguments of it, before the jar
   */
  ClusterRun(SessionCluster cluster, List<String> arguments, List<String> settings) {
    flink = RemoteFlink.connect(cluster.restUrl());
    var all = new ArrayList<>(arguments);
    all.add(Repository.root().resolve("job/target/tidemark-job.jar").toString());
    settings.forEach(setting -> all.addAll(List.of("--set", setting)));
    job = flink.attach(new RunningJob(cluster.flinkRun(all), ""));
  }

  void awaitAcked(long samples) {
    Patience.untilAsserted(
        PATIENCE,
        () -> assertThat(acked()).as("samples acknowledged").isGreaterThanOrEqualTo(samples));
  }

  /** Less than none while nobody answers, as while a JobManager is started again. */
  private long acked() {
    try {
      return new Totals(job.accumulators()).acked();
    } catch (RuntimeException e) {
      return -1;
    }
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
        return Patience.get(job.stopWithSavepoint(folder));
      } catch (ExecutionException | NotInTime | InterruptedException e) {
        var passed = Duration.ofNanos(System.nanoTime() - begin);
        failed.addSuppressed(new IllegalStateException("after " + passed, e));
        if (passed.compareTo(Patience.of(PATIENCE)) > 0 || hasEnded()) {
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
    boolean hasEnded = Patience.until(PATIENCE, this::hasEnded);
    assertThat(hasEnded).as("the job ends; %d samples are acknowledged", acked()).isTrue();
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
