package io.tidemark.parse.protobuf;

import io.tidemark.parse.LabelText;
import io.tidemark.parse.SeriesMemory;
import io.tidemark.series.Labels;
import io.tidemark.series.SeriesHash;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the time series of a remote-write request whose labels are encoded exactly as {@link
 * Labels} keeps them: sorted by name, each with a name and a value that is not empty, together
 * below 128 bytes, and nothing between them. Senders usually send such series. The first of the
 * parser's two passes finds them, checks their text and computes their hash; the second takes their
 * bytes as they are. {@link WireLabels} handles all other series. The check costs little beside the
 * hash, whose steps depend on each other. Both are skipped for a series that is remembered and
 * comes in the same order as before.
 */
final class PlainSeries {
  /**
   * Number of series that are kept per request, which bounds memory to 640 KiB. Further series
   * count as not plain.
   */
  private static final int MAX_KEPT = 1 << 15;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle FIRST_HIGHEST =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long SPACES = 0x2020202020202020L;

  /** For each series in their order, its first byte and the end of its labels. */
  private int[] ranges = new int[2 * 1024];

  /** The hash of each series' labels. */
  private long[] hashes = new long[1024];

  /** The number of each series in the memory. */
  private int[] numbers = new int[1024];

  /** Hash of the series that {@link #labelsEnd} found last. */
  private long hash;

  private int number;
  private SeriesMemory memory;

  private int count;
  private int next;

  /**
   * @param memory the memory of series; null for none
   */
  void clear(SeriesMemory memory) {
    this.memory = memory;
    count = 0;
    next = 0;
  }

  /**
   * Returns the end of the labels of the series that begins at {@code start}; -1 if it is not
   * plain.
   */
  int labelsEnd(byte[] bytes, int start, int limit) {
    if (memory == null) {
      number = SeriesMemory.NONE;
      return checkedEnd(bytes, start, limit);
    }
    number = memory.following(bytes, start, limit);
    int end = number == SeriesMemory.NONE ? limit : start + memory.length(number);
    if (number == SeriesMemory.NONE || end < limit && bytes[end] == 0x0A) {
      end = checkedEnd(bytes, start, limit);
      if (end < 0) {
        return end;
      }
      number = memory.number(hash, bytes, start, end);
    }
    memory.came(number);
    return end;
  }

  private int checkedEnd(byte[] bytes, int start, int limit) {
    int position = start;
    int labels = 0;
    int controls = 0;
    int former = 0;
    int formerEnd = 0;
    // A label takes at least eight bytes: three tags, three lengths, a name and a value.
    while (limit - position >= 8 && bytes[position] == 0x0A) {
      int end = position + 2 + bytes[position + 1];
      int name = position + 4;
      int nameLength = bytes[position + 3];
      int nameEnd = name + nameLength;
      if (end > limit
          || nameLength <= 0
          || nameEnd + 2 >= end
          || bytes[position + 2] != 0x0A
          || bytes[nameEnd] != 0x12
          || nameEnd + 2 + bytes[nameEnd + 1] != end
          || !follows(bytes, former, formerEnd, name, nameEnd)) {
        return -1;
      }
      controls += 3 + below(' ', end - position - 2) + below(' ', nameLength);
      controls += below(' ', end - nameEnd - 2);
      former = name;
      formerEnd = nameEnd;
      position = end;
      labels++;
    }
    boolean isPlain =
        labels > 0
            && labels <= Labels.Builder.MAX_LABELS
            && position - start <= Labels.Builder.MAX_BYTES
            && (hashAscii(bytes, start, position, controls) || isText(bytes, start, position));
    return isPlain ? position : -1;
  }

  private static int below(int bound, int length) {
    return length - bound >>> 31;
  }

  /**
   * Tells whether a name is greater than the previous one, in unsigned bytes. Most names differ
   * within their first eight bytes, which are compared at once.
   */
  static boolean follows(byte[] bytes, int former, int formerEnd, int name, int nameEnd) {
    if (formerEnd == 0) {
      return true;
    }
    if (name + 8 <= bytes.length) {
      long first = (long) FIRST_HIGHEST.get(bytes, former);
      long second = (long) FIRST_HIGHEST.get(bytes, name);
      int same = Long.numberOfLeadingZeros(first ^ second) / 8;
      if (same < Math.min(8, Math.min(formerEnd - former, nameEnd - name))) {
        return Long.compareUnsigned(first, second) < 0;
      }
    }
    return Arrays.compareUnsigned(bytes, former, formerEnd, bytes, name, nameEnd) < 0;
  }

  /**
   * Computes the hash. Returns whether all bytes are ASCII and exactly {@code controls} of them are
   * below the space. That is the number of tags and lengths, so the text then contains none.
   */
  private boolean hashAscii(byte[] bytes, int from, int to, int controls) {
    long high = 0;
    int below = 0;
    long sum = SeriesHash.start(to - from);
    int position = from;
    for (; position + 8 <= to; position += 8) {
      long eight = (long) LONG.get(bytes, position);
      sum = SeriesHash.add(sum, eight);
      high |= eight;
      // Setting the high bit of each byte prevents borrows from the next byte.
      below += Long.bitCount(((eight | HIGH_BITS) - SPACES & HIGH_BITS) ^ HIGH_BITS);
    }
    hash = SeriesHash.end(sum, bytes, position, to);
    for (; position < to; position++) {
      high |= bytes[position];
      below += below(' ', bytes[position]);
    }
    return (high & HIGH_BITS) == 0 && below == controls;
  }

  private static boolean isText(byte[] bytes, int from, int to) {
    for (int label = from; label < to; label += 2 + bytes[label + 1]) {
      int name = label + 4;
      int nameEnd = name + bytes[label + 3];
      int end = label + 2 + bytes[label + 1];
      if (!LabelText.isValid(bytes, name, nameEnd - name)
          || !LabelText.isValid(bytes, nameEnd + 2, end - nameEnd - 2)) {
        return false;
      }
    }
    return true;
  }

  /** Keeps the series that was found last, if it is complete. */
  void keep(int start, int labelsEnd) {
    if (count == MAX_KEPT) {
      return;
    }
    if (2 * count == ranges.length) {
      ranges = Arrays.copyOf(ranges, 2 * ranges.length);
      hashes = Arrays.copyOf(hashes, 2 * hashes.length);
      numbers = Arrays.copyOf(numbers, 2 * numbers.length);
    }
    ranges[2 * count] = start;
    ranges[2 * count + 1] = labelsEnd;
    hashes[count] = hash;
    numbers[count] = number;
    count++;
  }

  /**
   * Returns the end of the labels of the series at {@code start} if it was kept, otherwise -1.
   * Callers ask for the series in their order, once for each.
   */
  int keptLabelsEnd(int start) {
    return next < count && ranges[2 * next] == start ? ranges[2 * next++ + 1] : -1;
  }

  /** Returns the hash of the series that was asked for last. */
  long keptHash() {
    return hashes[next - 1];
  }

  /**
   * Returns that series' number in the memory; {@link SeriesMemory#NONE} if it has none, in which
   * case {@link #keptHash} is valid.
   */
  int keptNumber() {
    return numbers[next - 1];
  }
}
