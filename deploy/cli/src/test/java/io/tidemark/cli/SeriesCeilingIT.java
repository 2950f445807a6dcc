package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.console.Exit;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many series a real VictoriaMetrics carries whose memory is small. */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/ceiling")
class SeriesCeilingIT {
  /**
   * Its cache of series then has room for some hundred thousand, of the order of 200 bytes each.
   */
  private static final String SMALL = "-memory.allowedBytes=40MB";

  /** An older one may have registered them all before the first step. */
  private static final String CURRENT_OR_ANY =
      Optional.ofNullable(System.getenv("TIDEMARK_TEST_VICTORIA_METRICS_CURRENT")).orElse("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void findsHowManySeriesItsMemoryIsEnoughFor() throws IOException {
    try (var database =
        Patience.started(
            "VictoriaMetrics",
            () ->
                OwnedVictoriaMetrics.start(
                    new Settings(OptionalInt.empty(), "", List.of(SMALL))))) {
      JsonNode result =
          search("series", database, "source.datagen.series=400000", "source.datagen.rate=100000");

      JsonNode curve = result.get("series");
      MeasuredBound.check(
          () -> {
            assertThat(result.get("cause").asText()).as(err::toString).isEqualTo("TSDB_MEMORY");
            assertThat(curve.get("carried").asLong()).isBetween(20_000L, 350_000L);
          });
      assertThat(curve.get("tooMany").asLong()).isGreaterThan(curve.get("carried").asLong());
      assertThat(curve.get("rows")).hasSizeGreaterThan(4);
      assertThat(result.get("sentence").asText()).contains("active series at 100 k samples/s");
    }
  }

  /**
   * A default search that is still registering its series sees no known series that is in no cache.
   * What its caches have no room for then are blocks of the index.
   */
  @Test
  void aSearchWhoseSeriesAreStillRegisteredNamesTheMemory() throws IOException {
    try (var database =
        Patience.started(
            "VictoriaMetrics",
            () ->
                OwnedVictoriaMetrics.start(
                    new Settings(OptionalInt.empty(), "", List.of(SMALL), CURRENT_OR_ANY)))) {
      JsonNode result =
          search("in-flight", database, "source.datagen.series=400000", "amplify.m=1");

      MeasuredBound.check(
          () ->
              assertThat(result.get("cause").asText()).as(err::toString).isEqualTo("TSDB_MEMORY"));
    }
  }

  private JsonNode search(String by, OwnedVictoriaMetrics database, String... settings)
      throws IOException {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("ceiling", "--yes", "--json", "--by", by));
    arguments.addAll(List.of("--max-duration", Patience.ofSeconds(180).toSeconds() + "s"));
    arguments.addAll(List.of("--set", "target.urls=[" + database.url() + "]"));
    for (String setting : settings) {
      arguments.addAll(List.of("--set", setting));
    }
    int exitCode =
        Main.execute(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
    assertThat(exitCode).as(err::toString).isIn(Exit.DONE.code(), Exit.INCONCLUSIVE.code());
    return new ObjectMapper().readTree(out.toString());
  }
}
