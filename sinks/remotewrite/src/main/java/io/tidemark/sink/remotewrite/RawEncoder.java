package io.tidemark.sink.remotewrite;

import io.tidemark.series.Sample;
import io.tidemark.series.Slice;
import io.tidemark.series.Varint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes every byte of a {@code WriteRequest}, for a compressor that finds by itself what repeats:
 * zstd, and Snappy's library where {@link SnappyEncoder} can't be used.
 */
class RawEncoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int tag;
  private byte[] out;
  private int position;

  RawEncoder() {
    this(0x0A);
  }

  /**
   * @param tag the tag of a time series' field
   */
  RawEncoder(int tag) {
    this(tag, 64 * 1024);
  }

  private RawEncoder(int tag, int bytes) {
    this.tag = tag;
    this.out = new byte[bytes];
  }

  /** Returns an encoder for the labels of a series. */
  static RawEncoder ofLabels() {
    return new RawEncoder(0x0A, 1024);
  }

  void clear() {
    position = 0;
  }

  /** Returns an array with the message at its beginning. */
  byte[] bytes() {
    return out;
  }

  int size() {
    return position;
  }

  /** Prepares the labels of an instance; returns how many bytes they take. */
  int prepareLabels(RemoteWriteTemplate template, InstanceLabel instanceLabel, int instance) {
    return instanceLabel.labelsBytes(template, instance);
  }

  /** Writes the labels that were prepared last. */
  void writeLabels(RemoteWriteTemplate template, InstanceLabel instanceLabel, int instance) {
    if (instance == 0) {
      copy(template.labels, 0, template.labels.length);
    } else {
      int written = 0;
      for (int hole = 0; hole < template.holes(); hole++) {
        copy(template.labels, written, template.holeStart(hole) - written);
        position = instanceLabel.write(out, position, template, hole, instance);
        written = template.holeEnd(hole);
      }
      copy(template.labels, written, template.labels.length - written);
    }
  }

  void encode(SourceSamples samples, InstanceLabel instanceLabel, Slice slice) {
    switch (samples.amplification.layout()) {
      case TIME -> {
        for (int tick = slice.tickFrom(); tick < slice.tickTo(); tick++) {
          for (int s = 0; s < samples.count(); s++) {
            for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
              timeSeries(samples, instanceLabel, s, n, tick, tick + 1);
            }
          }
        }
      }
      case SERIES -> {
        for (int s = 0; s < samples.count(); s++) {
          for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
            for (int tick = slice.tickFrom(); tick < slice.tickTo(); tick++) {
              timeSeries(samples, instanceLabel, s, n, tick, tick + 1);
            }
          }
        }
      }
      case GROUPED -> {
        for (int s = 0; s < samples.count(); s++) {
          for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
            timeSeries(samples, instanceLabel, s, n, slice.tickFrom(), slice.tickTo());
          }
        }
      }
    }
  }

  /** Writes a label field of version 1. */
  void label(byte[] name, byte[] value) {
    int size =
        2 + Varint.size(name.length) + name.length + Varint.size(value.length) + value.length;
    reserve(RemoteWriteTemplate.MAX_ENTRY_HEADER_BYTES + size);
    out[position] = 0x0A;
    position = Varint.write(out, position + 1, size);
    text(0x0A, name);
    text(0x12, value);
  }

  private void text(int textTag, byte[] text) {
    out[position] = (byte) textTag;
    position = Varint.write(out, position + 1, text.length);
    copy(text, 0, text.length);
  }

  /** Writes one time series of one sample. */
  void encode(InstanceLabel instanceLabel, Sample sample) {
    RemoteWriteTemplate template = instanceLabel.template(sample.labels(), 0);
    int size = prepareLabels(template, instanceLabel, 0);
    beginTimeSeries(size + sampleBytes(sample.timestampMillis()));
    writeLabels(template, instanceLabel, 0);
    sample(Double.doubleToRawLongBits(sample.value()), sample.timestampMillis());
  }

  private void timeSeries(
      SourceSamples samples, InstanceLabel instanceLabel, int s, int n, int tickFrom, int tickTo) {
    RemoteWriteTemplate template = samples.templates[s];
    int size = prepareLabels(template, instanceLabel, n);
    for (int tick = tickFrom; tick < tickTo; tick++) {
      size += sampleBytes(samples.timestamp(s, tick));
    }
    beginTimeSeries(size);
    writeLabels(template, instanceLabel, n);
    for (int tick = tickFrom; tick < tickTo; tick++) {
      sample(samples.valueBits(s, n, tick), samples.timestamp(s, tick));
    }
  }

  private void beginTimeSeries(int size) {
    reserve(RemoteWriteTemplate.MAX_ENTRY_HEADER_BYTES + size);
    out[position] = (byte) tag;
    position = Varint.write(out, position + 1, size);
  }

  private void reserve(int needed) {
    if (out.length - position < needed) {
      long wanted = Math.max(2L * out.length, (long) position + needed);
      out = Arrays.copyOf(out, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
  }

  final void copy(byte[] from, int offset, int length) {
    System.arraycopy(from, offset, out, position, length);
    position += length;
  }

  private void sample(long valueBits, long timestampMillis) {
    out[position] = 0x12;
    out[position + 1] = (byte) (sampleBytes(timestampMillis) - 2);
    out[position + 2] = 0x09;
    LONG.set(out, position + 3, valueBits);
    out[position + 11] = 0x10;
    position = Varint.write(out, position + 12, timestampMillis);
  }

  private static int sampleBytes(long timestampMillis) {
    return 12 + Varint.size(timestampMillis);
  }
}
