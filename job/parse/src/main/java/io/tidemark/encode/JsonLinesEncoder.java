package io.tidemark.encode;

import io.tidemark.series.JsonText;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;

/** Writes JSON lines as databases with PromQL import them, one line for each sample. */
public final class JsonLinesEncoder implements SampleEncoder {
  @Override
  public void encode(Sample sample, ByteArrayOutputStream to) {
    Labels series = sample.labels();
    byte[] text = series.encoded();
    TextWriter.text(to, "{\"metric\":{");
    String before = "";
    for (LabelCursor label = series.cursor(); label.next(); ) {
      TextWriter.text(to, before);
      JsonText.quoted(to, text, label.nameOffset(), label.nameLength());
      to.write(':');
      JsonText.quoted(to, text, label.valueOffset(), label.valueLength());
      before = ",";
    }
    TextWriter.text(to, "},\"values\":[");
    TextWriter.number(to, sample.value());
    TextWriter.text(to, "],\"timestamps\":[" + sample.timestampMillis() + "]}\n");
  }
}
