package io.tidemark.encode;

import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;

/**
 * Writes Prometheus' text exposition format with timestamps in milliseconds. Names are quoted, as
 * Prometheus 3 does, if they have to be. A time before 26 January 1970 would be read as seconds.
 */
public final class PrometheusEncoder implements SampleEncoder {
  private static final String SPECIAL = "\\\"";

  @Override
  public void encode(Sample sample, ByteArrayOutputStream to) {
    Labels series = sample.labels();
    byte[] name = TextWriter.name(series);
    boolean bare = isBare(name, 0, name.length, true);
    if (bare) {
      to.writeBytes(name);
    }
    to.write('{');
    String before = "";
    if (!bare) {
      quoted(to, name, 0, name.length);
      before = ",";
    }
    for (LabelCursor label = series.cursor(); label.next(); ) {
      if (!TextWriter.isName(series, label)) {
        TextWriter.text(to, before);
        label(to, series, label);
        before = ",";
      }
    }
    TextWriter.text(to, "} ");
    TextWriter.text(to, value(sample.value()));
    TextWriter.text(to, " " + sample.timestampMillis() + "\n");
  }

  private static void label(ByteArrayOutputStream to, Labels series, LabelCursor label) {
    byte[] text = series.encoded();
    if (isBare(text, label.nameOffset(), label.nameLength(), false)) {
      TextWriter.labelName(to, series, label);
    } else {
      quoted(to, text, label.nameOffset(), label.nameLength());
    }
    to.write('=');
    quoted(to, text, label.valueOffset(), label.valueLength());
  }

  private static void quoted(ByteArrayOutputStream to, byte[] text, int from, int length) {
    to.write('"');
    TextWriter.escaped(to, text, from, length, SPECIAL);
    to.write('"');
  }

  private static boolean isBare(byte[] text, int from, int length, boolean colons) {
    for (int i = from; i < from + length; i++) {
      byte c = text[i];
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
      boolean digit = c >= '0' && c <= '9' && i > from;
      if (!letter && !digit && !(colons && c == ':')) {
        return false;
      }
    }
    return length > 0;
  }

  private static String value(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    return Double.toString(value);
  }
}
