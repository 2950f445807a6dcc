package io.tidemark.encode;

import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;

/**
 * Writes the {@code put} command of OpenTSDB's telnet protocol, with timestamps in milliseconds.
 * The protocol has no escapes.
 */
public final class OpenTsdbPutEncoder implements SampleEncoder {
  @Override
  public void encode(Sample sample, ByteArrayOutputStream to) {
    Labels series = sample.labels();
    TextWriter.text(to, "put ");
    to.writeBytes(TextWriter.name(series));
    TextWriter.text(to, " " + sample.timestampMillis() + " ");
    TextWriter.number(to, sample.value());
    for (LabelCursor label = series.cursor(); label.next(); ) {
      if (!TextWriter.isName(series, label)) {
        to.write(' ');
        TextWriter.labelName(to, series, label);
        to.write('=');
        TextWriter.labelValue(to, series, label);
      }
    }
    to.write('\n');
  }
}
