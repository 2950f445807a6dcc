package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.result.Forecast;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastLineTest {
  @Test
  void allThatSayTheSameAreOneLine() {
    assertThat(lines(forecast(2, 3.76e6, "the job"), forecast(3, 3.76e6, "the job")))
        .containsExactly(
            "from 2× the cores on: 3.76 M samples/s, then stopped by the job (extrapolated)");
  }

  @Test
  void anotherRateOrReasonIsALineOfItsOwn() {
    assertThat(
            lines(
                forecast(2, 2e6, "the job"),
                forecast(3, 2e6, "its CPU"),
                forecast(4, 3e6, "its CPU")))
        .hasSize(3)
        .noneMatch(line -> line.startsWith("from"));
  }

  /** Between others, the same twice is no end. */
  @Test
  void onlyTheLastOnesGoOn() {
    assertThat(
            lines(
                forecast(2, 2e6, "the job"),
                forecast(3, 2e6, "the job"),
                forecast(4, 3e6, "the job")))
        .hasSize(3)
        .noneMatch(line -> line.startsWith("from"));
  }

  @Test
  void noneOrOneStayAsTheyAre() {
    assertThat(lines()).isEmpty();
    assertThat(lines(forecast(2, 2e6, "the job")))
        .containsExactly("2× the cores: 2.00 M samples/s, then stopped by the job (extrapolated)");
  }

  private static List<String> lines(Forecast... forecasts) {
    return ForecastLine.of(List.of(forecasts)).stream().map(ForecastLine::text).toList();
  }

  private static Forecast forecast(double factor, double samplesPerSecond, String bound) {
    return new Forecast(factor, 2 * factor, null, false, samplesPerSecond, null, null, bound);
  }
}
