package io.tidemark.job.write;

import io.tidemark.job.state.SketchAccumulator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A latency distribution as a Flink accumulator: it takes microseconds and gives an HdrHistogram in
 * its compressed encoding. Flink serializes it on another thread while the task adds to it, so it
 * has locks.
 */
final class LatencyAccumulator extends SketchAccumulator {
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
  public synchronized void merge(byte[] encoded) {
    histogram.add(decode(encoded));
  }

  @Override
  protected SketchAccumulator create() {
    return new LatencyAccumulator();
  }

  @Override
  protected void become(byte[] encoded) {
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
