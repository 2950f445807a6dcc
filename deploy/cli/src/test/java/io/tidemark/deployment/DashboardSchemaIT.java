package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The dashboards against Grafana's own schema, which it publishes as TypeScript: names that it does
 * not know and values that it does not have are errors of the compiler.
 */
@EnabledIfEnvironmentVariable(
    named = DashboardSchemaIT.SCHEMA,
    matches = ".+",
    disabledReason = "no folder with @grafana/schema was named: " + DashboardSchemaIT.SCHEMA)
class DashboardSchemaIT {
  /** Fields of an annotation that are the data source's, not Grafana's. */
  private static final List<String> OF_PROMETHEUS =
      List.of("expr", "step", "titleFormat", "textFormat", "useValueForTime");

  /** A folder in which npm has installed {@code @grafana/schema} and {@code typescript}. */
  static final String SCHEMA = "TIDEMARK_TEST_GRAFANA_SCHEMA";

  private static final String PANELS = "@grafana/schema/dist/esm/raw/composable/";

  /** The kinds of panels that the dashboards have; one that is not here does not compile. */
  private static final Map<String, String> KINDS =
      Map.of(
          "gauge", "Gauge",
          "stat", "Stat",
          "state-timeline", "StateTimeline",
          "table", "Table",
          "timeseries", "TimeSeries");

  /** What JSON has in place of TypeScript's enums; what may be left out has a default. */
  private static final String AS_JSON =
      """
      type Json<T> = T extends string ? `${T}`
        : T extends number ? (`${T}` extends `${infer N extends number}` ? N : never)
        : T extends (infer E)[] ? Json<E>[]
        : T extends object ? {[K in keyof T]?: Json<T[K]>}
        : T;
      """;

  @TempDir private Path folder;

  static Stream<Dashboard> dashboards() {
    return Dashboard.all().stream();
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void grafanaKnowsAllThatADashboardHas(Dashboard dashboard) throws Exception {
    assertThat(errors(program(dashboard))).isEmpty();
  }

  /** One in each part, for of a part the compiler says the first. */
  @Test
  void whatGrafanaDoesNotKnowIsFound() throws Exception {
    Dashboard dashboard = Dashboard.all().get(0);
    String wrong =
        program(dashboard)
            .replaceFirst("\"schemaVersion\"", "\"schemaVersoin\"")
            .replaceFirst("\"gridPos\"", "\"gridPso\"")
            .replaceFirst("\"textMode\"", "\"textMdoe\"")
            .replaceFirst("\"displayMode\":\"list\"", "\"displayMode\":\"lost\"");

    assertThat(errors(wrong)).contains("schemaVersoin", "gridPso", "textMdoe", "\"lost\"");
  }

  private String errors(String program) throws IOException, InterruptedException {
    Path schema = Path.of(System.getenv(SCHEMA));
    Path modules = folder.resolve("node_modules");
    if (Files.notExists(modules)) {
      Files.createSymbolicLink(modules, schema.resolve("node_modules"));
    }
    Files.writeString(folder.resolve("dashboard.ts"), program);
    Process compiler =
        new ProcessBuilder(
                "node",
                schema.resolve("node_modules/typescript/bin/tsc").toString(),
                "--noEmit",
                "--strict",
                "--skipLibCheck",
                "--module",
                "esnext",
                "--moduleResolution",
                "node",
                "dashboard.ts")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String output =
        new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(compiler.waitFor() == 0).as(output).isEqualTo(output.isEmpty());
    return output;
  }

  /** Each part by its type: in a union of types the compiler would not find what is too much. */
  private static String program(Dashboard dashboard) {
    var program = new StringBuilder("import type * as schema from '@grafana/schema';\n");
    for (String type : types(dashboard)) {
      String kind = KINDS.get(type);
      program.append(
          "import type * as %s from '%s%s/panelcfg/x/%sPanelCfg_types.gen';\n"
              .formatted(kind, PANELS, type.replace("-", ""), kind));
    }
    program.append(AS_JSON);
    ObjectNode whole = dashboard.json().deepCopy();
    whole.remove("panels");
    for (JsonNode annotation : whole.at("/annotations/list")) {
      ((ObjectNode) annotation).remove(OF_PROMETHEUS);
    }
    declare(program, "schema.Dashboard", whole);
    for (JsonNode each : dashboard.json().get("panels")) {
      ObjectNode panel = each.deepCopy();
      if (panel.get("type").asText().equals("row")) {
        declare(program, "schema.RowPanel", panel);
        continue;
      }
      String kind = KINDS.get(panel.get("type").asText());
      declare(program, kind + ".Options", panel.remove("options"));
      JsonNode custom = ((ObjectNode) panel.at("/fieldConfig/defaults")).remove("custom");
      if (custom != null) {
        declare(program, kind + ".FieldConfig", custom);
      }
      declare(program, "schema.Panel", panel);
    }
    return program.toString();
  }

  private static Set<String> types(Dashboard dashboard) {
    var types = new TreeSet<String>();
    dashboard.panels().forEach(panel -> types.add(panel.get("type").asText()));
    return types;
  }

  private static void declare(StringBuilder program, String type, JsonNode value) {
    program.append("{ const part: Json<%s> = %s; }\n".formatted(type, value));
  }
}
