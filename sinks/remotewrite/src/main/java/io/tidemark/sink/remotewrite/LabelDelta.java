package io.tidemark.sink.remotewrite;

import java.util.Arrays;

/**
 * Writes a series' labels as their difference from the series before it, because the series of one
 * host come one after the other and share most of their labels. A label that differs is written as
 * a copy of its latest occurrence, because hosts share metrics and regions. This costs two or three
 * array comparisons for each label that differs, once per source sample. If the series came after
 * the same one the last time, only the comparison with the latest occurrence is left.
 */
final class LabelDelta {
  private static final byte[] NONE = {};

  /**
   * One in so many series that come after another one than noted is noted anew: if series come in
   * no order, notes are of no use.
   */
  private static final int SURPRISES_PER_NOTE = 8;

  /** About where the first label ends; that one differs most often. */
  private static final int NAME_BYTES = 40;

  /** The memory of so many samples is fetched together. */
  private static final int AHEAD = 16;

  private final SourceSamples samples;
  private final RecentLabels recentLabels;
  private final DeltaSteps.Notes notes = new DeltaSteps.Notes();
  private int previousAt;
  private int surprises;

  /**
   * The value has no meaning, but without it the compiler would leave {@link #touch}'s reads out.
   */
  @SuppressWarnings("UnusedVariable")
  private int touched;

  LabelDelta(SourceSamples samples) {
    this.samples = samples;
    recentLabels = new RecentLabels(samples);
  }

  void clear() {
    recentLabels.clear();
  }

  /** Appends the label fields of a sample's instance 0, after those of the sample before it. */
  void write(SnappyWriter out, int sample) {
    if (sample % AHEAD == 0) {
      touch(sample, Math.min(sample + AHEAD, samples.count()));
    }
    RemoteWriteTemplate template = samples.templates[sample];
    byte[] labels = template.labels;
    byte[] previous = sample == 0 ? NONE : samples.templates[sample - 1].labels;
    int at = out.rawBytes();
    DeltaSteps steps = template.steps;
    if (steps != null && steps.previous == previous) {
      again(out, sample, steps);
    } else {
      compare(out, sample, labels, previous);
      if (sample > 0 && (steps == null || ++surprises % SURPRISES_PER_NOTE == 0)) {
        note(template, previous);
      }
    }
    previousAt = at;
  }

  /** Reads a byte of the next samples' labels and steps, so that the waits for memory overlap. */
  private void touch(int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      RemoteWriteTemplate template = samples.templates[i];
      DeltaSteps steps = template.steps;
      byte[] labels = template.labels;
      sum += labels.length <= NAME_BYTES ? labels.length : labels[NAME_BYTES];
      sum += steps == null ? 0 : steps.count;
    }
    touched = sum;
  }

  private void note(RemoteWriteTemplate template, byte[] previous) {
    if (Math.max(template.labels.length, previous.length) <= DeltaSteps.MAX_LABEL_BYTES) {
      template.steps = notes.after(previous);
    }
  }

  private void again(SnappyWriter out, int sample, DeltaSteps steps) {
    byte[] labels = samples.templates[sample].labels;
    int at = out.rawBytes();
    int written = 0;
    for (int i = 0; i < steps.count; i++) {
      long step = steps.step(i);
      int start = DeltaSteps.start(step);
      int end = start + DeltaSteps.length(step);
      if (DeltaSteps.isLabel(step)) {
        written = label(out, sample, start, end, at, written);
      } else {
        literal(out, labels, written, start);
        out.copy(at + start - (previousAt + DeltaSteps.previousStart(step)), end - start);
        written = end;
      }
    }
    literal(out, labels, written, labels.length);
  }

  private void compare(SnappyWriter out, int sample, byte[] labels, byte[] previous) {
    notes.clear();
    int at = out.rawBytes();
    int written = 0;
    int mine = 0;
    int other = 0;
    while (mine < labels.length) {
      int same = sharedBytes(labels, mine, previous, other);
      if (same >= SnappyWriter.MIN_COPY_BYTES) {
        notes.shared(mine, same, other);
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
      // Here the two series' labels part: in this label, or at its beginning.
      int order = other == previous.length ? -1 : compareNames(labels, mine, previous, other);
      if (order <= 0 || mine < written) {
        int end = labelEnd(labels, mine);
        notes.label(mine, end);
        written = label(out, sample, mine, end, at, written);
        mine = end;
      }
      if (order >= 0) {
        other = labelEnd(previous, other);
      }
    }
    literal(out, labels, written, labels.length);
  }

  /**
   * Writes a label that was written lately as a copy of that; returns up to where the series'
   * labels are written.
   */
  private int label(SnappyWriter out, int sample, int start, int end, int at, int written) {
    int seenAt = recentLabels.replace(sample, start, end, at + start);
    if (seenAt < 0 || start < written) {
      return written;
    }
    literal(out, samples.templates[sample].labels, written, start);
    out.copy(at + start - seenAt, end - start);
    return end;
  }

  private static void literal(SnappyWriter out, byte[] labels, int from, int to) {
    if (from < to) {
      out.literal(labels, from, to - from);
    }
  }

  /** Returns the last beginning of a label, or end of all, that is not beyond {@code limit}. */
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
