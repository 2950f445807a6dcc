package io.tidemark.sink.rows;

import io.tidemark.series.JsonText;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import java.io.ByteArrayOutputStream;

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
      JsonText.quoted(json, labels.encoded(), label.nameOffset(), label.nameLength());
      json.write(':');
      JsonText.quoted(json, labels.encoded(), label.valueOffset(), label.valueLength());
    }
    json.write('}');
    return json.toByteArray();
  }
}
