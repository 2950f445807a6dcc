package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import io.tidemark.testing.ScrapedPage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Pins what a full async queue looks like in Flink 2.2: busy, although the writer only waits
 * (FLINK-39835 changes that in a later version). Our own signals tell the difference. Against a
 * simulated database with a known answer time.
 */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/pipeline")
@Tag("guards:job/measure")
class AsyncQueueSignalsIT {
  private static final Duration STARTUP = Duration.ofSeconds(60);
  private static final Duration WINDOW = Duration.ofSeconds(5);
  private static final Duration ANSWERS_AFTER = Duration.ofMillis(100);
  private static final double WARM_UP_SAMPLES = 20_000;

  /** Samples in a thousand seconds, of a source that leaves a usual writer idle. */
  private static final long RATE = 5_000_000;

  /** Shares of the window, each 0 to 1. */
  private record Shares(ScrapedPage from, ScrapedPage to) {
    double flink(String name, String task) {
      return growth("flink_taskmanager_job_task_accumulate" + name + "TimeMs", task) / 1e3;
    }

    double own(String name, String task) {
      return growth(ScrapedJob.OWN_PREFIX + name, task);
    }

    /** Per second. */
    private double growth(String metric, String task) {
      double seconds = (to.atNanos() - from.atNanos()) / 1e9;
      return (value(to, metric, task) - value(from, metric, task)) / seconds;
    }
  }

  private static double value(ScrapedPage page, String metric, String task) {
    return page.sum(metric, Map.of("task_name", task)).orElse(0);
  }

  @Test
  void aWriterThatWaitsForASlotIsBusyAtAlmostNoCpu() throws Exception {
    // On a slow host the database is slow as well: what the writer has to do takes the same share.
    Shares shares = measure(Patience.of(ANSWERS_AFTER), 0);
    MeasuredBound.check(
        () -> {
          assertThat(shares.flink("Busy", "write")).isGreaterThan(0.9);
          assertThat(shares.flink("BackPressured", "write")).isLessThan(0.05);
          assertThat(shares.flink("Idle", "write")).isLessThan(0.05);
          assertThat(shares.flink("BackPressured", "amplify")).isGreaterThan(0.7);

          assertThat(shares.own("permit_wait_seconds_total", "write")).isGreaterThan(0.9);
          assertThat(shares.own("task_cpu_seconds_total", "write")).isLessThan(0.3);
          // Both at work all the time; a page's values may be read some tens of milliseconds apart.
          assertThat(shares.own("in_flight_batch_seconds_total", "write")).isBetween(1.9, 2.05);
        });
  }

  @Test
  void aWriterWithoutWorkIsIdleAndWaitsForNothing() throws Exception {
    Shares shares = measure(Duration.ZERO, (int) (RATE / Patience.ofSeconds(1).toMillis()));
    MeasuredBound.check(
        () -> {
          assertThat(shares.flink("Idle", "write")).isGreaterThan(0.7);
          assertThat(shares.own("permit_wait_seconds_total", "write")).isLessThan(0.05);
          assertThat(shares.own("in_flight_batch_seconds_total", "write")).isLessThan(0.5);
        });
  }

  private static Shares measure(Duration answersAfter, int rate) throws Exception {
    try (var database =
            new FaultProxy(
                "",
                write -> {
                  LockSupport.parkNanos(answersAfter.toNanos());
                  return Answer.status(204);
                });
        var job =
            new ScrapedJob(
                List.of(
                    "source.datagen.start=2026-01-01T00:00:00Z",
                    "source.datagen.rate=" + rate,
                    "target.urls=[" + database.url() + "]",
                    "write.in-flight=2",
                    "write.batch-samples=1000",
                    "write.linger=100ms",
                    "parallelism=1"))) {
      Patience.untilAsserted(
          STARTUP, () -> assertThat(written(job)).isGreaterThan(WARM_UP_SAMPLES));
      ScrapedPage from = job.scrape();
      Poll.pause(WINDOW);
      return new Shares(from, job.scrape());
    }
  }

  private static double written(ScrapedJob job) {
    return value(job.scrape(), ScrapedJob.OWN_PREFIX + "samples_written_total", "write");
  }
}
