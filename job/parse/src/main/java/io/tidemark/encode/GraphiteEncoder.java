package io.tidemark.encode;

import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;

/** Writes Graphite's plaintext protocol with tags, which has only whole seconds and no escapes. */
public final class GraphiteEncoder implements SampleEncoder {
  @Override
  public void encode(Sample sample, ByteArrayOutputStream to) {
    Labels series = sample.labels();
    to.writeBytes(TextWriter.name(series));
    for (LabelCursor label = series.cursor(); label.next(); ) {
      if (!TextWriter.isName(series, label)) {
        to.write(';');
        TextWriter.labelName(to, series, label);
        to.write('=');
        TextWriter.labelValue(to, series, label);
      }
    }
    to.write(' ');
    TextWriter.number(to, sample.value());
    TextWriter.text(to, " " + Math.floorDiv(sample.timestampMillis(), 1000L) + "\n");
  }
}
