package io.tidemark.sink.victoriametrics;

import java.util.Arrays;

/**
 * Writes a series' labels as what differs from the series before it: series of one host come one
 * after the other and share most of their labels. Costs two or three array comparisons for each
 * label that differs, once per source sample.
 */
final class LabelDelta {
  private byte[] previous;
  private int previousAt;

  void clear() {
    previous = null;
  }

  /** Appends the label fields of instance 0. */
  void write(SnappyWriter out, byte[] labels) {
    int at = out.rawBytes();
    int written = previous == null ? 0 : writeShared(out, labels, at);
    if (written < labels.length) {
      out.literal(labels, written, labels.length - written);
    }
    previous = labels;
    previousAt = at;
  }

  /** Returns how much of the labels is written. */
  private int writeShared(SnappyWriter out, byte[] labels, int at) {
    int written = 0;
    int mine = 0;
    int other = 0;
    while (mine < labels.length && other < previous.length) {
      int same = sharedBytes(labels, mine, previous, other);
      if (same >= SnappyWriter.MIN_COPY_BYTES) {
        if (written < mine) {
          out.literal(labels, written, mine - written);
        }
        out.copy(at + mine - (previousAt + other), same);
        written = mine + same;
        if (written == labels.length) {
          break;
        }
        // To the label in which they part: up to there both are the same bytes.
        int begin = mine;
        while (labelEnd(labels, mine) <= written) {
          mine = labelEnd(labels, mine);
        }
        other += mine - begin;
        if (mine == written) {
          continue;
        }
      }
      int order = other == previous.length ? -1 : compareNames(labels, mine, previous, other);
      if (order <= 0 || mine < written) {
        mine = labelEnd(labels, mine);
      }
      if (order >= 0) {
        other = labelEnd(previous, other);
      }
    }
    return written;
  }

  private static int sharedBytes(byte[] a, int aFrom, byte[] b, int bFrom) {
    int mismatch = Arrays.mismatch(a, aFrom, a.length, b, bFrom, b.length);
    return mismatch < 0 ? a.length - aFrom : mismatch;
  }

  private static int compareNames(byte[] a, int aLabel, byte[] b, int bLabel) {
    int aSize = afterVarint(a, aLabel + 1) + 1;
    int bSize = afterVarint(b, bLabel + 1) + 1;
    int aName = afterVarint(a, aSize);
    int bName = afterVarint(b, bSize);
    return Arrays.compareUnsigned(
        a, aName, aName + varint(a, aSize), b, bName, bName + varint(b, bSize));
  }

  private static int labelEnd(byte[] labels, int start) {
    return afterVarint(labels, start + 1) + varint(labels, start + 1);
  }

  private static int varint(byte[] from, int position) {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = from[position++];
      value |= (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }

  private static int afterVarint(byte[] from, int position) {
    while (from[position] < 0) {
      position++;
    }
    return position + 1;
  }
}
