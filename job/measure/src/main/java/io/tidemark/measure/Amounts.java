package io.tidemark.measure;

import java.time.Duration;
import java.util.Locale;

/** Numbers for people: three significant digits and a unit. */
public final class Amounts {
  /** Between two samples of a series. */
  public static final int SCRAPE_SECONDS = 15;

  private static final String[] THOUSANDS = {"", " k", " M", " G", " T"};
  private static final String[] BYTES = {" B", " KiB", " MiB", " GiB", " TiB"};

  private Amounts() {}

  /** {@code 1.23 M}. */
  public static String count(double value) {
    return scaled(value, 1000, THOUSANDS);
  }

  /**
   * {@code the rate of 1.23 M series at 15 s}: how many send that much, each a sample every 15 s,
   * which is what most agents scrape at.
   */
  public static String activeSeries(double samplesPerSecond) {
    return "the rate of %s series at %d s"
        .formatted(count(samplesPerSecond * SCRAPE_SECONDS), SCRAPE_SECONDS);
  }

  /** {@link #count}, or a dash for what was not measured. */
  public static String orDash(Double value) {
    return value == null ? "–" : count(value);
  }

  /** {@code 42 %}. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  /** {@code 4.2 %}, or {@code 42 %} from a tenth up. */
  public static String finePercent(double share) {
    return String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
  }

  /** {@code 1.23 MiB}. */
  public static String bytes(double value) {
    return scaled(value, 1024, BYTES);
  }

  private static String scaled(double value, int step, String[] units) {
    int unit = 0;
    // 999.5 would be rounded to 1000 of the smaller unit.
    while (Math.abs(value) >= step - 0.5 && unit + 1 < units.length) {
      value /= step;
      unit++;
    }
    return significant(value, unit == 0) + units[unit];
  }

  public static String significant(double value, boolean whole) {
    double size = Math.abs(value);
    int decimals = whole && value == Math.rint(value) || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** {@code 1.00–2.00}, or {@code 2.00} where both are that. */
  public static String range(double low, double high) {
    String most = significant(high, false);
    return low < high ? significant(low, false) + "–" + most : most;
  }

  /** {@code 1:05}. */
  public static String clock(Duration time) {
    return "%d:%02d".formatted(time.toMinutes(), time.toSecondsPart());
  }
}
