package io.tidemark.benchmarks.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.benchmarks.result.Figure.Better;
import io.tidemark.benchmarks.result.ResultComparison.Change;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A drop counts from max(4 %, twice the relative standard deviation) on. */
class ResultComparisonTest {
  private static final Machine MACHINE = new Machine(2, "a processor", 1L << 30, "an OS");
  private static final Versions VERSIONS = new Versions("0.1", "2.2.1", "17", null);

  /**
   * Medians of 100 before; the spread is that of either side. A figure that is better when lower
   * drops by growing.
   */
  @ParameterizedTest
  @CsvSource({
    "HIGHER, 96.1, 0.00, false", // less than 4 %
    "HIGHER, 95.9, 0.00, true",
    "HIGHER, 95.9, 0.03, false", // 4.1 % is less than twice 3 %
    "HIGHER, 93.9, 0.03, true",
    "HIGHER, 150.0, 0.00, false",
    "LOWER, 103.9, 0.00, false",
    "LOWER, 104.1, 0.00, true",
    "LOWER, 105.9, 0.03, false",
    "LOWER, 50.0, 0.00, false",
    "NEITHER, 1.0, 0.00, false",
  })
  void flagsADropBeyondTheBound(Better better, double now, double spread, boolean worse) {
    assertThat(compare(figure(better, 100, 0), figure(better, now, spread)).worse().isEmpty())
        .isEqualTo(!worse);
    assertThat(compare(figure(better, 100, spread), figure(better, now, 0)).worse().isEmpty())
        .isEqualTo(!worse);
  }

  @Test
  void whoeverAllowsMoreIsToldOfMoreOnly() {
    var before = result(new Row("a", Map.of("throughput", figure(Better.HIGHER, 100, 0))));
    var after = result(new Row("a", Map.of("throughput", figure(Better.HIGHER, 80, 0))));

    assertThat(ResultComparison.of(before, after, 0.21).worse()).isEmpty();
    assertThat(ResultComparison.of(before, after, 0.19).worse()).hasSize(1);
  }

  @Test
  void runsInTurnAreTakenTogether() {
    var runs =
        Stream.of(100.0, 300.0, 200.0)
            .map(value -> Figure.of("unit", Better.HIGHER, List.of(value)))
            .map(figure -> result(new Row("a", Map.of("throughput", figure))));

    Figure all =
        runs.reduce(ResultFile::and).orElseThrow().rows().get(0).figures().get("throughput");

    assertThat(all.median()).isEqualTo(200);
    assertThat(all.spread()).isEqualTo(0.5);
  }

  @Test
  void runsOfDifferentRowsAreNotTakenTogether() {
    var a = result(new Row("a", Map.of()));
    var b = result(new Row("b", Map.of()));

    assertThatThrownBy(() -> a.and(b)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void flagsARowThatIsGone() {
    var before = result(new Row("a", Map.of("throughput", figure(Better.HIGHER, 1, 0))));
    assertThat(compare(before, result()).worse()).extracting(Change::row).containsExactly("a");
  }

  @Test
  void ofBothHasOnlyWhatBothHave() {
    Figure figure = figure(Better.HIGHER, 1, 0);
    var before = result(new Row("a", Map.of("throughput", figure, "peak heap", figure)));
    var after = result(new Row("a", Map.of("throughput", figure, "heap", figure)));

    assertThat(compare(before, after).ofBoth().changes())
        .extracting(Change::figure)
        .containsExactly("throughput");
    assertThatThrownBy(compare(before, result())::ofBoth)
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aNewRowIsNoDrop() {
    var after = result(new Row("a", Map.of("throughput", figure(Better.HIGHER, 1, 0))));
    assertThat(compare(result(), after).worse()).isEmpty();
  }

  @Test
  void saysThatTheMachinesDiffer() {
    var elsewhere =
        new ResultFile("pipeline", "", "", "", new Machine(8, "b", 1, "c"), VERSIONS, List.of());
    assertThat(compare(result(), elsewhere).toText()).contains("the machines differ");
  }

  @Test
  void refusesDifferentBenchmarks() {
    var other = new ResultFile("mxn", "", "", "", MACHINE, VERSIONS, List.of());
    assertThatThrownBy(() -> compare(result(), other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pipeline and mxn");
  }

  private static ResultComparison compare(Figure before, Figure after) {
    return compare(
        result(new Row("row", Map.of("figure", before))),
        result(new Row("row", Map.of("figure", after))));
  }

  private static ResultComparison compare(ResultFile before, ResultFile after) {
    return ResultComparison.of(before, after, ResultComparison.SMALLEST_DROP);
  }

  private static Figure figure(Better better, double median, double spread) {
    return new Figure("unit", better, median, spread, List.of(median));
  }

  private static ResultFile result(Row... rows) {
    return new ResultFile("pipeline", "", "", "", MACHINE, VERSIONS, List.of(rows));
  }
}
