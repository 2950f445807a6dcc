package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.testing.Repository;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What must wait is there, and the rule that says so is not broken already. */
class RenovateTest {
  private static final Path ROOT = Repository.root();

  @Test
  void everyLibraryThatMustWaitIsOneOfThePom() throws Exception {
    Map<String, String> managed = ManagedVersions.read(ROOT.resolve("pom.xml"));
    JsonNode rules = new ObjectMapper().readTree(ROOT.resolve("renovate.json").toFile());
    assertThat(rules.required("packageRules")).isNotEmpty();
    for (JsonNode rule : rules.required("packageRules")) {
      for (JsonNode name : rule.required("matchPackageNames")) {
        String start = name.asText().replace("**", "");
        assertThat(managed.keySet()).anyMatch(library -> library.startsWith(start));
      }
    }
  }

  @Test
  void itIsToldOfAdvisories() throws Exception {
    JsonNode settings = new ObjectMapper().readTree(ROOT.resolve("renovate.json").toFile());
    assertThat(settings.required("osvVulnerabilityAlerts").asBoolean()).isTrue();
  }
}
