package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownProblemsTest {
  @ParameterizedTest
  @ValueSource(strings = {"1.134.0", "1.135.2", "1.136.3", "1.139.0", "1.122.18"})
  void warnsOfVersionsThatLoseSlots(String version) {
    assertThat(problems(version))
        .singleElement()
        .asString()
        .contains(version)
        .contains("at node")
        .contains("10784");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.79.5", "1.133.0", "1.136.4", "1.140.0", "1.150.0", "1.122.19"})
  void isSilentAboutTheOthers(String version) {
    assertThat(problems(version)).isEmpty();
  }

  @Test
  void isSilentAboutAVersionThatIsNotToldOf() {
    assertThat(problems("")).isEmpty();
  }

  private static List<String> problems(String version) {
    String page = "vm_app_version{version=\"v%s\"} 1\n".formatted(version);
    return KnownProblems.of(
        List.of(MetricsPage.parse(page.getBytes(StandardCharsets.UTF_8)).node("node", 0)));
  }
}
