package io.tidemark.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InstanceLabelsTest {
  private static final Map<String, String> POD =
      Map.of("__name__", "up", "job", "api", "pod", "p", "instance", "i");

  @Test
  void eachOfThemThatASeriesHasGetsTheSuffix() {
    var labels = InstanceLabels.of("instance", "pod", "host");

    assertThat(labels.copy(POD, 0).toMap()).isEqualTo(POD);
    assertThat(labels.copy(POD, 12).toMap())
        .isEqualTo(Map.of("__name__", "up", "job", "api", "pod", "p~12", "instance", "i~12"));
  }

  @Test
  void aSeriesThatHasNoneOfThemGetsTheFirst() {
    assertThat(InstanceLabels.of("host", "node").copy(Map.of("job", "api"), 1).toMap())
        .isEqualTo(Map.of("job", "api", "host", "~1"));
    assertThat(InstanceLabels.all("host").copy(Map.of("__name__", "up"), 1).toMap())
        .isEqualTo(Map.of("__name__", "up", "host", "~1"));
  }

  @Test
  void allAreAllButTheMetricsNameAndThoseOfTheRun() {
    var run = Map.of("__name__", "up", "job", "api", "tidemark_run", "7", "instance", "i");

    assertThat(InstanceLabels.all("instance").except(Set.of("tidemark_run")).copy(run, 2).toMap())
        .isEqualTo(
            Map.of("__name__", "up", "job", "api~2", "tidemark_run", "7", "instance", "i~2"));
  }

  /** Payloads in savepoints of before hold the name alone. */
  @Test
  void theTextOfOneIsItsName() {
    assertThat(InstanceLabels.of("instance").toText()).isEqualTo("instance");
  }

  @Test
  void readsItsText() {
    for (InstanceLabels labels :
        List.of(
            InstanceLabels.of("instance"),
            InstanceLabels.of("instance", "pod", "hôte"),
            InstanceLabels.all("instance"),
            InstanceLabels.all("instance").except(Set.of("run", "a b", "z")))) {
      assertThat(InstanceLabels.ofText(labels.toText())).isEqualTo(labels);
    }
  }

  @Test
  void refusesNoneAtAllAndNoName() {
    assertThatThrownBy(InstanceLabels::of).hasMessageContaining("name is empty");
    assertThatThrownBy(() -> InstanceLabels.of("a", "")).hasMessageContaining("name is empty");
  }
}
