package io.tidemark.sink.remotewrite;

import java.util.Arrays;

/**
 * Writes a series' labels as what differs from the series before it, for series of one host come
 * one after the other and share most of their labels; and a label that differs as a copy of its
 * latest occurrence, for hosts share metrics and regions. Costs two or three array comparisons for
 * each label that differs, once per source sample.
 */
final class LabelDelta {
  private static final byte[] NONE = {};

  private final SourceSamples samples;
  private final RecentLabels recentLabels;
  private int previousAt;

  LabelDelta(SourceSamples samples) {
    this.samples = samples;
    recentLabels = new RecentLabels(samples);
  }

  void clear() {
    recentLabels.clear();
  }

  /** Appends the label fields of a sample's instance 0, after those of the sample before it. */
  void write(SnappyWriter out, int sample) {
    byte[] labels = samples.templates[sample].labels;
    byte[] previous = sample == 0 ? NONE : samples.templates[sample - 1].labels;
    int at = out.rawBytes();
    int written = 0;
    int mine = 0;
    int other = 0;
    while (mine < labels.length) {
      int same = sharedBytes(labels, mine, previous, other);
      if (same >= SnappyWriter.MIN_COPY_BYTES) {
        literal(out, labels, written, mine);
        out.copy(at + mine - (previousAt + other), same);
        written = mine + same;
        int begin = mine;
        mine = lastLabelStart(labels, mine, written);
        other += mine - begin;
        if (mine == written) {
          continue;
        }
      }
      // Here the two part: in this label, or at its beginning.
      int order = other == previous.length ? -1 : compareNames(labels, mine, previous, other);
      if (order <= 0 || mine < written) {
        int end = labelEnd(labels, mine);
        int seenAt = recentLabels.replace(sample, mine, end, at + mine);
        if (seenAt >= 0 && mine >= written) {
          literal(out, labels, written, mine);
          out.copy(at + mine - seenAt, end - mine);
          written = end;
        }
        mine = end;
      }
      if (order >= 0) {
        other = labelEnd(previous, other);
      }
    }
    literal(out, labels, written, labels.length);
    previousAt = at;
  }

  private static void literal(SnappyWriter out, byte[] labels, int from, int to) {
    if (from < to) {
      out.literal(labels, from, to - from);
    }
  }

  /** The last beginning of a label, or end of all, that is not beyond {@code limit}. */
  private static int lastLabelStart(byte[] labels, int start, int limit) {
    if (limit == labels.length) {
      return limit;
    }
    int at = start;
    for (int end = labelEnd(labels, at); end <= limit; end = labelEnd(labels, at)) {
      at = end;
    }
    return at;
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
