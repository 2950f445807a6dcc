package io.tidemark.sink.opentsdb;

import io.tidemark.series.Copies;
import io.tidemark.series.Labels;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.client.TextBody;
import java.util.LinkedHashMap;
import java.util.Map;

/** A series ready to be written: what stands around time and value of each of its N instances. */
final class PointTemplate implements SeriesTemplate {
  private static final String NAME = "__name__";

  /** Digits of a long, and the longest of doubles ("-2.2250738585072014E-308"). */
  private static final int MAX_NUMBERS = 20 + 24;

  /** Of the source's labels, without extra ones: what jitter derives from. */
  final long sourceHash;

  /** Instance by instance. */
  private final byte[][] heads;

  private final byte[][] tails;
  private final int maxSampleBytes;

  PointTemplate(Wire wire, Copies copies, Labels source) {
    sourceHash = source.hash();
    heads = new byte[copies.amplification().n()][];
    tails = new byte[heads.length][];
    int longest = 0;
    for (int instance = 0; instance < heads.length; instance++) {
      var tags = tags(copies.labels(source, instance));
      String metric = tags.remove(NAME);
      heads[instance] = Wire.ascii(wire.head(metric == null ? "" : metric, tags));
      tails[instance] = Wire.ascii(wire.tail(tags));
      longest = Math.max(longest, heads[instance].length + tails[instance].length);
    }
    maxSampleBytes = longest + MAX_NUMBERS + wire.middle.length + wire.separator.length;
  }

  /** The metric among them, under its label. */
  static Map<String, String> tags(Labels labels) {
    var tags = new LinkedHashMap<String, String>();
    labels
        .toMap()
        .forEach(
            (name, value) ->
                tags.put(name.equals(NAME) ? NAME : Names.escaped(name), Names.escaped(value)));
    return tags;
  }

  /** Behind those that the body has. */
  void putPoint(TextBody body, Wire wire, int instance, long timestampMillis, byte[] value) {
    if (body.length() > wire.begin.length) {
      body.put(wire.separator);
    }
    body.put(heads[instance]);
    body.putDigits(timestampMillis);
    body.put(wire.middle);
    body.put(value);
    body.put(tails[instance]);
  }

  @Override
  public int maxSampleBytes() {
    return maxSampleBytes;
  }
}
