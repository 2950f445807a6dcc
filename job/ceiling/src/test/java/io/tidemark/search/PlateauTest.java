package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Busiest;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Host;
import io.tidemark.measure.window.InFlight;
import io.tidemark.measure.window.Job;
import io.tidemark.measure.window.Pressure;
import io.tidemark.measure.window.Requests;
import io.tidemark.measure.window.Throughput;
import io.tidemark.search.Verification.Plateau;
import io.tidemark.statistics.Estimate;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class PlateauTest {
  /** On a host of two cores that the job shares. */
  private static Measured window(double rate, double databaseCores) {
    var database =
        new Database(
            "1.150.0",
            databaseCores,
            2.0,
            databaseCores / 2,
            8.0,
            8.0,
            0.0,
            0.0,
            null,
            null,
            false,
            List.of(),
            0.0,
            0.0,
            0.0,
            0.01,
            0.0,
            rate,
            Map.of(),
            1e9,
            null,
            false,
            List.of(),
            Busiest.ONE,
            Pressure.UNKNOWN,
            null);
    var window =
        new Window(
            new Load(16, 20, 1, 10_000, 2, 0),
            8,
            1,
            new Throughput(rate, 0.95 * rate, 1.05 * rate, 0.1, null, rate / 1e4, rate),
            new Requests(51.5, 51.2, 52.5, 60.0, 71.0, 0.01, 0.04, 0.95, 0, 0, 0, List.of()),
            new InFlight(15.9, 16, 0.95, 0.0, 0.02, 0.0, 0.1, 1, 16),
            List.of(),
            new Job(1, 2, 2 - databaseCores, 0.01, 0.02, 0.3),
            new Host(2, 2, true),
            database,
            List.of(),
            List.of(),
            null);
    return new Measured(window, new double[] {rate});
  }

  private static Plateau of(double... rates) {
    List<Measured> windows =
        DoubleStream.of(rates).mapToObj(rate -> window(rate, rate / 1e6)).toList();
    return new Plateau(windows.get(0), windows);
  }

  @Test
  void manyWindowsTellTheirMeanAndHowSureItIs() {
    Plateau plateau = of(1.2e6, 1.4e6, 1.6e6);

    Estimate estimate = plateau.estimate();
    assertThat(estimate.value()).isCloseTo(1.4e6, within(1e-3));
    // Student's t with 2 degrees of freedom, 4.3027, times 0.2 M / √3.
    assertThat(estimate.high()).isCloseTo(1.4e6 + 4.3027 * 0.2e6 / Math.sqrt(3), within(100.0));
  }

  /** One of them has ± 5 %. */
  @Test
  void severalAsOneAreAsSureAsTheirMean() {
    Throughput together = of(1.39e6, 1.4e6, 1.41e6).together().throughput();

    assertThat(together.samplesPerSecond()).isCloseTo(1.4e6, within(1e-3));
    assertThat(together.high()).isCloseTo(1.4e6 + 4.3027 * 0.01e6 / Math.sqrt(3), within(100.0));
  }

  @Test
  void aRateIsNeverBelowNothing() {
    assertThat(of(0.2e6, 1.5e6, 0.3e6).estimate().low()).isZero();
  }

  @Test
  void theIntervalOfTwoWindowsHoldsBoth() {
    Estimate estimate = of(1.2e6, 1.6e6).estimate();

    assertThat(estimate.value()).isCloseTo(1.4e6, within(1e-3));
    assertThat(estimate.low()).isCloseTo(1.2e6, within(1e-3));
    assertThat(estimate.high()).isCloseTo(1.6e6, within(1e-3));
  }

  @Test
  void oneWindowKeepsItsOwnInterval() {
    Estimate estimate = of(1e6).estimate();

    assertThat(estimate.low()).isCloseTo(0.95e6, within(1e-3));
    assertThat(estimate.high()).isCloseTo(1.05e6, within(1e-3));
  }

  /** Code that was still being compiled, or another process, is not what stops the faster ones. */
  @Test
  void windowsThatWereHeldBackDoNotCountForTheVerdict() {
    assertThat(of(0.9e6, 1.4e6, 1.6e6).together().database().cpuCoresUsed()).isEqualTo(1.5);
  }
}
