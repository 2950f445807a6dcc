package io.tidemark.benchmarks.result;

import io.tidemark.statistics.Estimate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A measured quantity: a value for each window, their median and their spread.
 *
 * @param unit unit such as "samples/s"
 * @param median median of {@code values}
 * @param spread relative standard deviation (of the sample, n − 1); 0 for a single value
 */
public record Figure(
    String unit, Better better, double median, double spread, List<Double> values) {

  /** The unit of CPU time per sample. */
  public static final String NANOS = "ns/sample";

  /** The unit of one row's figure divided by another's. */
  public static final String RATIO = "ratio";

  /** The direction that is better; {@code NEITHER} is shown, but not compared. */
  public enum Better {
    HIGHER,
    LOWER,
    NEITHER
  }

  /**
   * @throws IllegalArgumentException if there is no value, or one that is not finite
   */
  public static Figure of(String unit, Better better, List<Double> values) {
    if (values.isEmpty() || !values.stream().allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "a figure needs finite values [unit=%s, values=%s]".formatted(unit, values));
    }
    return new Figure(unit, better, median(values), spread(values), List.copyOf(values));
  }

  /** Adds a figure with one value, unless it is null because it was not measured. */
  public static void put(
      Map<String, Figure> figures, String name, String unit, Better better, Double value) {
    if (value != null) {
      figures.put(name, of(unit, better, List.of(value)));
    }
  }

  /** Returns the figure with the values of more windows. */
  Figure and(Figure other) {
    return of(unit, better, Stream.concat(values.stream(), other.values.stream()).toList());
  }

  /**
   * Returns the geometric mean of ratios, which treats twice and half as much alike, with its 95 %
   * interval; empty if this is no ratio, or has a single value.
   */
  Optional<Estimate> meanOfRatios() {
    if (!unit.equals(RATIO) || values.size() < 2 || values.stream().anyMatch(each -> each <= 0)) {
      return Optional.empty();
    }
    var mean = Estimate.ofMean(values.stream().mapToDouble(Math::log).toArray());
    return Optional.of(
        new Estimate(Math.exp(mean.value()), Math.exp(mean.low()), Math.exp(mean.high())));
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double spread(List<Double> values) {
    double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
    double mean = Arrays.stream(all).average().orElseThrow();
    if (all.length < 2 || mean == 0) {
      return 0;
    }
    double squares = Arrays.stream(all).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(squares / (all.length - 1)) / Math.abs(mean);
  }
}
