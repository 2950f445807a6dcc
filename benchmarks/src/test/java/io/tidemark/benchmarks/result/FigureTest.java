package io.tidemark.benchmarks.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.benchmarks.result.Figure.Better;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureTest {
  /** Of 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares about it 32, so √(32/7)/5. */
  @Test
  void spreadIsTheRelativeStandardDeviationOfTheSample() {
    Figure figure = figure(9, 2, 4, 5, 4, 7, 4, 5);
    assertThat(figure.spread()).isCloseTo(Math.sqrt(32.0 / 7) / 5, within(1e-12));
    assertThat(figure.median()).isEqualTo(4.5);
  }

  @Test
  void oneValueHasNoSpread() {
    assertThat(figure(3).spread()).isZero();
    assertThat(figure(3).median()).isEqualTo(3);
  }

  @Test
  void refusesWhatIsNotANumber() {
    assertThatThrownBy(() -> figure(1, Double.NaN)).hasMessageContaining("finite");
    assertThatThrownBy(FigureTest::figure).hasMessageContaining("finite");
  }

  @Test
  void aRatioIsTakenWindowByWindow() {
    var rows =
        List.of(new Row("a", Map.of("x", figure(6, 8))), new Row("b", Map.of("x", figure(2, 4))));
    assertThat(Row.ratio("a ÷ b", "x", rows, "a", "b"))
        .hasValueSatisfying(
            row -> assertThat(row.figures().get("x").values()).containsExactly(3.0, 2.0));
    assertThat(Row.ratio("a ÷ c", "x", rows, "a", "c")).isEmpty();
  }

  /** Of logarithms 0, ln 2 and 2 ln 2: mean and deviation ln 2; Student's 97.5 % of 2 is 4.3027. */
  @Test
  void ratiosHaveAnIntervalInWhichTwiceAndHalfAreAlike(@TempDir Path folder) {
    Figure ratio = Figure.of(Figure.RATIO, Better.HIGHER, List.of(1.0, 4.0, 2.0));
    var mean = ratio.meanOfRatios().orElseThrow();
    double factor = Math.pow(2, 4.3027 / Math.sqrt(3));
    assertThat(mean.value()).isCloseTo(2, within(1e-9));
    assertThat(mean.low()).isCloseTo(2 / factor, within(1e-3));
    assertThat(mean.high()).isCloseTo(2 * factor, within(1e-3));
    assertThat(result(ratio).toMarkdown()).contains("2.0000 ± 65.5 % (0.3575 to 11.2)");
    assertThat(figure(1, 2, 4).meanOfRatios()).isEmpty();
    assertThat(Figure.of(Figure.RATIO, Better.HIGHER, List.of(2.0)).meanOfRatios()).isEmpty();
  }

  @Test
  void aResultComesBackFromItsFileAsItWas(@TempDir Path folder) {
    ResultFile result = result(figure(1, 2));
    result.write(folder);
    assertThat(ResultFile.read(folder.resolve("name.json"))).isEqualTo(result);
    assertThat(folder.resolve("name.md")).content().contains("| row | 1.5000 ± 47.1 % |");
  }

  private static ResultFile result(Figure figure) {
    return new ResultFile(
        "name",
        "2026-11-21T00:00:00Z",
        "command",
        "method",
        new Machine(2, "cpu", 3, "os"),
        new Versions("a", "b", "c", null),
        List.of(new Row("row", Map.of("x", figure))));
  }

  private static Figure figure(double... values) {
    return Figure.of("unit", Better.HIGHER, java.util.Arrays.stream(values).boxed().toList());
  }
}
