package io.tidemark.benchmarks.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Figure.Better;
import io.tidemark.benchmarks.result.Machine;
import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.benchmarks.result.Versions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoryPageTest {
  private static final String PAGE =
      """
      before
      <!-- benchmarks/run story writes what follows -->
      an older table
      <!-- until here -->
      after
      """;

  private static final List<Stage> STAGES =
      List.of(
          new Stage("slow", "", StoryJob.LABEL_MAPS, 1, 4),
          new Stage("fast", "all of it", StoryJob.TIDEMARK, 8, 20));

  private final StoryPage page =
      StoryPage.of(
          new ResultFile(
              "story",
              "",
              "",
              "",
              new Machine(2, "", 1, ""),
              new Versions("", "", "", "1.79.5"),
              List.of(row("slow, M=6", 10e6, "JOB_CPU"), row("fast, M=6", 25e6, "SOURCE"))),
          STAGES,
          List.of(6));

  private static Row row(String name, double actual, String cause) {
    return new Row(
        name,
        Map.of(
            "expected", Figure.of("samples/min", Better.NEITHER, List.of(40e6)),
            "actual", Figure.of("samples/min", Better.HIGHER, List.of(actual))),
        Map.of(StoryPage.CAUSE, cause, StoryPage.CONFIDENCE, "medium"));
  }

  @Test
  void replacesTheTablesAndNothingElse() {
    assertThat(page.into(PAGE))
        .startsWith("before\n<!--")
        .endsWith("<!-- until here -->\nafter\n")
        .doesNotContain("an older table")
        .isEqualTo(page.into(page.into(PAGE)));
  }

  @Test
  void tellsWhatEachStageGainsOverTheOneBefore() {
    assertThat(page.into(PAGE)).contains("| fast | 25.0 | × 2.5 |");
  }

  @Test
  void saysWhatWasNotMeasured() {
    assertThat(page.into(PAGE)).contains("? of 4").contains("? of 20");
  }

  @Test
  void refusesAPageWithoutAPlaceForThem() {
    assertThatThrownBy(() -> page.into("# Another page"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("until here");
  }
}
