package io.tidemark.sink.prometheus;

import java.util.List;
import java.util.Map;

/**
 * A row of a {@link Flavour}'s table: a quantity, and the metrics whose samples are added up for
 * it. Of several rows for one quantity the first counts all of whose metrics are on the page: a sum
 * without one of its parts is none.
 *
 * @param by the label whose values are the quantity's parts; "" for none
 * @param part the name of the only part where there is no such label
 */
record QuantityMetrics(Quantity quantity, List<String> metrics, String by, String part) {
  /** What a page may tell of a process: a part of {@link io.tidemark.sink.TsdbNode} each. */
  enum Quantity {
    START_SECONDS,
    CPU_SECONDS,
    CORES,
    RESIDENT_BYTES,
    SLOTS_IN_USE,
    ROWS_INSERTED,
    /** By reason. */
    ROWS_IGNORED,
    NEW_SERIES,
    ROWS_STORED,
    DISK_BYTES,
    FSYNC_SECONDS,
    LOG_BYTES,
    /** A limit that changes what a verdict means; shown as a setting. */
    SETTING
  }

  static QuantityMetrics of(Quantity quantity, String... metrics) {
    return new QuantityMetrics(quantity, List.of(metrics), "", "");
  }

  /** Of one metric that is a part of the quantity. */
  static QuantityMetrics part(Quantity quantity, String part, String metric) {
    return new QuantityMetrics(quantity, List.of(metric), "", part);
  }

  /** Limits, or one limit without a label. */
  static QuantityMetrics setting(String metric, String label) {
    return new QuantityMetrics(Quantity.SETTING, List.of(metric), label, metric);
  }

  /** Under which a sample of it is added up. */
  String partOf(Map<String, String> labels) {
    return labels.getOrDefault(by, part);
  }
}
