package io.tidemark.job.amplify;

import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.JobConfig.Limits;
import io.tidemark.series.Amplification;
import io.tidemark.series.InstanceLabels;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.KeptTimestamps;
import io.tidemark.sink.TargetConfig;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses samples before they are amplified if a database would drop them and still answer
 * "accepted". Each rule's name is the reason in the dead letter and in the metric.
 */
public final class SampleRules {
  static final String NOT_A_NUMBER = "not-a-number";
  static final String TIMESTAMP_NOT_POSITIVE = "timestamp-not-positive";
  static final String TIMESTAMP_TOO_EARLY = "timestamp-too-early";
  static final String TIMESTAMP_OFF_STEP = "timestamp-off-step";
  static final String TIMESTAMP_IN_FUTURE = "timestamp-in-future";
  static final String TIMESTAMP_BEFORE_RETENTION = "timestamp-before-retention";
  static final String TOO_MANY_LABELS = "too-many-labels";
  static final String LABEL_NAME_TOO_LONG = "label-name-too-long";
  static final String LABEL_VALUE_TOO_LONG = "label-value-too-long";
  static final String LABELS_TOO_LARGE = "labels-too-large";

  /** Prometheus' stale marker is a NaN with a meaning, so it passes. */
  private static final long STALE_MARKER = 0x7ff0000000000002L;

  private final Limits limits;
  private final Map<String, String> extraLabels;
  private final InstanceLabels instanceLabels;
  private final int longestSuffix;
  private final long futureMillis;
  private final long retentionMillis;
  private final long lastOffsetMillis;
  private final long earliestMillis;
  private final long stepMillis;

  /**
   * @param kept the timestamps that are kept, see {@link io.tidemark.sink.Tsdb#timestamps}
   */
  public SampleRules(
      Limits limits, TargetConfig target, Amplification amplification, KeptTimestamps kept) {
    this.limits = limits;
    this.extraLabels = target.extraLabels();
    this.instanceLabels = amplification.instanceLabels().except(extraLabels.keySet());
    this.longestSuffix = InstanceLabels.suffix(amplification.n() - 1).length();
    this.futureMillis = limits.future().toMillis();
    this.retentionMillis = limits.retention().toMillis();
    this.lastOffsetMillis = amplification.offsetMillis(amplification.m() - 1);
    this.earliestMillis = kept.earliest();
    this.stepMillis = kept.step();
  }

  /** Returns why to refuse a source sample and all its copies, or null; does not allocate. */
  public String refuse(Sample sample, long nowMillis) {
    return refuse(sample.timestampMillis(), sample.value(), nowMillis);
  }

  String refuse(long timestamp, double value, long nowMillis) {
    if (Double.isNaN(value) && Double.doubleToRawLongBits(value) != STALE_MARKER) {
      return NOT_A_NUMBER;
    }
    if (timestamp < earliestMillis) {
      return timestamp <= 0 ? TIMESTAMP_NOT_POSITIVE : TIMESTAMP_TOO_EARLY;
    }
    // The step of most databases is 1, and a division for each sample would cost time.
    if (stepMillis > 1 && timestamp % stepMillis != 0) {
      return TIMESTAMP_OFF_STEP;
    }
    if (timestamp > nowMillis + futureMillis - lastOffsetMillis) {
      return TIMESTAMP_IN_FUTURE;
    }
    if (retentionMillis > 0 && timestamp < nowMillis - retentionMillis) {
      return TIMESTAMP_BEFORE_RETENTION;
    }
    return null;
  }

  /** Returns why to refuse the series as it will be written, or null; called once per template. */
  public String refuse(Labels labels) {
    int count = extraLabels.size();
    long bytes = 0;
    boolean hasInstance = false;
    for (LabelCursor label = labels.cursor(); label.next(); ) {
      if (label.nameLength() > limits.labelNameBytes()) {
        return LABEL_NAME_TOO_LONG;
      }
      String name = label.name();
      boolean instance = instanceLabels.has(name);
      hasInstance |= instance;
      int valueBytes = label.valueLength() + (instance ? longestSuffix : 0);
      if (valueBytes > limits.labelValueBytes()) {
        return LABEL_VALUE_TOO_LONG;
      }
      if (!extraLabels.containsKey(name)) {
        count++;
        bytes += label.nameLength() + valueBytes;
      }
    }
    for (Map.Entry<String, String> extra : extraLabels.entrySet()) {
      boolean instance = instanceLabels.has(extra.getKey());
      hasInstance |= instance;
      int valueBytes = utf8Bytes(extra.getValue());
      if (valueBytes > limits.labelValueBytes()) {
        return LABEL_VALUE_TOO_LONG;
      }
      bytes += utf8Bytes(extra.getKey()) + valueBytes + (instance ? longestSuffix : 0);
    }
    if (!hasInstance && longestSuffix > 0) {
      count++;
      bytes += utf8Bytes(instanceLabels.first()) + longestSuffix;
    }
    if (count > Math.min(limits.labels(), Labels.Builder.MAX_LABELS)) {
      return TOO_MANY_LABELS;
    }
    return bytes > Labels.Builder.MAX_BYTES ? LABELS_TOO_LARGE : null;
  }

  private static int utf8Bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Returns the setting behind such a reason as {@code key=value}; empty if there is none. */
  Optional<String> bound(String reason) {
    return Optional.ofNullable(
        switch (reason) {
          case TOO_MANY_LABELS -> "limits.labels=" + limits.labels();
          case LABELS_TOO_LARGE -> "bytes of all labels=" + Labels.Builder.MAX_BYTES;
          case LABEL_NAME_TOO_LONG -> "limits.label-name-bytes=" + limits.labelNameBytes();
          case LABEL_VALUE_TOO_LONG -> "limits.label-value-bytes=" + limits.labelValueBytes();
          case TIMESTAMP_IN_FUTURE -> "limits.future=" + DurationText.format(limits.future());
          case TIMESTAMP_BEFORE_RETENTION ->
              "limits.retention=" + DurationText.format(limits.retention());
          default -> null;
        });
  }
}
