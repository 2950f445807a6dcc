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

/** Collects the labels of one series from bytes, and checks them with {@link LabelText}. Reused. */
final class TextLabels {
  private static final byte[] NAME = "__name__".getBytes(StandardCharsets.US_ASCII);

  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
  private final Labels.Builder builder = new Labels.Builder();

  void clear() {
    builder.clear();
  }

  void addName(byte[] text, int from, int to) throws InvalidLabelsException {
    add(NAME, 0, NAME.length, text, from, to);
  }

  void add(byte[] text, int nameFrom, int nameTo, int valueFrom, int valueTo)
      throws InvalidLabelsException {
    add(text, nameFrom, nameTo, text, valueFrom, valueTo);
  }

  void addName(String name) throws RejectedException, InvalidLabelsException {
    byte[] text = utf8(name);
    addName(text, 0, text.length);
  }

  /** Adds the remaining entries of an object as labels, except those without a name. */
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
    // The encoder replaces half of a surrogate pair by a question mark.
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

  /** Adds a label, unless its value is empty. */
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
