package io.tidemark.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One of {@code deploy/grafana}, as Grafana would import it. */
record Dashboard(String file, JsonNode json) {
  /** One query of a panel, with Grafana's variables in it. */
  record Query(String panel, String expression) {}

  static final Path FOLDER = Repository.root().resolve("deploy/grafana");

  static List<Dashboard> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(Dashboard::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Dashboard read(Path file) {
    try {
      return new Dashboard(
          file.getFileName().toString(), new ObjectMapper().readTree(file.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those that show something; a row only groups others. */
  List<JsonNode> panels() {
    var panels = new ArrayList<JsonNode>();
    json.get("panels").forEach(panels::add);
    panels.removeIf(panel -> panel.get("type").asText().equals("row"));
    return panels;
  }

  List<Query> queries() {
    var queries = new ArrayList<Query>();
    for (JsonNode panel : panels()) {
      String title = file + ": " + panel.get("title").asText();
      panel
          .get("targets")
          .forEach(target -> queries.add(new Query(title, target.get("expr").asText())));
    }
    return queries;
  }
}
