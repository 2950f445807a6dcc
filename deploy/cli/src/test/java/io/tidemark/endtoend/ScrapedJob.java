package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.process.Loopback;
import io.tidemark.process.Patience;
import io.tidemark.run.Totals;
import io.tidemark.testing.ScrapedPage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A job on a MiniCluster, and what its Prometheus reporter says of it. */
public final class ScrapedJob implements AutoCloseable {
  static final String OWN_PREFIX = "flink_taskmanager_job_task_operator_tidemark_";

  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(30);

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

  /** Its page, which a busy host may serve too late, so that it is asked for again. */
  ScrapedPage scrape() {
    // How slow the host is, is not read where it served the page: that would disturb who measures.
    return page().orElseGet(this::scrapeAgain);
  }

  private ScrapedPage scrapeAgain() {
    var page = new AtomicReference<Optional<ScrapedPage>>();
    Patience.await(
        "a page of metrics",
        ANSWERS_WITHIN,
        () -> {
          page.set(page());
          return page.get().isPresent();
        });
    return page.get().orElseThrow();
  }

  private Optional<ScrapedPage> page() {
    return ScrapedPage.get(Loopback.http(port).resolve("/metrics"));
  }

  /** Waits for its source to end, and for all that it read to be written. */
  Totals awaitEnd(Duration usual) {
    assertThat(Patience.until(usual, job::ended)).as("the job ends").isTrue();
    return new Totals(job.result().totals());
  }

  boolean ended() {
    return job.ended();
  }

  /** Why it last failed, if it ever did. */
  Optional<FlinkJob.Failure> lastFailure() {
    return job.lastFailure();
  }

  @Override
  public void close() {
    if (!job.ended()) {
      job.cancel();
    }
    flink.close();
  }
}
