package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/** The chart of {@code deploy/helm}, rendered by Helm's own code. */
final class Chart {
  static final Path FOLDER = Repository.root().resolve("deploy/helm/tidemark");

  private Chart() {}

  static TemplateCommand template() {
    return template(FOLDER);
  }

  /** Without a cluster, Helm takes one of an age that depends on its own build. */
  private static TemplateCommand template(Path folder) {
    return new Helm(folder).template().withKubeVersion("1.34.1-gke.1");
  }

  /** With the database and the yes that a job takes. */
  static TemplateCommand withDatabase() {
    return withDatabase(FOLDER);
  }

  /**
   * @param folder of a copy
   */
  static TemplateCommand withDatabase(Path folder) {
    return template(folder)
        .set("config.target.urls[0]", "http://database:8428")
        .set("config.target.accept-load", "true");
  }

  /** What {@code Chart.yaml} says. */
  static Object about(String key) throws IOException {
    return map(new Yaml().load(Files.readString(FOLDER.resolve("Chart.yaml")))).get(key);
  }

  /** As the release {@code tidemark} in the namespace {@code load}; by kind and name. */
  static Map<String, Map<String, Object>> rendered(TemplateCommand template) {
    return rendered(template, "tidemark");
  }

  static Map<String, Map<String, Object>> rendered(TemplateCommand template, String release) {
    return resources(template.withName(release).withNamespace("load").call());
  }

  /**
   * By kind and name.
   *
   * @throws org.yaml.snakeyaml.error.YAMLException if a key stands twice
   */
  static Map<String, Map<String, Object>> resources(String text) {
    var strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    var resources = new TreeMap<String, Map<String, Object>>();
    for (Object document : new Yaml(strict).loadAll(text)) {
      if (document != null) {
        Map<String, Object> resource = map(document);
        String key = resource.get("kind") + "/" + at(resource, "metadata", "name");
        assertThat(resources.put(key, resource)).as(key).isNull();
      }
    }
    return resources;
  }

  /** A Flink's template of pods. */
  static Map<String, Object> pods(Map<String, Object> flinkDeployment) {
    return map(at(flinkDeployment, "spec", "podTemplate"));
  }

  /** Null if there is none. */
  static Object at(Object node, Object... path) {
    Object found = node;
    for (Object step : path) {
      found =
          step instanceof Integer index
              ? ((List<?>) found).get(index)
              : found == null ? null : map(found).get(step);
    }
    return found;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Object node) {
    return (Map<String, Object>) node;
  }

  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> maps(Object node) {
    return node == null ? List.of() : (List<Map<String, Object>>) node;
  }

  /** A copy of the first, with all that the second says. */
  static Map<String, Object> merged(Map<String, Object> first, Map<String, Object> second) {
    var merged = new LinkedHashMap<>(first);
    second.forEach(
        (key, value) ->
            merged.merge(
                key,
                value,
                (old, added) ->
                    old instanceof Map && added instanceof Map
                        ? merged(map(old), map(added))
                        : added));
    return merged;
  }
}
