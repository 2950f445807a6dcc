package io.tidemark.benchmarks.codec;

import io.tidemark.series.Amplification;
import io.tidemark.series.Jitter;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import io.tidemark.series.Varint;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.xerial.snappy.Snappy;

/**
 * The plain way to the same payload: it writes the whole request into one buffer and compresses
 * that with Snappy's library; N = 1. {@link EncodeBenchmark} compares with it, so it is as careful
 * with memory.
 */
final class PlainEncoder {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final Amplification amplification;
  private final byte[] raw;
  private final byte[] compressed;
  private int position;

  PlainEncoder(Amplification amplification, int maxRawBytes) {
    this.amplification = amplification;
    raw = new byte[maxRawBytes];
    compressed = new byte[Snappy.maxCompressedLength(maxRawBytes)];
  }

  byte[] encode(Labels[] series, int from, int count, long timestamp, double[] values)
      throws IOException {
    position = 0;
    int m = amplification.m();
    boolean grouped = amplification.layout() == Layout.GROUPED;
    int outer = amplification.layout() == Layout.TIME ? m : 1;
    int inner = amplification.layout() == Layout.SERIES ? m : 1;
    int together = grouped ? m : 1;
    for (int o = 0; o < outer; o++) {
      for (int s = from; s < from + count; s++) {
        for (int i = 0; i < inner; i++) {
          timeSeries(series[s], timestamp, values[s], o + i, together);
        }
      }
    }
    return Arrays.copyOf(compressed, Snappy.compress(raw, 0, position, compressed, 0));
  }

  private void timeSeries(Labels series, long timestamp, double value, int tick, int ticks) {
    byte[] labels = series.encoded();
    raw[position] = 0x0A;
    position = Varint.write(raw, position + 1, labels.length + ticks * 18);
    System.arraycopy(labels, 0, raw, position, labels.length);
    position += labels.length;
    for (int t = tick; t < tick + ticks; t++) {
      sample(timestamp + amplification.offsetMillis(t), value(series, timestamp, value, t));
    }
  }

  private void sample(long timestamp, double value) {
    raw[position] = 0x12;
    raw[position + 1] = 16;
    raw[position + 2] = 0x09;
    LONG.set(raw, position + 3, Double.doubleToRawLongBits(value));
    raw[position + 11] = 0x10;
    position = Varint.write(raw, position + 12, timestamp);
  }

  private double value(Labels series, long timestamp, double value, int tick) {
    return amplification.value() == ValueMode.JITTER
        ? Jitter.value(value, series.hash(), timestamp, 0, tick)
        : value;
  }
}
