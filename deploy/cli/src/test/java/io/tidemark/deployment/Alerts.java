package io.tidemark.deployment;

import static io.tidemark.deployment.Chart.map;
import static io.tidemark.deployment.Chart.maps;

import io.tidemark.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/** The rules of {@code deploy/alerts}. */
final class Alerts {
  static final Path FILE = Repository.root().resolve("deploy/alerts/tidemark.yaml");

  private Alerts() {}

  /**
   * @param expression on one line
   */
  record Alert(String name, String expression, String severity, Map<String, Object> annotations) {}

  static List<Alert> all() {
    try {
      Map<String, Object> file = new Yaml().load(Files.readString(FILE));
      return maps(file.get("groups")).stream()
          .flatMap(group -> maps(group.get("rules")).stream())
          .map(
              rule ->
                  new Alert(
                      rule.get("alert").toString(),
                      rule.get("expr").toString(),
                      map(rule.get("labels")).get("severity").toString(),
                      map(rule.get("annotations"))))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
