package io.tidemark.benchmarks.result;

import io.tidemark.statistics.Estimate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One measured quantity: a value for each window, their median and their spread.
 *
 * @param unit e.g. "samples/s"
 * @param median of {@code values}
 * @param spread relative standard deviation (of the sample, n − 1); 0 for a single value
 */
public record Figure(
    String unit, Better better, double median, double spread, List<Double> values) {

  /** Unit of CPU time. */
  public static final String NANOS = "ns/sample";

  /** Unit of one row's figure over another's. */
  public static final String RATIO = "ratio";

  /** Which way is progress; {@code NEITHER} is told but not compared. */
  public enum Better {
    HIGHER,
    LOWER,
    NEITHER
  }

  /**
   * @throws IllegalArgumentException without a value, or with one that is not a number
   */
  public static Figure of(String unit, Better better, List<Double> values) {
    if (values.isEmpty() || !values.stream().allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "a figure needs finite values [unit=%s, values=%s]".formatted(unit, values));
    }
    return new Figure(unit, better, median(values), spread(values), List.copyOf(values));
  }

  /** Of one value; null, which was not measured, has none. */
  public static void put(
      Map<String, Figure> figures, String name, String unit, Better better, Double value) {
    if (value != null) {
      figures.put(name, of(unit, better, List.of(value)));
    }
  }

  /** With the values of other windows. */
  Figure and(Figure other) {
    return of(unit, better, Stream.concat(values.stream(), other.values.stream()).toList());
  }

  /**
   * The geometric mean of ratios, for which twice and half as much are alike, with its 95 %
   * interval; empty for what is no ratio, and for a single one.
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
