package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.report.Plot.Axis;
import io.tidemark.report.Plot.Ink;
import io.tidemark.report.Plot.Mark;
import io.tidemark.report.Plot.Series;
import io.tidemark.report.Plot.Shape;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlotTest {
  @Test
  void saysWhatItShowsAsATable() {
    var plot =
        plot(
            Axis.log2("requests in flight", List.of(1.0, 2.0)),
            Series.of("p50", Ink.BLUE, Arrays.asList(1500.0, null)));

    assertThat(plot.table())
        .isEqualTo(
            new Page.Table(
                List.of(Page.Column.text("requests in flight"), Page.Column.number("p50, ms")),
                List.of(List.of("1", "1.50 k"), List.of("2", "–"))));
  }

  @Test
  void refusesASeriesThatLacksAPlace() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                plot(
                    Axis.names("step", List.of("a", "b")),
                    Series.of("p50", Ink.BLUE, List.of(1.0))))
        .withMessage("series \"p50\" has 1 values for 2 places");
  }

  @Test
  void refusesWhatIsNoNumber() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Series.of("p50", Ink.BLUE, List.of(Double.NaN)));
  }

  @Test
  void refusesAnAxisThatDoesNotRise() {
    assertThatIllegalArgumentException().isThrownBy(() -> Axis.log2("run", List.of(1.0, 1.0)));
  }

  @Test
  void refusesALogarithmOfNothing() {
    assertThatIllegalArgumentException().isThrownBy(() -> Axis.log2("load", List.of(0.0, 1.0)));
  }

  @Test
  void refusesAMarkBesideTheAxis() {
    var axis = Axis.log2("run", List.of(1.0, 8.0));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Plot(
                    "runs",
                    Shape.LINES,
                    axis,
                    "ms",
                    null,
                    List.of(),
                    List.of(new Mark(8.5, "knee")),
                    List.of()))
        .withMessage("\"knee\" is marked at 8.5, which is not on the axis");
  }

  private static Plot plot(Axis axis, Series series) {
    return new Plot(
        "latency", Shape.LINES, axis, "ms", null, List.of(series), List.of(), List.of());
  }
}
