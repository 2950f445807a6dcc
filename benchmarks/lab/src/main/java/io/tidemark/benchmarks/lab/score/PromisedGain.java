package io.tidemark.benchmarks.lab.score;

import java.util.List;

/**
 * A gain that was promised of a change, and what the change gave; both times the throughput.
 *
 * @param promised more than 0
 * @param realised more than 0
 */
public record PromisedGain(double promised, double realised) {
  public PromisedGain {
    if (!(promised > 0 && realised > 0)) {
      throw new IllegalArgumentException(
          "a gain is more than 0 [promised=%s, realised=%s]".formatted(promised, realised));
    }
  }

  /** 0 if it was kept, positive if too much was promised. */
  public double logRatio() {
    return Math.log(promised / realised);
  }

  /** Mean of the logarithms; NaN of none. */
  public static double bias(List<PromisedGain> gains) {
    return gains.stream().mapToDouble(PromisedGain::logRatio).average().orElse(Double.NaN);
  }

  /** Their standard deviation, of a sample; NaN of less than two. */
  public static double spread(List<PromisedGain> gains) {
    double mean = bias(gains);
    double squares = gains.stream().mapToDouble(gain -> Math.pow(gain.logRatio() - mean, 2)).sum();
    return gains.size() < 2 ? Double.NaN : Math.sqrt(squares / (gains.size() - 1));
  }
}
