package io.tidemark.parse.text;

import io.tidemark.parse.LabelText;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.LabelsBuilder;
import java.nio.charset.StandardCharsets;

/** Labels of one series, checked as {@link LabelText} and gathered from bytes. Reused. */
final class TextLabels {
  private static final byte[] NAME = "__name__".getBytes(StandardCharsets.US_ASCII);

  private final LabelsBuilder builder = new LabelsBuilder();

  void clear() {
    builder.clear();
  }

  /** The metric's name. */
  void addName(byte[] text, int from, int to) throws InvalidLabelsException {
    add(NAME, 0, NAME.length, text, from, to);
  }

  void add(byte[] text, int nameFrom, int nameTo, int valueFrom, int valueTo)
      throws InvalidLabelsException {
    add(text, nameFrom, nameTo, text, valueFrom, valueTo);
  }

  /** An empty value counts as no label. */
  void add(byte[] names, int nameFrom, int nameTo, byte[] values, int valueFrom, int valueTo)
      throws InvalidLabelsException {
    if (!LabelText.isValid(names, nameFrom, nameTo - nameFrom)
        || !LabelText.isValid(values, valueFrom, valueTo - valueFrom)) {
      throw new InvalidLabelsException("a name or label is not UTF-8 or holds NUL");
    }
    builder.add(names, nameFrom, nameTo - nameFrom, values, valueFrom, valueTo - valueFrom);
  }

  Labels build() throws InvalidLabelsException {
    return builder.build();
  }
}
