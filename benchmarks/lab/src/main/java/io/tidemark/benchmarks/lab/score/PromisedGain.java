package io.tidemark.benchmarks.lab.score;

import java.util.List;

/**
 * A gain that was promised for a change, and the measured one, both as factors of throughput.
 *
 * @param promised promised factor, above 0
 * @param realised measured factor, above 0
 */
public record PromisedGain(double promised, double realised) {
  public PromisedGain {
    if (!(promised > 0 && realised > 0)) {
      throw new IllegalArgumentException(
          "a gain is more than 0 [promised=%s, realised=%s]".formatted(promised, realised));
    }
  }

  /** Returns the logarithm of the ratio: 0 if the promise was kept, positive if it was too high. */
  public double logRatio() {
    return Math.log(promised / realised);
  }

  /** Returns the mean of the logarithms; NaN without gains. */
  public static double bias(List<PromisedGain> gains) {
    return gains.stream().mapToDouble(PromisedGain::logRatio).average().orElse(Double.NaN);
  }

  /** Returns the sample standard deviation of the logarithms; NaN for fewer than two gains. */
  public static double spread(List<PromisedGain> gains) {
    double mean = bias(gains);
    double squares = gains.stream().mapToDouble(gain -> Math.pow(gain.logRatio() - mean, 2)).sum();
    return gains.size() < 2 ? Double.NaN : Math.sqrt(squares / (gains.size() - 1));
  }
}
