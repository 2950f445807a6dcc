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
 * The time series of a remote-write request whose labels are encoded as {@link Labels} holds them:
 * sorted by name, each a name and a value that is not empty, below 128 bytes together, nothing
 * between them. That is what senders send. They are found, their text checked and hashed, in the
 * first of the parser's two walks, and taken as they stand in the second; what is not so is for
 * {@link WireLabels}. To check costs next to nothing beside the hash, of which each step waits for
 * the one before; both are left out for a series that is remembered and comes where it came before.
 */
final class PlainSeries {
  /** A bound on memory: 512 KiB. Those of a request beyond it count as not plain. */
  private static final int MAX_KEPT = 1 << 15;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle FIRST_HIGHEST =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long SPACES = 0x2020202020202020L;

  /** Where each series begins and where its labels end, in their order. */
  private int[] ranges = new int[2 * 1024];

  /** Of the labels of each. */
  private long[] hashes = new long[1024];

  /** Of the series of each in the memory. */
  private int[] numbers = new int[1024];

  /** Of those that {@link #labelsEnd} found last. */
  private long hash;

  private int number;
  private SeriesMemory memory;

  private int count;
  private int next;

  /**
   * @param memory null for none
   */
  void clear(SeriesMemory memory) {
    this.memory = memory;
    count = 0;
    next = 0;
  }

  /** Returns where the labels end of the series that begins at {@code start}; -1: not plain. */
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
    // A label takes eight bytes at least: three tags, three lengths, a name and a value.
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
   * Whether a name comes after the former one, by unsigned bytes. Most names part within their
   * first eight bytes, which are compared at once.
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
   * Takes the hash, and says whether all is ASCII, and so many of the bytes are below the space as
   * tags and lengths are: then none of the text is.
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
      // No byte borrows from the next, for each has its high bit.
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

  /** Keeps the one that was found last, if it is whole. */
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
   * Where the labels end of the series at {@code start}, if it was kept; -1 if not. They are asked
   * for in their order, each once.
   */
  int keptLabelsEnd(int start) {
    return next < count && ranges[2 * next] == start ? ranges[2 * next++ + 1] : -1;
  }

  /** Of the labels whose end was asked for last. */
  long keptHash() {
    return hashes[next - 1];
  }

  /** As above, in the memory; NONE if it is not there, and the hash is to be asked for. */
  int keptNumber() {
    return numbers[next - 1];
  }
}
