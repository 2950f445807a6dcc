package io.tidemark.parse.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.parse.LabelText;
import io.tidemark.parse.RejectedException;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import java.io.IOException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/** Labels of one series, checked as {@link LabelText} and gathered from bytes. Reused. */
final class TextLabels {
  private static final byte[] NAME = "__name__".getBytes(StandardCharsets.US_ASCII);

  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
  private final Labels.Builder builder = new Labels.Builder();

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

  /** The metric's name. */
  void addName(String name) throws RejectedException, InvalidLabelsException {
    byte[] text = utf8(name);
    addName(text, 0, text.length);
  }

  /** The rest of an object whose entries are labels; one without a name counts as none. */
  void addEntries(JsonParser json) throws IOException, RejectedException, InvalidLabelsException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      byte[] name = utf8(json.currentName());
      Json.expect(json, JsonToken.VALUE_STRING, "a string");
      byte[] value = utf8(json.getText());
      if (name.length > 0) {
        add(name, 0, name.length, value, 0, value.length);
      }
    }
  }

  private byte[] utf8(String text) throws RejectedException {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    // For half of a surrogate pair there is a question mark.
    if (utf8.length != text.length() ? !encoder.canEncode(text) : hasSurrogate(text)) {
      throw RejectedException.undecodable("half of a surrogate pair");
    }
    return utf8;
  }

  private static boolean hasSurrogate(String text) {
    int i = 0;
    while (i < text.length() && !Character.isSurrogate(text.charAt(i))) {
      i++;
    }
    return i < text.length();
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
