package io.tidemark.parse.protobuf;

import io.tidemark.parse.LabelText;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The labels of OTLP's nested levels: resource, scope, data point, bucket. Of several labels with
 * one name, that of the innermost level counts and, within a level, the last. When a level ends,
 * its labels and its errors are dropped. Number and size are bounded, including hidden labels.
 */
final class OtlpLabels {
  private static final byte[] NAME = "__name__".getBytes(StandardCharsets.US_ASCII);
  private static final String NOT_TEXT = "a name or label is not UTF-8 or holds NUL";
  private static final int MAX_LABELS = 4 * Labels.Builder.MAX_LABELS;
  private static final int MAX_BYTES = 4 * Labels.Builder.MAX_BYTES;
  private static final int MAX_LEVELS = 4;

  private final Labels.Builder builder = new Labels.Builder();
  private final int[] starts = new int[MAX_LEVELS];
  private int level;

  private byte[][] names = new byte[32][];
  private byte[][] values = new byte[32][];
  private int[] hashes = new int[32];

  /** Index of the outer level's label that a label hides, -1 for none. */
  private int[] hides = new int[32];

  private boolean[] hidden = new boolean[32];
  private int count;
  private int bytes;

  /** The first error, which occurred in level {@link #refusedAt}; null if there is none. */
  private String refusal;

  private int refusedAt;

  void clear() {
    level = 0;
    count = 0;
    bytes = 0;
    refusal = null;
  }

  void begin() {
    starts[level++] = count;
  }

  void end() {
    int start = starts[--level];
    while (count > start) {
      count--;
      bytes -= names[count].length + values[count].length;
      if (hides[count] >= 0) {
        hidden[hides[count]] = false;
      }
    }
    if (refusedAt > level) {
      refusal = null;
    }
  }

  /** Tells whether there is an error, so that no more labels are kept. */
  boolean isRefused() {
    return refusal != null;
  }

  void refuse(String why) {
    if (refusal == null) {
      refusal = why;
      refusedAt = level;
    }
  }

  /** Adds a label, and keeps both arrays. A label without a name or a value is ignored. */
  void add(byte[] name, byte[] value) {
    if (isRefused() || name.length == 0 || value.length == 0) {
      return;
    }
    if (!LabelText.isValid(name, 0, name.length) || !LabelText.isValid(value, 0, value.length)) {
      refuse(NOT_TEXT);
      return;
    }
    bytes += name.length + value.length;
    int hash = Arrays.hashCode(name);
    int same = find(name, hash);
    if (same >= starts[level - 1]) {
      bytes -= name.length + values[same].length;
      values[same] = value;
    } else if (count == MAX_LABELS || bytes > MAX_BYTES) {
      bytes -= name.length + value.length;
      refuse("attributes too large [max=%d, maxBytes=%d]".formatted(MAX_LABELS, MAX_BYTES));
    } else {
      push(name, hash, value, same);
    }
  }

  private void push(byte[] name, int hash, byte[] value, int same) {
    if (count == names.length) {
      names = Arrays.copyOf(names, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
      hashes = Arrays.copyOf(hashes, 2 * count);
      hides = Arrays.copyOf(hides, 2 * count);
      hidden = Arrays.copyOf(hidden, 2 * count);
    }
    names[count] = name;
    values[count] = value;
    hashes[count] = hash;
    hides[count] = same;
    hidden[count] = false;
    if (same >= 0) {
      hidden[same] = true;
    }
    count++;
  }

  /** Returns the index of the innermost label with this name, -1 for none. */
  private int find(byte[] name, int hash) {
    int i = count - 1;
    while (i >= 0 && !(hashes[i] == hash && Arrays.equals(names[i], name))) {
      i--;
    }
    return i;
  }

  /** Returns the labels of a series with this metric name. */
  Labels build(byte[] metric) throws InvalidLabelsException {
    if (isRefused() || !LabelText.isValid(metric, 0, metric.length)) {
      throw new InvalidLabelsException(isRefused() ? refusal : NOT_TEXT);
    }
    builder.clear();
    builder.add(NAME, 0, NAME.length, metric, 0, metric.length);
    for (int i = 0; i < count; i++) {
      if (!hidden[i]) {
        builder.add(names[i], 0, names[i].length, values[i], 0, values[i].length);
      }
    }
    return builder.build();
  }
}
