package io.tidemark.encode;

import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;

/**
 * Writes the Influx line protocol, one line with one field for each sample. The metric's name is
 * split at its last underscore into measurement and field; without an underscore the measurement is
 * empty.
 */
public final class InfluxEncoder implements SampleEncoder {
  private static final String IN_MEASUREMENT = ", \\";
  private static final String IN_KEY = ",= \\";

  private final TimestampUnit unit;

  /**
   * @param unit unit of the timestamps; {@link TimestampUnit#AUTO} writes nanoseconds
   */
  public InfluxEncoder(TimestampUnit unit) {
    this.unit = unit;
  }

  @Override
  public void encode(Sample sample, ByteArrayOutputStream to) {
    Labels series = sample.labels();
    byte[] name = TextWriter.name(series);
    int underscore = lastUnderscore(name);
    TextWriter.escaped(to, name, 0, Math.max(0, underscore), IN_MEASUREMENT);
    byte[] text = series.encoded();
    for (LabelCursor label = series.cursor(); label.next(); ) {
      if (!TextWriter.isName(series, label)) {
        to.write(',');
        TextWriter.escaped(to, text, label.nameOffset(), label.nameLength(), IN_KEY);
        to.write('=');
        TextWriter.escaped(to, text, label.valueOffset(), label.valueLength(), IN_KEY);
      }
    }
    to.write(' ');
    TextWriter.escaped(to, name, underscore + 1, name.length - underscore - 1, IN_KEY);
    to.write('=');
    TextWriter.number(to, sample.value());
    TextWriter.text(to, " " + timestamp(sample.timestampMillis()) + "\n");
  }

  /** Returns the last underscore that has text on both sides; -1 if there is none. */
  private static int lastUnderscore(byte[] name) {
    for (int i = name.length - 2; i > 0; i--) {
      if (name[i] == '_') {
        return i;
      }
    }
    return -1;
  }

  private String timestamp(long millis) {
    return switch (unit) {
      case S -> Long.toString(millis / 1000);
      case MS -> Long.toString(millis);
      case US -> millis + "000";
      case NS, AUTO -> millis + "000000";
    };
  }
}
