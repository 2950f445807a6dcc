package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.console.Exit;
import io.tidemark.process.Patience;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The safe rate of a real database through its restart and a merge, and a hook that fails. */
@Tag("slow")
@Tag("guards:job/verdict/src/main/java/io/tidemark/slo")
@Tag("guards:job/ceiling/src/main/java/io/tidemark/search/SafeRamp.java")
@Tag("guards:job/ceiling/src/main/java/io/tidemark/search/worst")
@EnabledIfSystemProperty(
    named = "tidemark.safe-rate",
    matches = "true",
    disabledReason =
        "a search with three events takes a quarter of an hour; to try: -Dtidemark.safe-rate=true")
class WorstIT {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /**
   * Half of a hold may be late, which a restart of a second or two is well within. One request in
   * flight, and a small one, is what stops it: near the limit of a busy host's cores no window of
   * its rates is valid.
   */
  private int ceiling(String... more) {
    var arguments =
        List.of(
            "ceiling",
            "--json",
            "--slo",
            "p50<1s",
            "--hold",
            "10s",
            "--max-duration",
            Patience.ofMinutes(20).toSeconds() + "s",
            "--set",
            "source.datagen.series=1000",
            "--set",
            "write.in-flight=1",
            "--set",
            "write.batch-samples=100",
            "--set",
            "parallelism=1");
    return Main.execute(
        new PrintWriter(out),
        new PrintWriter(err),
        Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new));
  }

  @Test
  void findsWhatIsSafeThroughRealEvents() throws Exception {
    Path undone = folder.resolve("undone");

    int code =
        ceiling(
            "--worst",
            "restart,merge,broken",
            "--hook",
            "broken=echo no such node; exit 3",
            "--undo",
            "broken=touch '" + undone + "'",
            "--yes");

    assertThat(code).as(err::toString).isEqualTo(Exit.FAILED.code());
    assertThat(err.toString()).contains("for broken `echo no such node; exit 3`, then `touch ");
    JsonNode result = new ObjectMapper().readTree(out.toString());
    JsonNode events = result.at("/worst/events");
    double safe = result.at("/safeRate/samplesPerSecond").asDouble();
    assertThat(List.of(events.get(0), events.get(1)))
        .as(err::toString)
        .allSatisfy(
            event -> {
              assertThat(event.at("/rate/holds").asInt()).isGreaterThanOrEqualTo(2);
              assertThat(event.at("/rate/samplesPerSecond").asDouble()).isBetween(safe / 64, safe);
            });
    assertThat(
            StreamSupport.stream(result.get("steps").spliterator(), false)
                .filter(step -> step.path("note").asText().endsWith("with restart")))
        .isNotEmpty()
        .allMatch(step -> step.at("/window/database/restarted").asBoolean());
    assertThat(events.get(2).get("problem").asText())
        .isEqualTo(
            "broken could not be made: `echo no such node; exit 3` ended with exit code 3: no such node");
    assertThat(result.get("sentence").asText())
        .startsWith("It is not known which rate is safe through the event broken.");
    assertThat(undone).exists();
  }
}
