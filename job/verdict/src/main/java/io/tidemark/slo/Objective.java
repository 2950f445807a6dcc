package io.tidemark.slo;

import io.tidemark.measure.Amounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An objective that a rate must keep.
 *
 * @param text the objective as the user wrote it, without blanks
 * @param percentile the percentile of latency, 0 to 100; null if the objective is about errors
 * @param limit seconds, or a share of the requests from 0 to 1
 * @param inclusive whether a value that equals the limit is kept
 */
public record Objective(String text, Double percentile, double limit, boolean inclusive) {
  private static final Pattern LATENCY = Pattern.compile("p(50|90|99|99\\.9)<(.+)");
  private static final Pattern NO_ERRORS = Pattern.compile("errors=0%?");
  private static final Pattern ERRORS = Pattern.compile("errors<([0-9]+(?:\\.[0-9]+)?)%");

  /**
   * @param texts each with one objective, or several with commas between them
   * @param reader reads a duration; throws an IllegalArgumentException if the text is none
   * @throws IllegalArgumentException if one of them is no objective that can be measured
   */
  public static List<Objective> parse(List<String> texts, Function<String, Duration> reader) {
    var objectives = new ArrayList<Objective>();
    for (String text : texts) {
      for (String one : text.split(",", -1)) {
        objectives.add(parse(one.replaceAll("\\s", "").toLowerCase(Locale.ROOT), reader));
      }
    }
    return List.copyOf(objectives);
  }

  private static Objective parse(String text, Function<String, Duration> reader) {
    Matcher latency = LATENCY.matcher(text);
    if (latency.matches()) {
      Duration limit = duration(text, latency.group(2), reader);
      return new Objective(text, Double.valueOf(latency.group(1)), limit.toNanos() / 1e9, false);
    }
    if (NO_ERRORS.matcher(text).matches()) {
      return new Objective(text, null, 0, true);
    }
    Matcher errors = ERRORS.matcher(text);
    if (errors.matches() && Double.parseDouble(errors.group(1)) <= 100) {
      return new Objective(text, null, Double.parseDouble(errors.group(1)) / 100, false);
    }
    if (text.startsWith("freshness")) {
      throw new IllegalArgumentException(
          "--slo=%s: freshness can't be measured, as no probe reads back what was acknowledged; use p99<DURATION, which ends at the acknowledgement"
              .formatted(text));
    }
    throw new IllegalArgumentException(
        "--slo=%s: expected p50, p90, p99 or p99.9 and <DURATION, errors=0 or errors<SHARE%%, such as p99<500ms or errors<0.1%%"
            .formatted(text));
  }

  private static Duration duration(String text, String limit, Function<String, Duration> reader) {
    try {
      Duration duration = reader.apply(limit);
      if (!duration.isZero()) {
        return duration;
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--slo=%s: %s".formatted(text, e.getMessage()), e);
    }
    throw new IllegalArgumentException(
        "--slo=%s: the limit must be more than nothing".formatted(text));
  }

  /** Tells whether the objective is about latency, not errors. */
  public boolean isLatency() {
    return percentile != null;
  }

  /**
   * @param measured seconds, or a share from 0 to 1
   */
  boolean isKept(double measured) {
    return inclusive ? measured <= limit : measured < limit;
  }

  /** Returns a measured value with its unit. */
  String words(double measured) {
    if (!isLatency()) {
      return Amounts.digits(100 * measured, 2) + " %";
    }
    if (Double.isInfinite(measured)) {
      return "endless, as too many samples were not acknowledged";
    }
    return measured < 1
        ? Amounts.significant(1e3 * measured, false) + " ms"
        : Amounts.significant(measured, false) + " s";
  }
}
