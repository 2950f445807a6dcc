package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.console.Exit;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Loads that rise at the source's pace, into a database that takes 50 requests a second, which is
 * 25,000 samples/s in batches of 500.
 */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/ceiling")
class RampIT {
  private static final double CEILING = 25_000;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private SimulatedDatabase database;

  @BeforeEach
  void start() throws IOException {
    database = SimulatedDatabase.start(Behaviour.ofSlots(1, Duration.ofMillis(20)));
  }

  @AfterEach
  void end() {
    database.close();
  }

  /** 1,500 source samples a second are 18,000 at M = 12, and 30,000 at M = 20. */
  @EnabledIfSystemProperty(
      named = "tidemark.ground-truth",
      matches = "all",
      disabledReason = "the ramp by M takes 80 s: -Dtidemark.ground-truth=all")
  @Test
  void raisesMUntilItIsNoLongerWritten() throws IOException {
    JsonNode result = ramp(120, "--by", "m", "--set", "source.datagen.rate=1500");

    List<JsonNode> rows = rows(result);
    // Which loads it tries follows from which of them it found to be written.
    MeasuredBound.check(
        () ->
            assertThat(rows.stream().map(row -> row.get("m").asInt()))
                .as(err::toString)
                .startsWith(1, 2, 4, 6, 12, 20));
    for (JsonNode row : rows) {
      int m = row.get("m").asInt();
      double expected = 60 * 1_500 * m;
      double actual = Math.min(expected, 60 * CEILING);
      assertThat(row.get("expectedPerMinute").asDouble()).isEqualTo(expected);
      // A batch more or less falls into a step of seconds.
      MeasuredBound.check(
          () ->
              assertThat(row.get("actualPerMinute").asDouble())
                  .isBetween(0.9 * actual, 1.1 * actual));
      assertThat(row.get("efficiency").asDouble())
          .isCloseTo(row.get("actualPerMinute").asDouble() / expected, within(1e-9));
      MeasuredBound.check(
          () -> assertThat(row.get("sustained").asBoolean()).as("M = " + m).isEqualTo(m <= 12));
    }
    MeasuredBound.check(() -> assertThat(result.get("cause").asText()).isEqualTo("TSDB_SLOTS"));
  }

  @Test
  void findsTheHighestRateBetweenTwoDoublings() throws IOException {
    JsonNode result = ramp(60, "--by", "rate");

    double sustained =
        rows(result).stream()
            .filter(row -> row.get("sustained").asBoolean())
            .mapToDouble(row -> row.get("expectedPerMinute").asDouble() / 60)
            .max()
            .orElse(0);
    MeasuredBound.check(
        () -> {
          assertThat(sustained).as(err::toString).isBetween(20_000.0, 1.02 * CEILING);
          assertThat(result.get("ceilingSamplesPerSecond").asDouble())
              .isBetween(0.9 * CEILING, 1.05 * CEILING);
        });
  }

  @Test
  void triesBatchesAtEqualSamplesInFlight() throws IOException {
    database.become(Behaviour.ofSlots(16, Duration.ofMillis(20)));

    JsonNode result = ramp(60, "--by", "batch");

    List<JsonNode> steps =
        StreamSupport.stream(result.get("steps").spliterator(), false)
            .filter(step -> step.get("phase").asText().equals("batch"))
            .toList();
    assertThat(steps).as(err::toString).hasSizeGreaterThanOrEqualTo(4);
    for (JsonNode step : steps) {
      JsonNode load = step.at("/window/load");
      assertThat(load.get("batchSamples").asInt() * load.get("inFlight").asInt())
          .isEqualTo(160_000);
      assertThat(step.at("/window/throughput/smoothness").isNumber()).isTrue();
    }
    assertThat(rows(result)).isEmpty();
  }

  private JsonNode ramp(int usualSeconds, String... options) throws IOException {
    String most = Patience.ofSeconds(usualSeconds).toSeconds() + "s";
    var arguments = new ArrayList<>(List.of("ceiling", "--yes", "--json", "--max-duration", most));
    arguments.addAll(List.of("--set", "target.urls=[" + database.url() + "]"));
    arguments.addAll(List.of("--set", "write.batch-samples=500", "--set", "parallelism=1"));
    arguments.addAll(List.of(options));
    int exitCode =
        Main.execute(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
    assertThat(exitCode).as(err::toString).isIn(Exit.DONE.code(), Exit.INCONCLUSIVE.code());
    return new ObjectMapper().readTree(out.toString());
  }

  private static List<JsonNode> rows(JsonNode result) {
    return StreamSupport.stream(result.get("amplification").spliterator(), false).toList();
  }
}
