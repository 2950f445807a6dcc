package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run wrote into a real database goes, and nothing else does. */
class CleanIT {
  private static final Duration READABLE_WITHIN = Duration.ofSeconds(15);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void deletesTheSeriesOfTheRunAndNoOthers() throws Exception {
    try (var store = VictoriaMetricsContainer.start()) {
      store.importPrometheus(
          """
          cpu{run="tidemark-20261122-035500"} 1
          cpu{run="tidemark-20261122-035501"} 2
          cpu{tidemark_run="ab-20261122-035500-01-a"} 3
          cpu{run="mine"} 4
          """);
      Patience.untilAsserted(
          READABLE_WITHIN,
          () -> assertThat(store.export("cpu")).as("all that was written").hasSize(4));

      assertThat(clean(store, "tidemark-20261122-035500")).as(err.toString()).isZero();
      assertThat(out.toString()).contains("deleted run=tidemark-20261122-035500");
      assertThat(clean(store, "ab-20261122-035500")).as(err.toString()).isZero();
      assertThat(out.toString()).contains("deleted tidemark_run=ab-20261122-035500-01-a");
      assertThat(clean(store, "ab-20261122-035500")).isZero();
      assertThat(out.toString()).contains("nothing of ab-20261122-035500 is in");

      assertThat(store.export("{run=\"tidemark-20261122-035500\"}")).isEmpty();
      assertThat(store.export("{tidemark_run!=\"\"}")).isEmpty();
      assertThat(store.export("{run=\"tidemark-20261122-035501\"}")).isNotEmpty();
      assertThat(store.export("{run=\"mine\"}")).isNotEmpty();
    }
  }

  private int clean(VictoriaMetricsContainer store, String run) {
    out.getBuffer().setLength(0);
    return execute(store, "clean", "--yes", "--run", run);
  }

  private int execute(VictoriaMetricsContainer store, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--set", "target.urls=[" + store.baseUrl() + "]"));
    return Main.execute(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
  }
}
