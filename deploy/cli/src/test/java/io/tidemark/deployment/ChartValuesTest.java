package io.tidemark.deployment;

import static io.tidemark.deployment.Chart.map;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The chart's values, their schema and the page about them say the same. */
class ChartValuesTest {
  /** What is below them is Tidemark's, Flink's or Kubernetes' own. */
  private static final Set<String> OF_OTHERS =
      Set.of("config", "flinkConfiguration", "podSecurityContext");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| (.*?) \\| .+ \\|$");

  private static final Map<String, String> VALUES = values();

  /** By path, each with its default as JSON. */
  private static Map<String, String> values() {
    try {
      Map<String, Object> file =
          new Yaml().load(Files.readString(Chart.FOLDER.resolve("values.yaml")));
      var found = new TreeMap<String, String>();
      collect("", file, found);
      return found;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void collect(String path, Object node, Map<String, String> found)
      throws IOException {
    boolean branch =
        node instanceof Map<?, ?> children
            && !children.isEmpty()
            && !OF_OTHERS.contains(path)
            && !path.endsWith("abels");
    if (!branch) {
      found.put(
          path,
          OF_OTHERS.contains(path) ? "values.yaml" : new ObjectMapper().writeValueAsString(node));
      return;
    }
    for (Map.Entry<String, Object> each : map(node).entrySet()) {
      collect(path.isEmpty() ? each.getKey() : path + "." + each.getKey(), each.getValue(), found);
    }
  }

  @Test
  void theSchemaKnowsTheValuesAndNoOthers() throws IOException {
    JsonNode schema =
        new ObjectMapper().readTree(Chart.FOLDER.resolve("values.schema.json").toFile());
    var known = new TreeSet<String>();
    collect("", schema, schema, known);
    known.remove("global");
    assertThat(known).isEqualTo(VALUES.keySet());
  }

  private static void collect(String path, JsonNode of, JsonNode schema, Set<String> known) {
    JsonNode node = of.has("$ref") ? schema.at(of.get("$ref").asText().substring(1)) : of;
    if (OF_OTHERS.contains(path) || !node.has("properties")) {
      known.add(path);
      return;
    }
    node.get("properties")
        .properties()
        .forEach(
            each ->
                collect(
                    path.isEmpty() ? each.getKey() : path + "." + each.getKey(),
                    each.getValue(),
                    schema,
                    known));
  }

  @Test
  void thePageNamesEveryValueWithItsDefault() throws IOException {
    String page = Files.readString(Chart.FOLDER.resolve("README.md"));
    Map<String, String> rows =
        ROW.matcher(page)
            .results()
            .collect(
                Collectors.toMap(
                    row -> row.group(1), row -> row.group(2).replace("`", ""), (a, b) -> a + b));
    Map<String, String> expected = new TreeMap<>(VALUES);
    assertThat(new TreeMap<>(rows)).isEqualTo(expected);
  }
}
