package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.endtoend.ScrapedJob.Page;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Pins what a full async queue looks like in Flink 2.2: busy, although the writer only waits
 * (FLINK-39835 changes that in a later version). Our own signals tell the difference. Against a
 * simulated database with a known answer time.
 */
@Tag("quiet-host")
class AsyncQueueSignalsIT {
  private static final Duration STARTUP = Duration.ofSeconds(60);
  private static final Duration WINDOW = Duration.ofSeconds(5);

  /** Shares of the window, each 0 to 1. */
  private record Window(Page from, Page to) {
    double seconds() {
      return (to.atNanos() - from.atNanos()) / 1e9;
    }

    double flink(String name, String task) {
      String metric = "flink_taskmanager_job_task_accumulate" + name + "TimeMs";
      String label = "task_name=\"" + task + "\"";
      return (to.value(metric, label) - from.value(metric, label)) / 1e3 / seconds();
    }

    double own(String name, String task) {
      String label = "task_name=\"" + task + "\"";
      String metric = ScrapedJob.OWN_PREFIX + name;
      return (to.value(metric, label) - from.value(metric, label)) / seconds();
    }
  }

  @Test
  void aWriterThatWaitsForASlotIsBusyAtAlmostNoCpu() throws Exception {
    Window window = measure(100, 0);
    assertThat(window.flink("Busy", "write")).isGreaterThan(0.9);
    assertThat(window.flink("BackPressured", "write")).isLessThan(0.05);
    assertThat(window.flink("Idle", "write")).isLessThan(0.05);
    assertThat(window.flink("BackPressured", "amplify")).isGreaterThan(0.7);

    assertThat(window.own("permit_wait_seconds_total", "write")).isGreaterThan(0.9);
    assertThat(window.own("task_cpu_seconds_total", "write")).isLessThan(0.3);
    assertThat(window.own("in_flight_batch_seconds_total", "write")).isBetween(1.9, 2.01);
  }

  @Test
  void aWriterWithoutWorkIsIdleAndWaitsForNothing() throws Exception {
    Window window = measure(0, 5000);
    assertThat(window.flink("Idle", "write")).isGreaterThan(0.7);
    assertThat(window.own("permit_wait_seconds_total", "write")).isLessThan(0.05);
    assertThat(window.own("in_flight_batch_seconds_total", "write")).isLessThan(0.5);
  }

  private static Window measure(long answerMillis, int rate) throws Exception {
    try (var database =
            new FaultProxy(
                "",
                write -> {
                  LockSupport.parkNanos(answerMillis * 1_000_000);
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
      await().atMost(STARTUP).until(() -> written(job.scrape()) > 20_000);
      Page from = job.scrape();
      await().pollDelay(WINDOW).atMost(STARTUP).until(() -> true);
      return new Window(from, job.scrape());
    }
  }

  private static double written(Page page) {
    return page.value(ScrapedJob.OWN_PREFIX + "samples_written_total", "task_name=\"write\"");
  }
}
