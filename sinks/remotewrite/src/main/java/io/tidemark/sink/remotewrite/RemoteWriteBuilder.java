package io.tidemark.sink.remotewrite;

import io.tidemark.series.Amplification;
import io.tidemark.series.Layout;
import io.tidemark.series.Slice;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import java.util.Arrays;

/**
 * Builds remote-write requests of the copies of source samples. The slice's copies are in this
 * order:
 *
 * <ul>
 *   <li>{@link Layout#TIME}: for each tick, for each source sample, for each instance;
 *   <li>{@link Layout#SERIES}: for each source sample, for each instance, for each tick;
 *   <li>{@link Layout#GROUPED}: the same, the ticks in one {@code TimeSeries}.
 * </ul>
 *
 * Scratch memory is reused and grows to the largest payload; each payload's body is an array of its
 * own, the only thing that is allocated.
 */
final class RemoteWriteBuilder implements PayloadBuilder {
  /**
   * This is far above any request that a server takes, and far enough below 2^31 for every offset.
   */
  private static final long MAX_RAW_BYTES = 1 << 30;

  private final Amplification amplification;
  private final BodyCompression compression;
  private final InstanceLabel instanceLabel;
  private final SourceSamples samples;
  private final SnappyEncoder snappyEncoder;
  private final MessageVersion version;
  private final RawEncoder rawEncoder;
  private byte[] compressed = new byte[0];
  private long sampleBytes;

  RemoteWriteBuilder(
      Amplification amplification,
      BodyCompression compression,
      InstanceLabel instanceLabel,
      MessageVersion version) {
    this.amplification = amplification;
    this.compression = compression;
    this.instanceLabel = instanceLabel;
    this.version = version;
    samples = new SourceSamples(amplification);
    snappyEncoder = version.newSnappyEncoder(samples, instanceLabel);
    rawEncoder = version.newRawEncoder(amplification.instanceLabels());
  }

  @Override
  public void append(SeriesTemplate template, long timestampMillis, double value, double endValue) {
    samples.add((RemoteWriteTemplate) template, timestampMillis, value, endValue);
    sampleBytes += template.maxSampleBytes();
  }

  @Override
  public int sourceSamples() {
    return samples.count();
  }

  @Override
  public long maxRawBytes() {
    return maxRawBytes(amplification.n(), amplification.m());
  }

  @Override
  public Payload encode(Slice slice) {
    long bound =
        maxRawBytes(slice.instanceTo() - slice.instanceFrom(), slice.tickTo() - slice.tickFrom());
    if (bound > MAX_RAW_BYTES) {
      throw new IllegalArgumentException(
          "payload too large [maxRawBytes=%d, bound=%d]; encode a smaller slice or fewer samples"
              .formatted(bound, MAX_RAW_BYTES));
    }
    int copies = samples.count() * slice.copies();
    if (compression == BodyCompression.SNAPPY && samples.timestampsTakeSixBytes(slice)) {
      byte[] body = snappyEncoder.encode(slice);
      return new Payload(body, version.encoding(compression), copies, snappyEncoder.rawBytes());
    }
    rawEncoder.clear();
    rawEncoder.encode(samples, instanceLabel, slice);
    return compress(copies);
  }

  /** Returns the raw encoder's bytes as a payload. */
  private Payload compress(int copies) {
    int bound = compression.maxCompressedBytes(rawEncoder.size());
    if (compressed.length < bound) {
      compressed = new byte[bound];
    }
    int size = compression.compress(rawEncoder.bytes(), rawEncoder.size(), compressed);
    return new Payload(
        Arrays.copyOf(compressed, size), version.encoding(compression), copies, rawEncoder.size());
  }

  @Override
  public void clear() {
    samples.clear();
    sampleBytes = 0;
  }

  private long maxRawBytes(long instances, long ticks) {
    if (amplification.layout() != Layout.GROUPED) {
      return version.messageBytes() + sampleBytes * instances * ticks;
    }
    long furtherTicks = samples.count() * (ticks - 1) * RemoteWriteTemplate.MAX_SAMPLE_FIELD_BYTES;
    return version.messageBytes() + (sampleBytes + furtherTicks) * instances;
  }
}
