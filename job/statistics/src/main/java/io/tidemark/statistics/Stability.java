package io.tidemark.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How even a rate was over a run, from its seconds. The measures are those that runs of hours on
 * storage engines are compared by: average, stalls, jitter within minutes, decline over the run.
 *
 * @param seconds the number of seconds that were measured
 * @param mean the mean of all seconds, samples/s
 * @param steady the mean after the warm-up, samples/s; null if no end of it was seen
 * @param warmUpSeconds the time until the rate was steady (MSER-5); null if no end of it was seen
 * @param reachedIn95Percent the rate that 95 of 100 seconds reach, samples/s
 * @param stalls the share of the seconds that have less than a tenth of the median, 0 to 1
 * @param microJitter the standard deviation of the seconds within a minute over their mean; the
 *     mean of all whole minutes, or of a run that has none
 * @param change the change from the beginning to the end of all but the run's first tenth, as a
 *     share of its mean: negative is a decline; a straight line through the means of up to 30 equal
 *     parts, and Student's interval
 * @param stepSeconds the length of the step of each of {@code rates}
 * @param rates samples/s in equal steps, at most {@value #MAX_RATES}, a last shorter one left out
 */
public record Stability(
    int seconds,
    double mean,
    Double steady,
    Integer warmUpSeconds,
    double reachedIn95Percent,
    double stalls,
    double microJitter,
    Estimate change,
    int stepSeconds,
    List<Double> rates) {
  /** Fewer than four batches of MSER-5 show no steady state. */
  public static final int MIN_SECONDS = 20;

  private static final int MAX_RATES = 240;
  private static final int MINUTE = 60;
  private static final double STALLED = 0.1;

  public Stability {
    rates = List.copyOf(rates);
  }

  /**
   * @param rates samples/s of each second
   * @throws IllegalArgumentException if there are fewer than {@link #MIN_SECONDS}
   */
  public static Stability of(double[] rates) {
    if (rates.length < MIN_SECONDS) {
      throw new IllegalArgumentException(
          "too short a run to say how even it was: seconds=%d, at least %d"
              .formatted(rates.length, MIN_SECONDS));
    }
    Mser5 mser = Mser5.of(rates);
    int warmUp = mser.warmupObservations();
    double[] steady = Arrays.copyOfRange(rates, warmUp, rates.length);
    int step = (rates.length + MAX_RATES - 1) / MAX_RATES;
    return new Stability(
        rates.length,
        Moments.mean(rates),
        mser.steady() ? Moments.mean(steady) : null,
        mser.steady() ? warmUp : null,
        Quantiles.of(rates, 0.05),
        stalls(rates),
        microJitter(rates),
        Drift.afterTheFirstTenth(rates),
        step,
        Arrays.stream(BatchMeans.of(rates, step)).boxed().toList());
  }

  private static double stalls(double[] rates) {
    double bound = STALLED * Quantiles.of(rates, 0.5);
    return (double) Arrays.stream(rates).filter(rate -> rate < bound).count() / rates.length;
  }

  private static double microJitter(double[] rates) {
    int minute = Math.min(MINUTE, rates.length);
    return IntStream.range(0, rates.length / minute)
        .mapToObj(i -> Arrays.copyOfRange(rates, i * minute, (i + 1) * minute))
        .mapToDouble(Stability::variation)
        .average()
        .orElseThrow();
  }

  private static double variation(double[] rates) {
    double mean = Moments.mean(rates);
    return mean == 0 ? 0 : Math.sqrt(Moments.variance(rates)) / mean;
  }
}
