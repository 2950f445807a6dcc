package io.tidemark.sink.remotewrite;

import io.tidemark.series.Varint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes a whole tick as the tick before it with other timestamps, which is the fast path of the
 * commonest case: repeated values tick by tick. An entry takes one run of copy elements and one
 * literal with the bytes of the timestamp that change, in five stores or so. All state is in local
 * variables. An entry of 250 bytes takes about 4 ns.
 */
final class TickRepeat {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int TIMESTAMP_BYTES = 6;
  private static final int MAX_COPY_BYTES = 64;

  private TickRepeat() {}

  /**
   * Writes the tick whose {@code samples} begin where the tick before it ended, both {@code
   * tickBytes} long, and both ending their entries with a timestamp of six bytes.
   *
   * @param unwritten the bytes that a pending copy of the same distance must write first
   * @param timestamps the source samples' timestamps
   * @param offsetBefore the offset of the tick before
   * @param offset the offset of this tick
   * @param entryBytes the sizes of {@code instances} entries for each sample
   * @return the position after it. The last bytes of the last timestamp are left to the caller: as
   *     many as {@link #unchangedBytes} says
   */
  static int write(
      byte[] out,
      int position,
      int unwritten,
      int tickBytes,
      long[] timestamps,
      int samples,
      long offsetBefore,
      long offset,
      int[] entryBytes,
      int instances) {
    boolean near = tickBytes < 1 << 16;
    int elementBytes = near ? 3 : 5;
    long longestCopy = (long) tickBytes << 8 | (MAX_COPY_BYTES - 1) << 2 | (near ? 2 : 3);
    long base = 0;
    int changed = 0;
    long literal = 0;
    int at = position;
    int rest = unwritten;
    for (int s = 0, entry = 0; s < samples; s++) {
      if (s == 0 || timestamps[s] != base) {
        base = timestamps[s];
        changed = TIMESTAMP_BYTES - unchangedBytes(base, offsetBefore, offset);
        literal = (changed - 1) << 2 | sixByteVarint(base + offset) << 8;
      }
      for (int n = 0; n < instances; n++) {
        rest += entryBytes[entry++] - TIMESTAMP_BYTES;
        for (; rest > MAX_COPY_BYTES; rest -= MAX_COPY_BYTES) {
          LONG.set(out, at, longestCopy);
          at += elementBytes;
        }
        LONG.set(out, at, longestCopy - (MAX_COPY_BYTES - rest << 2));
        at += elementBytes;
        LONG.set(out, at, literal);
        at += 1 + changed;
        rest = TIMESTAMP_BYTES - changed;
      }
    }
    return at;
  }

  /** Returns how many of the timestamp's last bytes are those of the tick before it. */
  static int unchangedBytes(long timestamp, long offsetBefore, long offset) {
    return TIMESTAMP_BYTES - Varint.size((timestamp + offset) ^ (timestamp + offsetBefore));
  }

  /** Returns the six bytes of the varint of a value in [2^35, 2^42), lowest first, in one long. */
  static long sixByteVarint(long value) {
    long lanes = value & 0x3FFF | (value & 0xFFFC000) << 2 | (value & 0x3FFF0000000L) << 4;
    return lanes & 0x007F007F007FL | (lanes & 0x3F803F803F80L) << 1 | 0x008080808080L;
  }
}
