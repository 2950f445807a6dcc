package io.tidemark.sink.otlp;

/**
 * The fields of an {@code ExportMetricsServiceRequest} that are written: number and wire type of
 * each (opentelemetry-proto, metrics/v1/metrics.proto and common/v1/common.proto).
 */
final class OtlpFields {
  static final int RESOURCE_METRICS = 1 << 3 | 2;
  static final int SCOPE_METRICS = 2 << 3 | 2;
  static final int METRIC = 2 << 3 | 2;
  static final int NAME = 1 << 3 | 2;
  static final int GAUGE = 5 << 3 | 2;
  static final int POINT = 1 << 3 | 2;
  static final int TIME = 3 << 3 | 1;
  static final int VALUE = 4 << 3 | 1;
  static final int ATTRIBUTE = 7 << 3 | 2;
  static final int KEY = 1 << 3 | 2;
  static final int ATTRIBUTE_VALUE = 2 << 3 | 2;
  static final int STRING = 1 << 3 | 2;

  /** A point's time and value. */
  static final int POINT_BYTES = 2 * (1 + Long.BYTES);

  /** Tags and the longest sizes below 2^31 of a metric, its gauge and its point. */
  static final int MAX_METRIC_HEAD_BYTES = 3 * (1 + 5) + POINT_BYTES;

  /** Of resource and scope. */
  static final int MAX_HEAD_BYTES = 2 * (1 + 5);

  static final long NANOS_PER_MILLI = 1_000_000;

  private OtlpFields() {}
}
