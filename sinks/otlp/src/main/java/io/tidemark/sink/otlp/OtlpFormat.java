package io.tidemark.sink.otlp;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.series.InstanceLabels;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import java.util.List;
import java.util.Map;

/**
 * OpenTelemetry's metrics, as OTLP over HTTP takes them: each sample a point of a gauge, its labels
 * the point's attributes, {@code __name__} the metric's name; no resource, no scope. Values go bit
 * by bit, times as nanoseconds. Immutable, so it may be shared between threads.
 */
public final class OtlpFormat implements WireFormat {
  /** Reason of dead letters. */
  static final String NO_PLAIN_NAME = "no-letter-in-a-name";

  private static final Amplification AS_IT_IS =
      new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME);

  private final Copies copies;
  private final InstanceLabels instanceLabels;
  private final Compression compression;
  private final Amplification amplification;

  /**
   * @param extraLabels added to every series; they win over a label of the same name
   */
  public OtlpFormat(
      Map<String, String> extraLabels, Amplification amplification, Compression compression) {
    this.amplification = amplification;
    this.compression = compression;
    copies = new Copies(amplification, extraLabels);
    instanceLabels = amplification.instanceLabels().except(extraLabels.keySet());
  }

  /**
   * Receivers that keep letters, digits and underscores alone make the others underscores, and fail
   * where nothing else is left, as if asking again helped.
   */
  @Override
  public String refuse(Labels labels) {
    byte[] encoded = labels.encoded();
    for (LabelCursor label = labels.cursor(); label.next(); ) {
      boolean isMetric = label.name().equals("__name__");
      int from = isMetric ? label.valueOffset() : label.nameOffset();
      int length = isMetric ? label.valueLength() : label.nameLength();
      if (!hasLetter(encoded, from, from + length)) {
        return NO_PLAIN_NAME;
      }
    }
    return null;
  }

  private static boolean hasLetter(byte[] text, int from, int to) {
    for (int at = from; at < to; at++) {
      int lower = text[at] | 0x20;
      if (lower >= 'a' && lower <= 'z' || text[at] >= '0' && text[at] <= '9') {
        return true;
      }
    }
    return false;
  }

  @Override
  public SeriesTemplate template(Labels labels) {
    return new OtlpTemplate(
        copies.labels(labels, 0), labels.hash(), instanceLabels, amplification.n() - 1);
  }

  @Override
  public PayloadBuilder newPayloadBuilder() {
    return new OtlpBuilder(amplification, compression);
  }

  @Override
  public List<Sample> decode(Payload payload) {
    return samples(payload);
  }

  /**
   * @throws IllegalArgumentException if the body is not of this format
   */
  public static List<Sample> samples(Payload payload) {
    byte[] raw =
        payload.encoding().equals(Compression.GZIP.encoding())
            ? OtlpReader.unpacked(payload.body())
            : payload.body();
    return new OtlpReader(raw).read();
  }

  @Override
  public Payload encode(List<Sample> samples) {
    var builder = new OtlpBuilder(AS_IT_IS, compression);
    for (Sample sample : samples) {
      var template =
          new OtlpTemplate(sample.labels(), sample.labels().hash(), AS_IT_IS.instanceLabels(), 0);
      builder.append(template, sample.timestampMillis(), sample.value(), sample.value());
    }
    return builder.encode(AS_IT_IS.all());
  }
}
