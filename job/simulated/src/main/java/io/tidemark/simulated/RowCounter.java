package io.tidemark.simulated;

import io.tidemark.sink.StandIn;
import java.nio.ByteBuffer;

/**
 * Counts the rows in bodies. Unpacking each would cost more than the whole simulation, so one in
 * many is unpacked, and the others are taken to hold as many rows to the byte. Not thread-safe.
 */
final class RowCounter {
  private static final int UNPACKED_ONE_IN = 64;
  private static final int MAX_RAW_BYTES = 32 << 20;

  private final StandIn standIn;
  private long bodies;
  private double rowsPerByte;
  private double rows;

  RowCounter(StandIn standIn) {
    this.standIn = standIn;
  }

  /**
   * Returns a buffer in which to keep the next body for {@link #add}; null if it need not be kept.
   */
  ByteBuffer keepNext(long bodyBytes) {
    boolean unpack = bodies++ % UNPACKED_ONE_IN == 0 && bodyBytes <= MAX_RAW_BYTES;
    return unpack ? ByteBuffer.allocate((int) bodyBytes) : null;
  }

  /**
   * @param kept the buffer that {@link #keepNext} gave for the body, filled
   */
  void add(long bodyBytes, ByteBuffer kept, String encoding) {
    if (kept != null && bodyBytes > 0) {
      try {
        rowsPerByte = (double) standIn.samples(kept.array(), encoding) / bodyBytes;
      } catch (IllegalArgumentException e) {
        rowsPerByte = 0; // A body of another protocol has no rows.
      }
    }
    rows += bodyBytes * rowsPerByte;
  }

  long rows() {
    return Math.round(rows);
  }
}
