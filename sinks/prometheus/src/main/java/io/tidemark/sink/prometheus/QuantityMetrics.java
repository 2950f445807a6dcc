package io.tidemark.sink.prometheus;

import java.util.List;
import java.util.Map;

/**
 * A row of a {@link Flavour}'s table: a quantity, and the metrics whose samples are added up to it.
 * If several rows have the same quantity, the first one counts whose metrics are all on the page,
 * because a sum without one of its parts is wrong.
 *
 * @param by the label whose values are the quantity's parts; "" for none
 * @param part the name of the only part if there is no such label
 */
record QuantityMetrics(Quantity quantity, List<String> metrics, String by, String part) {
  /**
   * The quantities that a page may report of a process; each is a part of {@link
   * io.tidemark.sink.TsdbNode}.
   */
  enum Quantity {
    START_SECONDS,
    CPU_SECONDS,
    CORES,
    RESIDENT_BYTES,
    SLOTS_IN_USE,
    ROWS_INSERTED,
    /** These are counted by reason. */
    ROWS_IGNORED,
    NEW_SERIES,
    ROWS_STORED,
    DISK_BYTES,
    FSYNC_SECONDS,
    LOG_BYTES,
    /** A limit that changes what a verdict means; it is shown as a setting. */
    SETTING
  }

  static QuantityMetrics of(Quantity quantity, String... metrics) {
    return new QuantityMetrics(quantity, List.of(metrics), "", "");
  }

  /** Returns the row of one metric that is a part of the quantity. */
  static QuantityMetrics part(Quantity quantity, String part, String metric) {
    return new QuantityMetrics(quantity, List.of(metric), "", part);
  }

  /** Returns the row of limits by label, or of one limit without a label. */
  static QuantityMetrics setting(String metric, String label) {
    return new QuantityMetrics(Quantity.SETTING, List.of(metric), label, metric);
  }

  /** Returns the part to which a sample of these labels is added. */
  String partOf(Map<String, String> labels) {
    return labels.getOrDefault(by, part);
  }
}
