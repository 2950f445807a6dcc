package io.tidemark.job.write;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.apache.flink.api.common.accumulators.Accumulator;

/**
 * A latency distribution as a Flink accumulator: takes microseconds, gives an HdrHistogram in its
 * compressed encoding. Flink serializes it from another thread while the task adds to it, hence the
 * locks.
 */
final class LatencyAccumulator implements Accumulator<Long, byte[]> {
  private transient Histogram histogram = empty();

  @Override
  public synchronized void add(Long micros) {
    histogram.recordValue(Math.min(Math.max(0, micros), LatencyHistogram.MAX_MICROS));
  }

  @Override
  public synchronized byte[] getLocalValue() {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Arrays.copyOf(buffer.array(), length);
  }

  @Override
  public synchronized void resetLocal() {
    histogram.reset();
  }

  @Override
  public void merge(Accumulator<Long, byte[]> other) {
    merge(other.getLocalValue());
  }

  /** Adds what {@link #getLocalValue} of another gave. */
  synchronized void merge(byte[] encoded) {
    histogram.add(decode(encoded));
  }

  @Override
  @SuppressWarnings("CloneDoesntCallSuperClone")
  public Accumulator<Long, byte[]> clone() {
    var copy = new LatencyAccumulator();
    copy.merge(getLocalValue());
    return copy;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    byte[] encoded = getLocalValue();
    out.writeInt(encoded.length);
    out.write(encoded);
  }

  private void readObject(ObjectInputStream in) throws IOException {
    byte[] encoded = new byte[in.readInt()];
    in.readFully(encoded);
    histogram = decode(encoded);
  }

  private static Histogram empty() {
    return new Histogram(LatencyHistogram.MAX_MICROS, LatencyHistogram.DIGITS);
  }

  private static Histogram decode(byte[] encoded) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(encoded), LatencyHistogram.MAX_MICROS);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not an encoded histogram", e);
    }
  }
}
