package io.tidemark.sink.sql;

import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Labels as a JSON object, names and values as strings. Text passes as it lies there: whether it is
 * UTF-8, and without NUL, which some can't hold, is for the database to say. Pure.
 */
public final class LabelsJson {
  private LabelsJson() {}

  public static byte[] of(Labels labels) {
    var json = new ByteArrayOutputStream(labels.encoded().length + 32);
    json.write('{');
    for (LabelCursor label = labels.cursor(); label.next(); ) {
      if (json.size() > 1) {
        json.write(',');
      }
      string(json, labels.encoded(), label.nameOffset(), label.nameLength());
      json.write(':');
      string(json, labels.encoded(), label.valueOffset(), label.valueLength());
    }
    json.write('}');
    return json.toByteArray();
  }

  private static void string(ByteArrayOutputStream json, byte[] text, int offset, int length) {
    json.write('"');
    for (int i = offset; i < offset + length; i++) {
      int b = text[i] & 0xFF;
      if (b < 0x20) {
        json.writeBytes("\\u%04x".formatted(b).getBytes(StandardCharsets.US_ASCII));
      } else {
        if (b == '"' || b == '\\') {
          json.write('\\');
        }
        json.write(b);
      }
    }
    json.write('"');
  }
}
