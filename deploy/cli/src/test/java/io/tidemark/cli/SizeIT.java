package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.MeasuredBound;
import io.tidemark.size.Demand;
import io.tidemark.size.Observed;
import io.tidemark.size.ReportLoads;
import io.tidemark.size.SizeResult;
import io.tidemark.size.Sizing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two small runs into a real VictoriaMetrics say what a third one, four times as large, will use.
 * {@code -Dtidemark.size.tries=10} repeats it; {@code -Dtidemark.size.runs=DIR} keeps the reports
 * there, and takes those that are there already.
 */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/size")
class SizeIT {
  private static final int TRIES = Integer.getInteger("tidemark.size.tries", 1);
  private static final int SERIES = 5_000;
  private static final double INTERVAL_SECONDS = 0.4;
  private static final double SECONDS_A_MINUTE = 60;

  @TempDir private Path temporary;

  @Test
  void twoSmallRunsHoldWhatALargeOneUses() throws IOException {
    String kept = System.getProperty("tidemark.size.runs");
    Path folder = kept == null ? temporary : Path.of(kept);
    var inside = new TreeMap<String, Integer>();
    for (int attempt = 1; attempt <= TRIES; attempt++) {
      Path runs = folder.resolve("" + attempt);
      List<Observed> small =
          List.of(load(runs.resolve("a"), SERIES), load(runs.resolve("b"), 4 * SERIES));
      Observed large = load(runs.resolve("c"), 16 * SERIES);

      SizeResult result = Sizing.of(asked(large), small, null);

      Map<String, Double> measured =
          Map.of(
              "CPU",
              large.cpuSeconds() / large.seconds(),
              "memory",
              large.residentBytes(),
              "disk",
              large.diskBytes(),
              "network",
              large.sentBytes() / large.seconds());
      for (SizeResult.Resource each : result.resources()) {
        double used = measured.get(each.name());
        boolean held = each.low() <= used && used <= each.high();
        inside.merge(each.name(), held ? 1 : 0, Integer::sum);
        System.out.printf(
            "try %d: %s used %.3g, predicted %.3g (%.3g to %.3g)%s%n",
            attempt,
            each.name(),
            used,
            each.value(),
            each.low(),
            each.high(),
            held ? "" : ": OUTSIDE");
      }
    }
    System.out.println("of %d inside: %s".formatted(TRIES, inside));
    assertThat(inside).hasSize(4);
    MeasuredBound.check(
        () -> assertThat(inside.values()).allMatch(count -> count >= TRIES - TRIES / 10));
  }

  /** What the large run was, of which each series is new once. */
  private static Demand asked(Observed run) {
    return new Demand(
        run.series(),
        run.series() * run.seconds() / run.samples(),
        run.seconds(),
        run.newSeries() / run.series() * SECONDS_A_MINUTE / run.seconds(),
        1,
        0,
        null,
        false);
  }

  private static Observed load(Path folder, int series) throws IOException {
    Path report = folder.resolve("run.json");
    if (!Files.exists(report)) {
      Executed.of(
              "run",
              "-q",
              "--duration",
              "30s",
              "--out",
              folder.toString(),
              "--set",
              "source.datagen.series=" + series,
              "--set",
              "source.datagen.rate=" + Math.round(series / INTERVAL_SECONDS))
          .assertCode(0);
    }
    JsonNode json = new ObjectMapper().readTree(report.toFile());
    return ReportLoads.of(folder.toString(), json, "A").get(0);
  }
}
