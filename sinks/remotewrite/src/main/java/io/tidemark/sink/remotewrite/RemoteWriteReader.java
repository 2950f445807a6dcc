package io.tidemark.sink.remotewrite;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a {@code WriteRequest} as this package writes it: in each time series the labels, then the
 * samples, each with all its fields in order. Anything else is not a payload of ours.
 */
final class RemoteWriteReader {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] raw;
  private int position;

  RemoteWriteReader(byte[] raw) {
    this.raw = raw;
  }

  /**
   * @throws IllegalArgumentException if it is not a request as described
   */
  List<Sample> read() {
    var samples = new ArrayList<Sample>();
    while (position < raw.length) {
      timeSeries(field(0x0A, raw.length), samples);
    }
    return samples;
  }

  /**
   * The same of version 2: the table of strings, then the series.
   *
   * @throws IllegalArgumentException if it is not a request as described
   */
  List<Sample> readVersion2() {
    var symbols = new ArrayList<byte[]>();
    while (position < raw.length && raw[position] == 0x22) {
      int end = field(0x22, raw.length);
      symbols.add(Arrays.copyOfRange(raw, position, end));
      position = end;
    }
    var samples = new ArrayList<Sample>();
    while (position < raw.length) {
      int end = field(0x2A, raw.length);
      samples(references(field(0x0A, end), symbols), end, samples);
    }
    return samples;
  }

  private Labels references(int end, List<byte[]> symbols) {
    var labels = new RawEncoder();
    while (position < end) {
      labels.label(symbol(end, symbols), symbol(end, symbols));
    }
    return Labels.ofEncoded(Arrays.copyOf(labels.bytes(), labels.size()));
  }

  private byte[] symbol(int end, List<byte[]> symbols) {
    long reference = varint(end);
    require(reference >= 0 && reference < symbols.size());
    return symbols.get((int) reference);
  }

  private void timeSeries(int end, List<Sample> samples) {
    int labelsFrom = position;
    while (position < end && raw[position] == 0x0A) {
      int labelEnd = field(0x0A, end);
      position = field(0x0A, labelEnd);
      position = field(0x12, labelEnd);
      require(position == labelEnd);
    }
    samples(Labels.ofEncoded(Arrays.copyOfRange(raw, labelsFrom, position)), end, samples);
  }

  private void samples(Labels labels, int end, List<Sample> samples) {
    while (position < end) {
      int sampleEnd = field(0x12, end);
      tag(0x09, sampleEnd);
      require(sampleEnd - position >= Long.BYTES);
      double value = Double.longBitsToDouble((long) LONG.get(raw, position));
      position += Long.BYTES;
      tag(0x10, sampleEnd);
      samples.add(new Sample(labels, varint(sampleEnd), value));
      require(position == sampleEnd);
    }
  }

  /** Goes to the content of a field of variable size; returns its end, at most {@code limit}. */
  private int field(int tag, int limit) {
    tag(tag, limit);
    long size = varint(limit);
    require(size >= 0 && size <= limit - position);
    return position + (int) size;
  }

  private void tag(int tag, int limit) {
    require(position < limit && raw[position] == tag);
    position++;
  }

  private long varint(int limit) {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      require(position < limit);
      byte b = raw[position++];
      value |= (b & 0x7FL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw malformed();
  }

  private void require(boolean holds) {
    if (!holds) {
      throw malformed();
    }
  }

  private IllegalArgumentException malformed() {
    return new IllegalArgumentException(
        "not a remote-write payload of ours [offset=%d, bytes=%d]".formatted(position, raw.length));
  }
}
