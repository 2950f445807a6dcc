package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WithheldVariablesTest {
  @Test
  void takesOutWhatWasNamedAndNothingElse() {
    WithheldVariables.add("WITHHELD_VARIABLES_TEST");
    var environment = new HashMap<>(Map.of("WITHHELD_VARIABLES_TEST", "s3cret", "PATH", "/bin"));

    WithheldVariables.removeFrom(environment);

    assertThat(environment).isEqualTo(Map.of("PATH", "/bin"));
  }
}
