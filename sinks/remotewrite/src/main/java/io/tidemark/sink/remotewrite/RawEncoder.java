package io.tidemark.sink.remotewrite;

import io.tidemark.series.Labels;
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
final class RawEncoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] out = new byte[64 * 1024];
  private int position;

  void clear() {
    position = 0;
  }

  byte[] bytes() {
    return out;
  }

  int size() {
    return position;
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

  /** One time series of one sample. */
  void encode(Labels labels, long timestampMillis, double value) {
    byte[] encoded = labels.encoded();
    beginTimeSeries(encoded.length + sampleBytes(timestampMillis));
    copy(encoded, 0, encoded.length);
    sample(Double.doubleToRawLongBits(value), timestampMillis);
  }

  private void timeSeries(
      SourceSamples samples, InstanceLabel instanceLabel, int s, int n, int tickFrom, int tickTo) {
    RemoteWriteTemplate template = samples.templates[s];
    int size = instanceLabel.labelsBytes(template, n);
    for (int tick = tickFrom; tick < tickTo; tick++) {
      size += sampleBytes(samples.timestamp(s, tick));
    }
    beginTimeSeries(size);
    if (n == 0) {
      copy(template.labels, 0, template.labels.length);
    } else {
      copy(template.labels, 0, template.holeStart);
      position = instanceLabel.write(out, position, template, n);
      copy(template.labels, template.holeEnd, template.labels.length - template.holeEnd);
    }
    for (int tick = tickFrom; tick < tickTo; tick++) {
      sample(samples.valueBits(s, n, tick), samples.timestamp(s, tick));
    }
  }

  private void beginTimeSeries(int size) {
    int needed = RemoteWriteTemplate.MAX_ENTRY_HEADER_BYTES + size;
    if (out.length - position < needed) {
      long wanted = Math.max(2L * out.length, (long) position + needed);
      out = Arrays.copyOf(out, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
    }
    out[position] = 0x0A;
    position = Varint.write(out, position + 1, size);
  }

  private void copy(byte[] from, int offset, int length) {
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
