package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.run.RunResult;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that fails in the ways databases do, with a real one behind it to read back from. */
class DeliveryFaultsIT {
  private static final Traffic TRAFFIC = new Traffic(60, 20, 1_750_000_000_000L, 60_000);
  private static final int M = 3;

  private static VictoriaMetricsContainer store;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    store = VictoriaMetricsContainer.start();
  }

  @AfterAll
  static void stop() {
    store.close();
  }

  private record Fault(String name, FaultProxy.Script script, int fewestRetries) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** What is sent again until it is stored: nothing is lost, nothing is a dead letter. */
  static Stream<Fault> passingFaults() {
    return Stream.of(
        new Fault(
            "503-without-retry-after",
            write -> write.number() <= 8 ? Answer.status(503) : Answer.STORE,
            8),
        new Fault(
            "429-with-garbage",
            write -> write.number() <= 3 ? Answer.retryAfter(429, "soon") : Answer.STORE,
            3),
        new Fault(
            "every-fifth-hangs-up",
            write -> write.number() % 5 == 0 ? Answer.HANG_UP : Answer.STORE,
            1),
        new Fault(
            "every-fifth-is-stored-but-the-answer-is-lost",
            write -> write.number() % 5 == 0 ? Answer.STORE_AND_HANG_UP : Answer.STORE,
            1),
        new Fault(
            "413-until-it-fits",
            write -> write.body().length > 700 ? Answer.status(413) : Answer.STORE,
            0));
  }

  @ParameterizedTest
  @MethodSource("passingFaults")
  void storesEverythingDespite(Fault fault) throws Exception {
    try (var proxy = new FaultProxy(store.baseUrl(), fault.script())) {
      RunResult result = EmbeddedRun.of(settings(proxy, fault.name()));
      assertThat(result.samplesAcked()).isEqualTo(amplified());
      assertThat(result.samplesDeadLettered()).isZero();
      assertThat(result.samplesPending()).isZero();
      assertThat(result.retries()).isGreaterThanOrEqualTo(fault.fewestRetries());
      assertStored(fault.name(), TRAFFIC.amplified(M, 1, Map.of("run", fault.name())));
    }
  }

  @Test
  void waitsAsLongAsTheServerAsks() throws Exception {
    try (var proxy =
        new FaultProxy(
            store.baseUrl(),
            write -> write.number() == 1 ? Answer.retryAfter(429, "7") : Answer.STORE)) {
      var settings = settings(proxy, "retry-after");
      settings.addAll(List.of("write.in-flight=1", "write.retry.max=1s"));
      EmbeddedRun.of(settings);
      Duration waited =
          Duration.ofNanos(proxy.writtenAtNanos().get(1) - proxy.writtenAtNanos().get(0));
      assertThat(waited).isGreaterThanOrEqualTo(Duration.ofSeconds(7));
      Duration most = Patience.ofSeconds(30);
      MeasuredBound.check(() -> assertThat(waited).isLessThan(most));
    }
  }

  @Test
  void deadLettersTheOffendingSamplesAndStoresTheRest() throws Exception {
    try (var proxy =
        new FaultProxy(
            store.baseUrl(),
            write -> write.mentions("host_17") ? Answer.status(400) : Answer.STORE)) {
      RunResult result = EmbeddedRun.of(settings(proxy, "mixed"));
      Set<StoredSample> expected = TRAFFIC.amplified(M, 1, Map.of("run", "mixed"));
      Set<StoredSample> offending =
          expected.stream()
              .filter(sample -> sample.series().contains("host_17"))
              .collect(Collectors.toSet());
      assertThat(offending).hasSize(20 * M);
      assertThat(result.samplesDeadLettered()).isEqualTo(offending.size());
      assertThat(result.samplesAcked()).isEqualTo(amplified() - offending.size());
      expected.removeAll(offending);
      assertStored("mixed", expected);

      List<JsonNode> letters = DeadLetterFolder.read(folder.resolve("dead"));
      assertThat(letters).hasSize(offending.size());
      assertThat(letters)
          .allSatisfy(
              letter -> {
                assertThat(letter.get("reason").asText()).isEqualTo("rejected-http-400");
                assertThat(letter.get("series").asText()).contains("instance=\"host_17\"");
              });
      assertThat(letters.stream().map(letter -> letter.get("timestamp").asLong()))
          .containsExactlyInAnyOrderElementsOf(
              offending.stream().map(StoredSample::timestampMillis).toList());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 302})
  void endsAtOnceAndDeadLettersNothingWhenNoRestartCanHelp(int status) throws Exception {
    try (var proxy = new FaultProxy(store.baseUrl(), write -> Answer.status(status))) {
      long began = System.nanoTime();
      assertThatThrownBy(() -> EmbeddedRun.of(settings(proxy, "fatal-" + status)))
          .hasMessageContaining("HTTP " + status);
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      assertThat(proxy.writtenAtNanos().size()).as("no restart loop").isLessThanOrEqualTo(4);
      assertThat(folder.resolve("dead")).doesNotExist();
      Duration most = Patience.ofSeconds(60);
      MeasuredBound.check(() -> assertThat(took).isLessThan(most));
    }
  }

  private ArrayList<String> settings(FaultProxy proxy, String run) throws IOException {
    Path input =
        Files.write(folder.resolve("input.lp"), TRAFFIC.influx(TRAFFIC.points().size()).get(0));
    return new ArrayList<>(
        List.of(
            "source.type=file",
            "source.file.path=" + input,
            "source.file.format=influx",
            "amplify.m=" + M,
            "target.urls=[" + proxy.url() + "]",
            "target.extra-labels={run: " + run + "}",
            "write.batch-samples=150",
            "write.in-flight=4",
            "write.retry.initial=20ms",
            "write.retry.max=200ms",
            "dead-letter.path=" + folder.resolve("dead"),
            "parallelism=2"));
  }

  private static long amplified() {
    return (long) TRAFFIC.points().size() * M;
  }

  private static void assertStored(String run, Set<StoredSample> expected) {
    store.awaitExactly("{run=\"" + run + "\"}", expected);
  }
}
