package io.tidemark.measure;

import java.time.Duration;
import java.util.Locale;

/**
 * Numbers for people, mostly of three significant digits and a unit. Nothing else formats any.
 * Shares and changes are given as fractions of 1, and become percent.
 */
public final class Amounts {
  /** Seconds between two samples of a series, as most agents scrape. */
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
    return whole(100 * share) + " %";
  }

  /** {@code 4.2 %}, or {@code 42 %} from a tenth up. */
  public static String finePercent(double share) {
    return twoDigits(share) + " %";
  }

  /** {@code 4.2}, or {@code 42} from a tenth up: percent whose sign the sentence has. */
  public static String twoDigits(double share) {
    return share < 0.0995 ? tenths(100 * share) : whole(100 * share);
  }

  /** {@code 42.1 %}. */
  public static String percentTenths(double share) {
    return tenths(100 * share) + " %";
  }

  /** {@code +4.2 %}. */
  public static String change(double share) {
    return format("%+.1f %%", 100 * share);
  }

  /** {@code +0.42 %}. */
  public static String fineChange(double share) {
    return format("%+.2f %%", 100 * share);
  }

  /** {@code +4 %}. */
  public static String roundChange(double share) {
    return format("%+.0f %%", 100 * share);
  }

  /** {@code 1234}. */
  public static String whole(double value) {
    return format("%.0f", value);
  }

  /** {@code 1234.5}. */
  public static String tenths(double value) {
    return format("%.1f", value);
  }

  /** {@code 0.12}: a probability, or a factor. */
  public static String hundredths(double value) {
    return format("%.2f", value);
  }

  /** {@code 0.12}, {@code 1.5} or {@code 12.3}: up to two decimals, and no zeros at the end. */
  public static String plain(double value) {
    return (value < 10 ? hundredths(value) : tenths(value)).replaceFirst("\\.?0+$", "");
  }

  /** {@code 0.00123}: so many significant digits. */
  public static String digits(double value, int count) {
    return format("%." + count + "g", value);
  }

  /** {@code 0.031}, or one digit of what is less than a thousandth. */
  public static String pValue(double value) {
    return value < 0.001 ? digits(value, 1) : format("%.3f", value);
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
    return format("%." + decimals + "f", value);
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

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
