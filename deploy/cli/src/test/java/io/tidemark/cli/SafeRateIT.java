package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.console.Exit;
import io.tidemark.process.Patience;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A VictoriaMetrics of its own, held at rates of an open loop. */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/verdict/src/main/java/io/tidemark/slo")
@Tag("guards:job/ceiling/src/main/java/io/tidemark/search/SafeRamp.java")
@EnabledIfSystemProperty(
    named = "tidemark.safe-rate",
    matches = "true",
    disabledReason =
        "two searches of a new database differ by more than the test allows (14 %); to try: -Dtidemark.safe-rate=true")
class SafeRateIT {
  private static JsonNode find() throws Exception {
    return Executed.of(
            "ceiling",
            "--json",
            "--slo",
            "p99<500ms,errors=0",
            "--hold",
            "10s",
            "--max-duration",
            Patience.ofMinutes(8).toSeconds() + "s",
            "--set",
            "source.datagen.series=10000")
        .assertCode(Exit.DONE.code(), Exit.INCONCLUSIVE.code())
        .json();
  }

  @Test
  void findsTheSameRateTwice() throws Exception {
    JsonNode first = find().path("safeRate");
    JsonNode second = find().path("safeRate");

    assertThat(List.of(first, second))
        .allSatisfy(rate -> assertThat(rate.path("holds").asInt()).isGreaterThanOrEqualTo(2));
    double ratio =
        second.path("samplesPerSecond").asDouble() / first.path("samplesPerSecond").asDouble();
    assertThat(ratio).as("%s, then %s", first, second).isBetween(0.9, 1.1);
  }
}
