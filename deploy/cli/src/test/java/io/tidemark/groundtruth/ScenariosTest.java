package io.tidemark.groundtruth;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import java.util.Set;
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
}
