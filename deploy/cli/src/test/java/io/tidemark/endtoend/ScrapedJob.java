package io.tidemark.endtoend;

import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.process.Loopback;
import io.tidemark.testing.ScrapedPage;
import java.util.List;
import java.util.Optional;

/** A job on a MiniCluster, and what its Prometheus reporter says of it. */
public final class ScrapedJob implements AutoCloseable {
  static final String OWN_PREFIX = "flink_taskmanager_job_task_operator_tidemark_";

  private final int port = Loopback.freePort();
  private final EmbeddedFlink flink;
  private final FlinkJob job;

  /**
   * @param settings each {@code path.to.key=value}
   */
  ScrapedJob(List<String> settings) {
    JobConfig config = ConfigLoader.load(Optional.empty(), settings).config();
    flink = EmbeddedFlink.start(config.parallelism(), port);
    job = flink.submit(config, Start.FRESH);
  }

  ScrapedPage scrape() {
    return ScrapedPage.get(Loopback.http(port).resolve("/metrics")).orElseThrow();
  }

  @Override
  public void close() {
    if (!job.ended()) {
      job.cancel();
    }
    flink.close();
  }
}
