package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
          cpu{tidemark_run="ab-20261122-035500_k7q2x-01-a"} 4
          cpu{tidemark_run="tidemark-20261122-035500",host="a"} 5
          cpu{tidemark_run="tidemark-20261122-035500",host="b"} 6
          cpu{run="mine"} 7
          cpu{tidemark_run="tidemark-mine"} 8
          """);
      awaitSeries(store, 8);

      assertThat(execute(store, "clean", "--run", "tidemark-20261122-035500", "--dry-run"))
          .as(err.toString())
          .isZero();
      assertThat(out.toString().lines())
          .containsExactly(
              "run=tidemark-20261122-035500, 1 series",
              "tidemark_run=tidemark-20261122-035500, 2 series",
              "nothing was deleted");
      assertThat(execute(store, "clean")).as(err.toString()).isZero();
      assertThat(out.toString().lines())
          .containsExactlyInAnyOrder(
              "run=tidemark-20261122-035500, 1 series",
              "run=tidemark-20261122-035501, 1 series",
              "tidemark_run=tidemark-20261122-035500, 2 series",
              "tidemark_run=ab-20261122-035500-01-a, 1 series",
              "tidemark_run=ab-20261122-035500_k7q2x-01-a, 1 series",
              "nothing was deleted; --run NAME deletes a run");
      awaitSeries(store, 8);
      assertThat(execute(store, "clean", "--json")).as(err.toString()).isZero();
      JsonNode listed = new ObjectMapper().readTree(out.toString());
      assertThat(listed.get("deleted").asBoolean()).isFalse();
      assertThat(listed.get("labels")).hasSize(5);
      assertThat(listed.at("/labels/0/series").asLong()).isEqualTo(1);

      assertThat(clean(store, "tidemark-20261122-035500")).as(err.toString()).isZero();
      assertThat(out.toString())
          .contains("deleted run=tidemark-20261122-035500, tidemark_run=tidemark-20261122-035500");
      assertThat(clean(store, "ab-20261122-035500")).as(err.toString()).isZero();
      assertThat(out.toString()).contains("deleted tidemark_run=ab-20261122-035500-01-a");
      assertThat(clean(store, "ab-20261122-035500")).isZero();
      assertThat(out.toString()).contains("nothing of ab-20261122-035500 is in");

      assertThat(store.export("{run=\"tidemark-20261122-035500\"}")).isEmpty();
      assertThat(store.runLabels("cpu"))
          .containsExactlyInAnyOrder("", "ab-20261122-035500_k7q2x-01-a", "tidemark-mine");
      assertThat(store.export("{run=\"tidemark-20261122-035501\"}")).isNotEmpty();
      assertThat(store.export("{run=\"mine\"}")).isNotEmpty();
    }
  }

  /** With a label of the user's own, which does not stand in the way. */
  @Test
  void deletesWhatARunSaysItHasWritten() throws Exception {
    try (var store = VictoriaMetricsContainer.start()) {
      int ran =
          execute(
              store,
              "run",
              "--yes",
              "--json",
              "--set=source.datagen.samples=3000",
              "--set=source.datagen.series=300",
              "--set=source.datagen.start=2026-01-01T00:00:00Z",
              "--set=target.extra-labels={run: try-1}",
              "--set=parallelism=1");
      assertThat(ran).as(err.toString()).isZero();
      String label = new ObjectMapper().readTree(out.toString()).get("runLabel").asText();
      awaitSeries(store, 300);
      assertThat(store.runLabels("{run=\"try-1\"}")).containsExactly(label);

      assertThat(clean(store, label)).as(err.toString()).isZero();

      assertThat(out.toString()).contains("deleted tidemark_run=" + label);
      awaitSeries(store, 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void deletesTheRowsThatARunSaysItHasWritten(String type) throws Exception {
    Tsdb kind = Tsdb.byType(type, CleanIT.class.getClassLoader());
    try (OwnedDatabase database =
        Patience.started(type, () -> kind.starter().orElseThrow().start(Settings.DEFAULT))) {
      TargetConfig target = database.target(TargetConfig.of(type));
      int ran =
          execute(
              target,
              "run",
              "--json",
              "--yes",
              "--set=source.datagen.samples=3000",
              "--set=source.datagen.series=300",
              "--set=parallelism=1");
      assertThat(ran).as(err.toString()).isZero();
      String label = new ObjectMapper().readTree(out.toString()).get("runLabel").asText();

      assertThat(execute(target, "clean")).as(err.toString()).isZero();
      assertThat(out.toString().lines())
          .containsExactly(
              "tidemark_run=%s, 300 series".formatted(label),
              "nothing was deleted; --run NAME deletes a run");
      assertThat(execute(target, "clean", "--run", label)).as("nobody said yes").isEqualTo(2);
      assertThat(execute(target, "clean", "--yes", "--run", label)).as(err.toString()).isZero();
      assertThat(out.toString()).contains("deleted tidemark_run=" + label);
      assertThat(execute(target, "clean")).isZero();
      assertThat(out.toString()).contains("nothing of any run is in " + database.url());
    }
  }

  private static void awaitSeries(VictoriaMetricsContainer store, int count) {
    Patience.untilAsserted(
        READABLE_WITHIN,
        () -> {
          var series = new HashSet<String>();
          store.export(
              "{__name__!=\"\",tidemark_run=~\".*\"}", sample -> series.add(sample.series()));
          assertThat(series).as("series that are there").hasSize(count);
        });
  }

  private int clean(VictoriaMetricsContainer store, String run) {
    return execute(store, "clean", "--yes", "--run", run);
  }

  private int execute(VictoriaMetricsContainer store, String... arguments) {
    return execute(
        TargetConfig.of("victoriametrics", URI.create(store.baseUrl().toString())), arguments);
  }

  private int execute(TargetConfig target, String... arguments) {
    out.getBuffer().setLength(0);
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--set", "target.urls=[" + target.urls().get(0) + "]"));
    all.addAll(List.of("--set", "target.type=" + target.type()));
    if (!target.auth().username().isEmpty()) {
      all.addAll(List.of("--set", "target.auth.username=" + target.auth().username()));
    }
    target.options().forEach((name, value) -> all.add("--set=target." + name + "=" + value));
    return Main.execute(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
  }
}
