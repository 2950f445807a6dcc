package io.tidemark.groundtruth;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ScenariosTest {
  @Test
  void everyCauseIsWhatOneOfThemMustGet() {
    assertThat(Cause.values())
        .allSatisfy(
            cause ->
                assertThat(Scenarios.all())
                    .as("scenarios of %s", cause)
                    .anyMatch(scenario -> scenario.expected().causes().equals(Set.of(cause))));
  }

  @Test
  void theExamplesOnThePageOfVerdictsCanBeRepeated() throws IOException {
    String page = Files.readString(Repository.root().resolve("docs/verdicts.md"));
    assertThat(Pattern.compile("\\*\\*Example\\*\\*, \\*([^*]+)\\*").matcher(page).results())
        .hasSize(Cause.values().length)
        .extracting(example -> example.group(1))
        .isSubsetOf(Scenarios.all().stream().map(Scenario::name).toList());
  }
}
