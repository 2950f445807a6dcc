package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.job.observe.Observation;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bound on batches in flight changes while two writers run, and what they tell agrees. */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/pipeline")
class LiveInFlightIT {
  private static final Duration STARTUP = Duration.ofSeconds(60);
  private static final Duration SETTLE = Duration.ofSeconds(1);
  private static final Duration WINDOW = Duration.ofSeconds(3);
  private static final long ANSWER_NANOS = 50_000_000;

  @Test
  void followsTheBoundAlsoBelowTheNumberOfWriters() throws Exception {
    var settings =
        List.of(
            "source.datagen.start=2026-01-01T00:00:00Z",
            "write.in-flight=4",
            "write.batch-samples=500",
            "parallelism=2");
    try (var database =
            new FaultProxy(
                "",
                write -> {
                  LockSupport.parkNanos(ANSWER_NANOS);
                  return Answer.status(204);
                });
        var flink = EmbeddedFlink.start(2, 0)) {
      var config =
          ConfigLoader.load(
                  Optional.empty(),
                  Stream.concat(
                          settings.stream(), Stream.of("target.urls=[" + database.url() + "]"))
                      .toList())
              .config();
      FlinkJob job = flink.submit(config, Start.FRESH);
      await().atMost(STARTUP).until(() -> job.runningSinceMillis().isPresent());
      await().atMost(STARTUP).until(() -> batches(observations(job)) > 20);
      assertThat(meanInFlight(job)).isCloseTo(4, within(0.2));
      for (int bound : new int[] {1, 8, 3}) {
        assertThat(job.boundInFlight(bound).done()).isTrue();
        assertThat(meanInFlight(job)).isCloseTo(bound, within(0.05 * bound));
      }
      assertThat(job.boundInFlight(0).done()).isFalse();
      job.cancel();
      await().atMost(STARTUP).until(job::ended);
    }
  }

  private static double meanInFlight(FlinkJob job) {
    await().pollDelay(SETTLE).until(() -> true);
    List<Observation> from = observations(job);
    await().pollDelay(WINDOW).until(() -> true);
    List<Observation> to = observations(job);
    double seconds = 0;
    double batchSeconds = 0;
    for (int writer = 0; writer < 2; writer++) {
      Observation first = last(from, writer);
      Observation then = last(to, writer);
      seconds += (then.epochMillis() - first.epochMillis()) / 1e3 / 2;
      batchSeconds +=
          then.writing().inFlightBatchSeconds() - first.writing().inFlightBatchSeconds();
    }
    return batchSeconds / seconds;
  }

  private static long batches(List<Observation> observations) {
    return observations.isEmpty() || last(observations, 0) == null
        ? 0
        : last(observations, 0).writing().batches();
  }

  private static Observation last(List<Observation> observations, int writer) {
    return observations.stream()
        .filter(o -> o.writing() != null && o.subtask() == writer)
        .reduce((earlier, later) -> later)
        .orElse(null);
  }

  private static List<Observation> observations(FlinkJob job) {
    Observations read = job.observations(-1);
    return read.observations();
  }
}
