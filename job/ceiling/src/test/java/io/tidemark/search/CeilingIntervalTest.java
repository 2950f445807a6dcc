package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.InFlight;
import io.tidemark.measure.window.Job;
import io.tidemark.measure.window.Requests;
import io.tidemark.measure.window.Throughput;
import io.tidemark.search.Verification.Plateau;
import io.tidemark.statistics.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The ceiling's interval over whole searches: a sweep over a database with four slots, the plateau
 * that is chosen from it, and the windows that are measured of that, with something changed for two
 * windows between each pair of them. Throughput is what the load gives, with autoregressive noise
 * of 8 % that goes on through all of the search, a pause included, and with a host that grows
 * steadily slower. The truth is the mean of what the host gave in these windows.
 */
class CeilingIntervalTest {
  private static final int SEARCHES = 1_000;
  private static final double NOISE = 0.08;

  /** Of 100 ms. */
  private static final int STEP = 60;

  private static final int BETWEEN = 10;
  private static final int OVER_A_SEARCH = 2_000;
  private static final double CEILING = 1e6;

  /** Observations one after the other, whatever is measured. */
  private static final class Host {
    private final double correlation;
    private final double slowerPerObservation;
    private final Random random;
    private double noise;
    private int passed;

    Host(double correlation, double slower, Random random) {
      this.correlation = correlation;
      this.slowerPerObservation = slower / OVER_A_SEARCH;
      this.random = random;
      this.noise = random.nextGaussian();
    }

    private void pass() {
      double fresh = Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
      noise = correlation * noise + fresh;
      passed++;
    }

    double speed() {
      return 1 - slowerPerObservation * passed;
    }

    Measured step(int inFlight) {
      for (int i = 0; i < BETWEEN; i++) {
        pass();
      }
      var rates = new double[STEP];
      double most = CEILING * Math.min(1, inFlight / 4.0);
      for (int i = 0; i < STEP; i++) {
        pass();
        rates[i] = most * (speed() + NOISE * noise);
      }
      return measured(inFlight, rates);
    }
  }

  static Measured measured(int inFlight, double[] rates, String... invalid) {
    return measured(inFlight, inFlight, rates, invalid);
  }

  static Measured measured(int bound, int inFlight, double[] rates, String... invalid) {
    double mean = Arrays.stream(rates).average().orElseThrow();
    return new Measured(window(bound, inFlight, mean, STEP / 10.0, 9.0, invalid), rates);
  }

  static Measured measured(int inFlight, double rate, double seconds, double latencyMillis) {
    double[] rates = {rate};
    return new Measured(window(inFlight, inFlight, rate, seconds, latencyMillis), rates);
  }

  private static Window window(
      int bound,
      int inFlight,
      double rate,
      double seconds,
      Double latencyMillis,
      String... invalid) {
    Double l = latencyMillis;
    return new Window(
        new Load(bound, 1, 1, 10_000, 2, 0),
        seconds,
        0,
        new Throughput(rate, null, null, 0.1, null, rate / 1e4, rate),
        new Requests(l, l, l, l, l, 0.0, 0.0, 1.0, 0, 0, 0, List.of()),
        new InFlight(inFlight, bound, 0.95, 0.0, 0.0, 0.0, 0.1, 1, 16),
        List.of(),
        new Job(1, 2, 1, 0, 0.0, 0.3),
        null,
        null,
        List.of(),
        List.of(invalid),
        null);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 5",
    "0.8, 0, 5",
    "0.95, 0, 5",
    "0, 0.1, 5",
    "0.8, 0.1, 5",
    "0.95, 0.1, 5",
    "0.8, 0, 4",
    "0.95, 0, 4",
    "0.8, 0.1, 8",
    "0.95, 0.3, 8"
  })
  void coversTheCeilingAndIsNotWide(double correlation, double slower, int windows) {
    var random = new Random(95);
    int covered = 0;
    var widths = new double[SEARCHES];
    for (int search = 0; search < SEARCHES; search++) {
      var host = new Host(correlation, slower, random);
      var curve = new Curve();
      for (int inFlight = 1; !curve.gainsNothingAnyMore(); inFlight *= 2) {
        curve.raised(host.step(inFlight));
      }
      Measured found = curve.plateau();
      var measured = new ArrayList<Measured>();
      double truth = 0;
      for (int i = 0; i < windows; i++) {
        if (i % 2 == 1) {
          host.step(1);
          host.step(1);
        }
        double before = host.speed();
        measured.add(host.step(Curve.inFlight(found)));
        truth += CEILING * (before + host.speed()) / 2 / windows;
      }
      Estimate estimate = new Plateau(measured.get(0), measured).estimate();
      covered += estimate.contains(truth) ? 1 : 0;
      widths[search] = (estimate.high() - estimate.low()) / oracle(correlation, windows);
    }
    Arrays.sort(widths);
    assertThat(covered / (double) SEARCHES).isBetween(0.92, 0.98);
    assertThat(widths[SEARCHES / 2]).isLessThan(1.5);
  }

  /** Of one who knows how observations correlate, and the host's speed at any time. */
  private static double oracle(double correlation, int windows) {
    double variance = 0;
    for (int lag = -STEP + 1; lag < STEP; lag++) {
      variance += (STEP - Math.abs(lag)) * Math.pow(correlation, Math.abs(lag));
    }
    double deviation = CEILING * NOISE * Math.sqrt(variance) / STEP;
    return 2 * 1.96 * deviation / Math.sqrt(windows);
  }
}
