package io.tidemark.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Figure.Better;
import io.tidemark.benchmarks.result.Row;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccuracyTest {
  private static final Row REPLAY =
      new Row("replay", Map.of(JobFigures.STORED, figure(100, 200, 300)));

  @Test
  void comparesEachSearchWithTheReplayAroundItAndWithTheSearchBefore() {
    List<Row> rows =
        Accuracy.compared(REPLAY, List.of(search("a", 120.0, 165.0), search("b", 126.0, 225.0)));
    assertThat(rows.stream().map(Row::name))
        .containsExactly("a, without the job ÷ replay", "b, without the job ÷ replay", "b ÷ a");
    // 165 / 150, 225 / 250, 126 / 120
    assertThat(rows.stream().map(row -> row.figures().get(Accuracy.CEILING).median()))
        .usingComparatorForType((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : 1, Double.class)
        .containsExactly(1.1, 0.9, 1.05);
  }

  @Test
  void comparesNothingWithWhatASearchDidNotFind() {
    assertThat(
            Accuracy.compared(REPLAY, List.of(search("a", 120.0, null), search("b", null, null))))
        .isEmpty();
  }

  private static Row search(String name, Double ceiling, Double withoutJob) {
    var figures = new HashMap<String, Figure>();
    if (ceiling != null) {
      figures.put(Accuracy.CEILING, figure(ceiling));
    }
    if (withoutJob != null) {
      figures.put("without the job", figure(withoutJob));
    }
    return new Row(name, figures);
  }

  private static Figure figure(double... values) {
    return Figure.of("", Better.HIGHER, Arrays.stream(values).boxed().toList());
  }
}
