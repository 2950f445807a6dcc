package io.tidemark.ceiling.series;

import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.statistics.Estimate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * How many series a database carries at a rate of samples, copies included; or how many of them new
 * ones may replace each minute.
 *
 * @param churn whether the curve is about new series a minute
 * @param carried the most that the database carries; null if it carried none that was tried
 * @param tooMany the fewest that were too many; null if none was
 * @param samplesPerSecond the samples per second that each step asked for
 * @param bytesEach the resident memory for one more series, over the steps before the first that
 *     was too much, because a database does not give memory back; null if the steps don't show it
 * @param coresPerMillion the cores of the database for a million more series; null if the steps
 *     don't show it
 * @param price the price of new series; null if there are none, or if the steps don't show it
 * @param rows the rows, the fewest series first
 */
public record SeriesCurve(
    boolean churn,
    Long carried,
    Long tooMany,
    double samplesPerSecond,
    Double bytesEach,
    Double coresPerMillion,
    Price price,
    List<SeriesRow> rows) {
  /**
   * @param rows the rows in the order they were measured
   */
  public static SeriesCurve of(
      boolean churn, Long carried, Long tooMany, double samplesPerSecond, List<SeriesRow> rows) {
    List<SeriesRow> rising = rows.stream().takeWhile(SeriesRow::carried).toList();
    Double each = churn ? slope(rising, SeriesRow::created, SeriesRow::cpuCores) : null;
    Double bytes = slope(rising, SeriesRow::series, SeriesRow::residentBytes);
    Double cores = slope(rising, SeriesRow::series, SeriesRow::cpuCores);
    return new SeriesCurve(
        churn,
        carried,
        tooMany,
        samplesPerSecond,
        bytes,
        cores == null ? null : Double.valueOf(1e6 * cores),
        each == null ? null : Price.of(each, rising.get(rising.size() - 1)),
        rows.stream()
            .sorted(Comparator.comparing(SeriesRow::series).thenComparing(SeriesRow::newPerMinute))
            .toList());
  }

  /** Returns an amount of what is raised, in words. */
  public String words(long series) {
    return churn
        ? "%s new series a minute (%s of %s)"
            .formatted(
                Amounts.count(series),
                Amounts.finePercent((double) series / rows.get(0).series()),
                Amounts.count(rows.get(0).series()))
        : Amounts.count(series) + " active series";
  }

  /** Returns what one more series takes, in words; empty if the steps don't show it. */
  public String each() {
    if (price != null) {
      return price.words();
    }
    String cores =
        coresPerMillion == null ? "" : Amounts.significant(coresPerMillion, false) + " cores";
    if (bytesEach == null) {
      return cores.isEmpty() ? "" : "no memory that could be measured; a million take " + cores;
    }
    String memory = Amounts.bytes(bytesEach) + " of memory";
    return cores.isEmpty() ? memory : "%s; a million take %s".formatted(memory, cores);
  }

  /**
   * Returns the factor of rows that the same CPU would write if it read its index for none because
   * its caches are too small. The steps must show what such a row costs: CPU per row = a + b ·
   * share of such rows + c · share of new series, with a 95 % interval of b above 0. It is 1 if
   * they don't.
   */
  public double gainOfMemory(Window window) {
    return gainOfMemory(SeriesRow.of(0, 0, window, false, ""));
  }

  double gainOfMemory(SeriesRow row) {
    List<SeriesRow> told = rows.stream().filter(SeriesRow::tellsCostOfARow).toList();
    Optional<Estimate> each =
        Estimate.ofSlope(
            of(told, SeriesRow::cpuSecondsARow),
            of(told, SeriesRow::slowShare),
            of(told, churn ? SeriesRow::newShare : any -> 0));
    if (!row.tellsCostOfARow() || each.isEmpty() || each.get().low() <= 0) {
      return 1;
    }
    double all = row.cpuSecondsARow();
    double left = all - each.get().value() * row.slowShare();
    return Math.max(1, all / Math.max(Double.MIN_NORMAL, left));
  }

  private static double[] of(List<SeriesRow> rows, ToDoubleFunction<SeriesRow> value) {
    return rows.stream().mapToDouble(value).toArray();
  }

  /**
   * Returns the slope by least squares; null for fewer than three steps, or if it does not grow.
   */
  private static Double slope(
      List<SeriesRow> rows, ToDoubleFunction<SeriesRow> raised, Function<SeriesRow, Double> value) {
    List<SeriesRow> known = rows.stream().filter(row -> value.apply(row) != null).toList();
    double x = known.stream().mapToDouble(raised).average().orElse(0);
    double y = known.stream().mapToDouble(value::apply).average().orElse(0);
    double both = 0;
    double square = 0;
    for (SeriesRow row : known) {
      double far = raised.applyAsDouble(row) - x;
      both += far * (value.apply(row) - y);
      square += far * far;
    }
    boolean shown = known.size() >= 3 && square > 0 && both > 0;
    return shown ? Double.valueOf(both / square) : null;
  }
}
