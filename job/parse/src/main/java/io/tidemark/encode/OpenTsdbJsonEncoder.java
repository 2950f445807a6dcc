package io.tidemark.encode;

import io.tidemark.series.JsonText;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;

/**
 * Writes the JSON of OpenTSDB's {@code /api/put}: an array of samples with timestamps in
 * milliseconds.
 */
public final class OpenTsdbJsonEncoder implements SampleEncoder {
  @Override
  public void encode(Sample sample, ByteArrayOutputStream to) {
    Labels series = sample.labels();
    byte[] name = TextWriter.name(series);
    TextWriter.text(to, "{\"metric\":");
    JsonText.quoted(to, name, 0, name.length);
    TextWriter.text(to, ",\"timestamp\":" + sample.timestampMillis() + ",\"value\":");
    TextWriter.number(to, sample.value());
    TextWriter.text(to, ",\"tags\":{");
    String before = "";
    for (LabelCursor label = series.cursor(); label.next(); ) {
      if (!TextWriter.isName(series, label)) {
        TextWriter.text(to, before);
        byte[] text = series.encoded();
        JsonText.quoted(to, text, label.nameOffset(), label.nameLength());
        to.write(':');
        JsonText.quoted(to, text, label.valueOffset(), label.valueLength());
        before = ",";
      }
    }
    TextWriter.text(to, "}},");
  }

  /** Replaces the last comma by the closing bracket. */
  @Override
  public byte[] record(byte[] parts) {
    byte[] array = new byte[parts.length + 1];
    array[0] = '[';
    System.arraycopy(parts, 0, array, 1, parts.length - 1);
    array[parts.length] = ']';
    return array;
  }
}
