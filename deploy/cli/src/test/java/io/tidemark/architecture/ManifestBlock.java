package io.tidemark.architecture;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;

/** What a page gives to kubectl or Helm: kinds and names are those that are shipped. */
final class ManifestBlock {
  private static final Path ROOT = Repository.root();

  /** A checkout that lies beside the user's own folder. */
  private static final String CHECKOUT = "../tidemark/";

  private ManifestBlock() {}

  static Stream<String> problems(PageBlock block) {
    Map<String, Object> manifest = yaml(block);
    String shipped = JavaSources.manifests();
    var problems = new ArrayList<String>();
    String kind =
        "apiVersion: %s\nkind: %s\n".formatted(manifest.get("apiVersion"), manifest.get("kind"));
    if (!shipped.contains(kind)) {
      problems.add("nothing that is shipped is of " + kind.replace('\n', ' '));
    }
    for (Object resource : list(manifest, "resources")) {
      String path = resource.toString();
      if (!path.startsWith(CHECKOUT)
          || !Files.exists(
              ROOT.resolve(path.substring(CHECKOUT.length())).resolve("kustomization.yaml"))) {
        problems.add("there is no folder " + path);
      }
    }
    for (Object image : list(manifest, "images")) {
      String name = String.valueOf(((Map<?, ?>) image).get("name"));
      if (!shipped.matches("(?s).*image: %s:\\S+.*".formatted(name))) {
        problems.add("no manifest has an image " + name);
      }
    }
    for (Object map : list(manifest, "configMapGenerator")) {
      String name = String.valueOf(((Map<?, ?>) map).get("name"));
      if (!shipped.contains("name: " + name)) {
        problems.add("no manifest has a map " + name);
      }
    }
    return problems.stream();
  }

  static Stream<String> valuesProblems(PageBlock block) {
    try {
      var mapper = new ObjectMapper();
      Path schema = ROOT.resolve("deploy/helm/tidemark/values.schema.json");
      return JsonSchemaFactory.getInstance(VersionFlag.V7)
          .getSchema(Files.readString(schema))
          .validate(mapper.valueToTree(yaml(block)))
          .stream()
          .map(Object::toString);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<?> list(Map<String, Object> manifest, String key) {
    return (List<?>) manifest.getOrDefault(key, List.of());
  }

  private static Map<String, Object> yaml(PageBlock block) {
    var strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    return new Yaml(strict).load(block.text());
  }
}
