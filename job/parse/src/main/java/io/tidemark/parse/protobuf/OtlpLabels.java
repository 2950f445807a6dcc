package io.tidemark.parse.protobuf;

import io.tidemark.parse.LabelText;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.LabelsBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The labels of OTLP's levels, one on top of the other: resource, scope, data point, bucket. What
 * is given again further in wins. Levels end by {@link #truncate}.
 */
final class OtlpLabels {
  private static final byte[] NAME = "__name__".getBytes(StandardCharsets.US_ASCII);

  private final LabelsBuilder builder = new LabelsBuilder();
  private byte[] text = new byte[1024];
  private int textEnd;

  /** Where each label's name and value end in {@link #text}; they follow one another from 0. */
  private int[] ends = new int[2 * 32];

  /** The label that wins over this one, or 0, which wins over none. */
  private int[] winners = new int[32];

  private int count;
  private int invalidFrom = Integer.MAX_VALUE;

  int count() {
    return count;
  }

  /** Keeps the first labels. */
  void truncate(int count) {
    textEnd = count == 0 ? 0 : ends[2 * count - 1];
    if (count == this.count) {
      return;
    }
    this.count = count;
    for (int i = 0; i < count; i++) {
      if (winners[i] >= count) {
        winners[i] = 0;
      }
    }
    if (invalidFrom >= count) {
      invalidFrom = Integer.MAX_VALUE;
    }
  }

  /** Begins a label: its name is what is written until {@link #endName}. */
  void write(byte[] bytes, int from, int to) {
    reserve(to - from);
    System.arraycopy(bytes, from, text, textEnd, to - from);
    textEnd += to - from;
  }

  void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  void endName() {
    if (count == winners.length) {
      winners = Arrays.copyOf(winners, 2 * count);
      ends = Arrays.copyOf(ends, 4 * count);
    }
    ends[2 * count] = textEnd;
  }

  /** Ends the label: its value is what was written since {@link #endName}. */
  void endValue() {
    ends[2 * count + 1] = textEnd;
    int start = start(count);
    winners[count] = 0;
    for (int i = 0; i < count; i++) {
      if (ends[2 * i] - start(i) == ends[2 * count] - start
          && Arrays.equals(text, start(i), ends[2 * i], text, start, ends[2 * count])) {
        winners[i] = count;
      }
    }
    if (invalidFrom > count && !LabelText.isValid(text, start, textEnd - start)) {
      invalidFrom = count;
    }
    count++;
  }

  private int start(int label) {
    return label == 0 ? 0 : ends[2 * label - 1];
  }

  /** Of a series with these labels and this name, in two parts. */
  Labels build(byte[] metric, int from, int to, byte[] suffix) throws InvalidLabelsException {
    if (invalidFrom < count || !LabelText.isValid(metric, from, to - from)) {
      throw new InvalidLabelsException("a name or label is not UTF-8 or holds NUL or a line end");
    }
    int nameStart = textEnd;
    write(metric, from, to);
    write(suffix);
    int nameEnd = textEnd;
    textEnd = nameStart;
    builder.clear();
    builder.add(NAME, 0, NAME.length, text, nameStart, nameEnd - nameStart);
    int start = 0;
    for (int i = 0; i < count; i++) {
      int nameLimit = ends[2 * i];
      int end = ends[2 * i + 1];
      if (winners[i] == 0 && nameLimit > start) {
        builder.add(text, start, nameLimit - start, text, nameLimit, end - nameLimit);
      }
      start = end;
    }
    return builder.build();
  }

  private void reserve(int more) {
    if (textEnd + more > text.length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, textEnd + more));
    }
  }
}
