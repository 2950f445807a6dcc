package io.tidemark.report;

import io.tidemark.ceiling.result.Forecast;
import io.tidemark.measure.Amounts;
import java.util.ArrayList;
import java.util.List;

/**
 * One line for a forecast. Forecasts for more cores that say the same share it, because something
 * other than the cores limits the throughput there.
 *
 * @param andMore whether the line also stands for all larger numbers of cores
 */
record ForecastLine(Forecast forecast, boolean andMore) {
  static List<ForecastLine> of(List<Forecast> forecasts) {
    int last = forecasts.size() - 1;
    while (last > 0 && saysTheSame(forecasts.get(last - 1), forecasts.get(last))) {
      last--;
    }
    var lines = new ArrayList<ForecastLine>();
    for (int i = 0; i <= last; i++) {
      lines.add(new ForecastLine(forecasts.get(i), i == last && last < forecasts.size() - 1));
    }
    return lines;
  }

  private static boolean saysTheSame(Forecast one, Forecast other) {
    return one.bound().equals(other.bound())
        && Amounts.count(one.samplesPerSecond()).equals(Amounts.count(other.samplesPerSecond()));
  }

  /** Returns the line for a terminal. */
  String text() {
    String host = forecast.hostOfItsOwn() ? ", the database on a host of its own" : "";
    String rate = Amounts.count(forecast.samplesPerSecond());
    if (andMore) {
      return "from %s× the cores on%s: %s samples/s, then stopped by %s (extrapolated)"
          .formatted(Amounts.whole(forecast.factor()), host, rate, forecast.bound());
    }
    String slots =
        forecast.slots() == null
            ? ""
            : ", %s insert slots".formatted(Amounts.significant(forecast.slots(), true));
    return "%s× the cores%s%s: %s samples/s, then stopped by %s (extrapolated)"
        .formatted(Amounts.whole(forecast.factor()), slots, host, rate, forecast.bound());
  }

  /**
   * Returns a table's number that grows with the cores; "and more" follows it if the line stands
   * for more cores.
   */
  String growing(double value, String unit) {
    String number = Amounts.significant(value, true) + unit;
    return andMore ? number + " and more" : number;
  }
}
