package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.WriterCounter;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
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
  private static final Duration ANSWERS_AFTER = Duration.ofMillis(50);

  @Test
  void followsTheBoundAlsoBelowTheNumberOfWriters() throws Exception {
    var settings =
        List.of(
            "source.datagen.start=2026-01-01T00:00:00Z",
            "write.in-flight=4",
            "write.batch-samples=500",
            "parallelism=2");
    // Beside it, what a slow host adds between two batches is as short as on a usual one.
    Duration answersAfter = Patience.of(ANSWERS_AFTER);
    try (var database =
            new FaultProxy(
                "",
                write -> {
                  LockSupport.parkNanos(answersAfter.toNanos());
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
      Patience.await("a running job", STARTUP, () -> job.runningSinceMillis().isPresent());
      Patience.untilAsserted(
          STARTUP, () -> assertThat(batches(observations(job))).isGreaterThan(20));
      assertThatItKeepsInFlight(job, 4);
      for (int bound : new int[] {1, 8, 3}) {
        assertThat(job.boundInFlight(bound).done()).isTrue();
        assertThatItKeepsInFlight(job, bound);
      }
      assertThat(job.boundInFlight(0).done()).isFalse();
      job.cancel();
      assertThat(Patience.until(STARTUP, job::ended)).as("it ends when it is cancelled").isTrue();
    }
  }

  private static void assertThatItKeepsInFlight(FlinkJob job, int bound) {
    double mean = meanInFlight(job);
    MeasuredBound.check(() -> assertThat(mean).isCloseTo(bound, within(0.05 * bound)));
  }

  private static double meanInFlight(FlinkJob job) {
    Poll.pause(SETTLE);
    List<Observation> from = observations(job);
    Poll.pause(WINDOW);
    List<Observation> to = observations(job);
    double seconds = 0;
    double batchSeconds = 0;
    for (int writer = 0; writer < 2; writer++) {
      Observation first = last(from, writer);
      Observation then = last(to, writer);
      seconds += (then.epochMillis() - first.epochMillis()) / 1e3 / 2;
      batchSeconds +=
          then.writing().count(WriterCounter.IN_FLIGHT_SECONDS)
              - first.writing().count(WriterCounter.IN_FLIGHT_SECONDS);
    }
    return batchSeconds / seconds;
  }

  private static double batches(List<Observation> observations) {
    return observations.isEmpty() || last(observations, 0) == null
        ? 0
        : last(observations, 0).writing().count(WriterCounter.BATCHES);
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
