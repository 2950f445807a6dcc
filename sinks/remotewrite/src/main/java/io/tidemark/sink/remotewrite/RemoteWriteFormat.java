package io.tidemark.sink.remotewrite;

import io.tidemark.series.Amplification;
import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Prometheus remote write, as VictoriaMetrics takes version 1 of it at {@code /api/v1/write}: a
 * protobuf message, compressed. Values and timestamps are always written, also when they are zero.
 * Immutable, so it may be shared between threads.
 */
public final class RemoteWriteFormat implements WireFormat {
  /**
   * The most bytes, decompressed, that VictoriaMetrics takes by default ({@code
   * -maxInsertRequestSize}).
   */
  static final int MAX_DECODED_BYTES = 32 * 1024 * 1024;

  /** The instance labels of samples that are written without copies. */
  private static final InstanceLabel PLAIN =
      instanceLabel(
          new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME), Set.of(), 0);

  private final Labels extraLabels;
  private final Amplification amplification;
  private final BodyCompression compression;
  private final InstanceLabel instanceLabel;
  private final MessageVersion version;

  /**
   * @param extraLabels the labels added to every series; they win over a label of the same name
   * @throws IllegalArgumentException if an extra label has no name or no value
   */
  public RemoteWriteFormat(
      Map<String, String> extraLabels, Amplification amplification, Compression compression) {
    this(extraLabels, amplification, compression, MessageVersion.V1);
  }

  /** Makes the format in a given version of the message. */
  public RemoteWriteFormat(
      Map<String, String> extraLabels,
      Amplification amplification,
      Compression compression,
      MessageVersion version) {
    extraLabels.forEach(
        (name, value) -> {
          if (name.isEmpty() || value.isEmpty()) {
            throw new IllegalArgumentException(
                "an extra label needs a name and a value [name=%s, value=%s]"
                    .formatted(name, value));
          }
        });
    this.extraLabels = extraLabels.isEmpty() ? null : Labels.of(extraLabels);
    this.amplification = amplification;
    this.compression = BodyCompression.of(compression);
    this.version = version;
    instanceLabel = instanceLabel(amplification, extraLabels.keySet(), version.labelBytes());
  }

  private static InstanceLabel instanceLabel(
      Amplification amplification, Set<String> extraLabels, int moreLabelBytes) {
    return new InstanceLabel(
        amplification.instanceLabels().except(extraLabels), amplification, moreLabelBytes);
  }

  @Override
  public SeriesTemplate template(Labels labels) {
    Labels written = extraLabels == null ? labels : withExtraLabels(labels);
    return instanceLabel.template(written, labels.hash());
  }

  @Override
  public PayloadBuilder newPayloadBuilder() {
    return new RemoteWriteBuilder(amplification, compression, instanceLabel, version);
  }

  @Override
  public List<Sample> decode(Payload payload) {
    return decode(payload.body(), payload.encoding());
  }

  /**
   * @throws IllegalArgumentException if the body is not of this format
   */
  public static List<Sample> decode(byte[] body, String encoding) {
    MessageVersion version = MessageVersion.of(encoding);
    byte[] raw =
        BodyCompression.byEncoding(version.compression(encoding))
            .decompress(body, MAX_DECODED_BYTES);
    return version == MessageVersion.V1
        ? RemoteWriteReader.read(raw)
        : RemoteWriteReader.readVersion2(raw);
  }

  /** Returns a payload of the same samples in version 1, for a server that takes no other. */
  public static Payload inVersion1(Payload payload) {
    var encoder = new RawEncoder();
    encoder.clear();
    List<Sample> samples = decode(payload.body(), payload.encoding());
    samples.forEach(sample -> encoder.encode(PLAIN, sample));
    byte[] body = new byte[BodyCompression.SNAPPY.maxCompressedBytes(encoder.size())];
    int size = BodyCompression.SNAPPY.compress(encoder.bytes(), encoder.size(), body);
    return new Payload(
        Arrays.copyOf(body, size), BodyCompression.SNAPPY.encoding, samples.size(), encoder.size());
  }

  /**
   * Returns a payload with the same body in Snappy, for a server that takes no other.
   *
   * @throws IllegalArgumentException if the payload is damaged
   */
  public static Payload inSnappy(Payload payload) {
    byte[] raw =
        BodyCompression.byEncoding(payload.encoding())
            .decompress(payload.body(), MAX_DECODED_BYTES);
    byte[] body = new byte[BodyCompression.SNAPPY.maxCompressedBytes(raw.length)];
    int size = BodyCompression.SNAPPY.compress(raw, raw.length, body);
    return new Payload(
        Arrays.copyOf(body, size),
        BodyCompression.SNAPPY.encoding,
        payload.samples(),
        payload.rawBytes());
  }

  @Override
  public Payload encode(List<Sample> samples) {
    RawEncoder encoder = version.newRawEncoder(amplification.instanceLabels());
    encoder.clear();
    samples.forEach(sample -> encoder.encode(instanceLabel, sample));
    byte[] body = new byte[compression.maxCompressedBytes(encoder.size())];
    int size = compression.compress(encoder.bytes(), encoder.size(), body);
    return new Payload(
        Arrays.copyOf(body, size), version.encoding(compression), samples.size(), encoder.size());
  }

  /** Merges the labels with the extra ones; both are sorted by name. */
  private Labels withExtraLabels(Labels labels) {
    byte[] source = labels.encoded();
    byte[] extra = extraLabels.encoded();
    byte[] merged = new byte[source.length + extra.length];
    int size = 0;
    LabelCursor ours = extraLabels.cursor();
    boolean more = ours.next();
    for (LabelCursor theirs = labels.cursor(); theirs.next(); ) {
      int order = -1;
      while (more && (order = compareNames(extra, ours, source, theirs)) < 0) {
        size = append(merged, size, extra, ours);
        more = ours.next();
      }
      if (order != 0) {
        size = append(merged, size, source, theirs);
      }
    }
    for (; more; more = ours.next()) {
      size = append(merged, size, extra, ours);
    }
    return Labels.ofEncoded(Arrays.copyOf(merged, size));
  }

  private static int compareNames(byte[] a, LabelCursor labelOfA, byte[] b, LabelCursor labelOfB) {
    return Arrays.compareUnsigned(
        a,
        labelOfA.nameOffset(),
        labelOfA.nameOffset() + labelOfA.nameLength(),
        b,
        labelOfB.nameOffset(),
        labelOfB.nameOffset() + labelOfB.nameLength());
  }

  private static int append(byte[] to, int position, byte[] from, LabelCursor label) {
    int length = label.end() - label.start();
    System.arraycopy(from, label.start(), to, position, length);
    return position + length;
  }
}
