package io.tidemark.sink.victoriametrics;

import io.tidemark.series.Labels;
import io.tidemark.series.SampleLimits;
import io.tidemark.sink.TsdbNode;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads from the flags of processes how many and how long labels may be, and between which times
 * samples are kept; the flags' defaults differ from version to version. Of several processes the
 * lowest limit counts. Pure.
 */
final class FlagLimits {
  private static final String LABELS = "maxLabelsPerTimeseries";
  private static final String NAME_BYTES = "maxLabelNameLen";
  private static final String VALUE_BYTES = "maxLabelValueLen";

  private static final String RETENTION = "retentionPeriod";
  private static final String FUTURE = "futureRetention";

  static final Set<String> FLAGS = Set.of(LABELS, NAME_BYTES, VALUE_BYTES, RETENTION, FUTURE);

  /** A period without a unit is in months of 31 days. */
  private static final Pattern PERIOD = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)([hdwMy]?)");

  private static final Map<String, Duration> UNITS =
      Map.of(
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1),
          "w", Duration.ofDays(7),
          "M", Duration.ofDays(31),
          "", Duration.ofDays(31),
          "y", Duration.ofDays(365));

  private FlagLimits() {}

  /**
   * @param otherwise the limits for what no process's flags say
   */
  static SampleLimits of(List<TsdbNode> nodes, SampleLimits otherwise) {
    return new SampleLimits(
        Math.min(Labels.Builder.MAX_LABELS, least(nodes, LABELS, otherwise.labels())),
        least(nodes, NAME_BYTES, otherwise.labelNameBytes()),
        least(nodes, VALUE_BYTES, otherwise.labelValueBytes()),
        least(nodes, FUTURE, otherwise.future()),
        least(nodes, RETENTION, otherwise.retention()));
  }

  private static int least(List<TsdbNode> nodes, String flag, int otherwise) {
    OptionalInt least =
        nodes.stream()
            .map(node -> node.flags().get(flag))
            .filter(Objects::nonNull)
            .filter(value -> value.matches("[1-9]\\d{0,8}"))
            .mapToInt(Integer::parseInt)
            .min();
    return least.orElse(otherwise);
  }

  private static Duration least(List<TsdbNode> nodes, String flag, Duration otherwise) {
    return nodes.stream()
        .map(node -> node.flags().get(flag))
        .filter(Objects::nonNull)
        .map(PERIOD::matcher)
        .filter(Matcher::matches)
        .map(FlagLimits::period)
        .filter(period -> !period.isZero())
        .min(Comparator.naturalOrder())
        .orElse(otherwise);
  }

  private static Duration period(Matcher text) {
    double millis = Double.parseDouble(text.group(1)) * UNITS.get(text.group(2)).toMillis();
    return Duration.ofMillis((long) millis);
  }
}
