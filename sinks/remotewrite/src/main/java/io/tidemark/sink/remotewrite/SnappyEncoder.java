package io.tidemark.sink.remotewrite;

import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import io.tidemark.series.Varint;
import java.util.Arrays;

/**
 * Writes a slice of the copies as one Snappy block without writing, or searching, the bytes that
 * repeat. It takes only timestamps of six bytes ({@link SourceSamples#timestampsTakeSixBytes}), so
 * that all entries of one instance have one size and what repeats lies at a known distance.
 *
 * <p>The first tick of a series' first instance is a literal, less what its labels share with the
 * series before ({@link LabelDelta}); a further instance repeats the instance before it but for the
 * digits of its suffixes; and a further tick repeats the tick before it but for the bytes of value
 * and timestamp that change, at about one element per 64 bytes, whatever the labels.
 */
class SnappyEncoder {
  /**
   * The bytes of {@code 0x12 size 0x09 value 0x10 timestamp}, where the timestamp has six bytes.
   */
  private static final int SAMPLE_BYTES = 18;

  private static final int TIMESTAMP_BYTES = 6;
  private static final int VALUE_TO_END_BYTES = 8 + 1 + TIMESTAMP_BYTES;

  final SourceSamples samples;
  final boolean repeatsValues;
  final SnappyWriter out = new SnappyWriter();
  private final InstanceLabel instanceLabel;
  private final int tag;
  private final LabelDelta labelDelta;
  private int[] entryBytes = new int[1024];

  /**
   * The offsets of the slice's ticks; each takes a division, which is too slow for every sample.
   */
  private long[] tickOffsets = new long[16];

  private int tickFrom;

  /** The position, before compression, of the latest instance's first tick. */
  int entryAt;

  int latestEntryBytes;
  private int labelsAt;

  SnappyEncoder(SourceSamples samples, InstanceLabel instanceLabel) {
    this(samples, instanceLabel, 0x0A);
  }

  /**
   * @param tag the tag of a time series' field
   */
  SnappyEncoder(SourceSamples samples, InstanceLabel instanceLabel, int tag) {
    this.samples = samples;
    this.tag = tag;
    this.instanceLabel = instanceLabel;
    this.labelDelta = new LabelDelta(samples);
    this.repeatsValues = samples.amplification.value() == ValueMode.REPEAT;
  }

  final byte[] encode(Slice slice) {
    out.clear();
    begin();
    readTickOffsets(slice);
    switch (samples.amplification.layout()) {
      case TIME -> tickByTick(slice);
      case SERIES -> seriesBySeries(slice);
      case GROUPED -> grouped(slice);
    }
    return finish();
  }

  /** Begins a payload. */
  void begin() {
    labelDelta.clear();
  }

  byte[] finish() {
    return out.toByteArray();
  }

  /** Returns the size before compression of what was encoded last. */
  int rawBytes() {
    return out.rawBytes();
  }

  private void tickByTick(Slice slice) {
    int instances = slice.instanceTo() - slice.instanceFrom();
    int entries = samples.count() * instances;
    if (entryBytes.length < entries) {
      entryBytes = Arrays.copyOf(entryBytes, Math.max(entries, 2 * entryBytes.length));
    }
    for (int s = 0, entry = 0; s < samples.count(); s++) {
      for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
        firstTick(s, n, slice, SAMPLE_BYTES);
        entryBytes[entry++] = latestEntryBytes;
      }
    }
    int tickBytes = out.rawBytes();
    if (repeatsValues) {
      for (int tick = 1; tick < slice.tickTo() - tickFrom; tick++) {
        long before = tickOffsets[tick - 1];
        out.repeatTick(tickBytes, samples, before, tickOffsets[tick], entryBytes, instances);
      }
      return;
    }
    for (int tick = slice.tickFrom() + 1; tick < slice.tickTo(); tick++) {
      for (int s = 0, entry = 0; s < samples.count(); s++) {
        for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
          furtherTick(s, n, tick, entryBytes[entry++], tickBytes);
        }
      }
    }
  }

  private void seriesBySeries(Slice slice) {
    for (int s = 0; s < samples.count(); s++) {
      for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
        firstTick(s, n, slice, SAMPLE_BYTES);
        for (int tick = slice.tickFrom() + 1; tick < slice.tickTo(); tick++) {
          furtherTick(s, n, tick, latestEntryBytes, latestEntryBytes);
        }
      }
    }
  }

  private void grouped(Slice slice) {
    int samplesBytes = (slice.tickTo() - slice.tickFrom()) * SAMPLE_BYTES;
    for (int s = 0; s < samples.count(); s++) {
      for (int n = slice.instanceFrom(); n < slice.instanceTo(); n++) {
        firstTick(s, n, slice, samplesBytes);
        if (!repeatsValues) {
          for (int tick = slice.tickFrom() + 1; tick < slice.tickTo(); tick++) {
            out.literalSample(samples.valueBits(s, n, tick), timestamp(s, tick));
          }
        } else if (n == slice.instanceFrom()) {
          for (int tick = slice.tickFrom() + 1; tick < slice.tickTo(); tick++) {
            furtherTick(s, n, tick, SAMPLE_BYTES, SAMPLE_BYTES);
          }
        }
      }
    }
  }

  /**
   * Begins an instance: entry header, labels, and the sample of the slice's first tick. With
   * repeated values an instance's samples are those of the instance before it, so all {@code
   * samplesBytes} of them are written with its labels.
   */
  private void firstTick(int s, int instance, Slice slice, int samplesBytes) {
    RemoteWriteTemplate template = samples.templates[s];
    boolean first = instance == slice.instanceFrom();
    if (first) {
      firstInstance(s, instance, samplesBytes);
    } else {
      nextInstance(template, instance, samplesBytes);
    }
    if (first || !repeatsValues) {
      long valueBits = samples.valueBits(s, instance, slice.tickFrom());
      out.literalSample(valueBits, timestamp(s, slice.tickFrom()));
    }
  }

  /**
   * Writes a tick as the one before it, which lies {@code distance} back and has the same size,
   * with another timestamp and value.
   */
  private void furtherTick(int s, int instance, int tick, int bytes, int distance) {
    long timestamp = timestamp(s, tick);
    long timestampBefore = timestamp(s, tick - 1);
    out.reserve(bytes);
    if (repeatsValues) {
      out.repeat(distance, bytes - TIMESTAMP_BYTES, timestamp, timestampBefore);
    } else {
      long valueBits = samples.valueBits(s, instance, tick);
      int length = bytes - VALUE_TO_END_BYTES;
      out.repeat(distance, length, valueBits, timestamp, timestampBefore);
    }
  }

  /** Begins an entry, and writes all of it that comes before its samples. */
  void firstInstance(int s, int instance, int samplesBytes) {
    RemoteWriteTemplate template = samples.templates[s];
    byte[] labels = template.labels;
    beginEntry(instanceLabel.labelsBytes(template, instance) + samplesBytes);
    if (instance == 0) {
      labelDelta.write(out, s);
    } else {
      int written = 0;
      for (int hole = 0; hole < template.holes(); hole++) {
        out.literal(labels, written, template.holeStart(hole) - written);
        out.literalInstance(instanceLabel, template, hole, instance);
        written = template.holeEnd(hole);
      }
      out.literal(labels, written, labels.length - written);
    }
  }

  /**
   * Does the same for a further instance. If values are repeated, it also writes the samples, which
   * are those of the latest instance.
   */
  void nextInstance(RemoteWriteTemplate template, int instance, int samplesBytes) {
    int last = template.holes() - 1;
    int labelsAfter = template.labels.length - template.holeEnd(last);
    int repeatedAfter = repeatsValues ? labelsAfter + samplesBytes : labelsAfter;
    int digits = InstanceLabel.digits(instance);
    if (instance > 1 && digits == InstanceLabel.digits(instance - 1)) {
      int previousAt = entryAt;
      out.reserve(latestEntryBytes);
      entryAt = out.rawBytes();
      int distance = entryAt - previousAt;
      int toLastHole = latestEntryBytes - samplesBytes - labelsAfter;
      int repeated = labelsAt - previousAt + template.holeStart(0);
      for (int hole = 0; hole < last; hole++) {
        repeated += instanceLabel.fieldBytes(template, hole, instance) - digits;
        out.copy(distance, repeated);
        out.literalDigits(instance);
        toLastHole -= repeated + digits;
        repeated = template.holeStart(hole + 1) - template.holeEnd(hole);
      }
      labelsAt += distance;
      out.copy(distance, toLastHole - digits);
      out.literalDigits(instance);
      copy(distance, repeatedAfter);
    } else {
      int previousAt = labelsAt;
      beginEntry(instanceLabel.labelsBytes(template, instance) + samplesBytes);
      int written = 0;
      for (int hole = 0; hole <= last; hole++) {
        int repeated = template.holeStart(hole) - written;
        copy(out.rawBytes() - previousAt, repeated);
        out.literalInstance(instanceLabel, template, hole, instance);
        previousAt += repeated + instanceLabel.fieldBytes(template, hole, instance - 1);
        written = template.holeEnd(hole);
      }
      copy(out.rawBytes() - previousAt, repeatedAfter);
    }
  }

  final void beginEntry(int size) {
    entryAt = out.rawBytes();
    latestEntryBytes = 1 + Varint.size(size) + size;
    out.reserve(latestEntryBytes);
    out.literalHeader(tag, size);
    labelsAt = out.rawBytes();
  }

  final void copy(int distance, int length) {
    if (length > 0) {
      out.copy(distance, length);
    }
  }

  private void readTickOffsets(Slice slice) {
    tickFrom = slice.tickFrom();
    int ticks = slice.tickTo() - tickFrom;
    if (tickOffsets.length < ticks) {
      tickOffsets = new long[ticks];
    }
    for (int i = 0; i < ticks; i++) {
      tickOffsets[i] = samples.amplification.offsetMillis(tickFrom + i);
    }
  }

  private long timestamp(int s, int tick) {
    return samples.timestamps[s] + tickOffsets[tick - tickFrom];
  }
}
