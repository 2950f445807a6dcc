package io.tidemark.sink.rows;

import io.tidemark.series.JsonText;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import java.io.ByteArrayOutputStream;

/**
 * Makes a JSON object of labels, with names and values as strings. Their bytes pass as they are:
 * the database has to refuse what is not UTF-8, or holds a NUL that it can't store. Pure.
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
