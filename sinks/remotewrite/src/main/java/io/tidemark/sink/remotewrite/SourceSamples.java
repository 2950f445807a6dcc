package io.tidemark.sink.remotewrite;

import io.tidemark.series.Amplification;
import io.tidemark.series.Interpolation;
import io.tidemark.series.Jitter;
import io.tidemark.series.Slice;
import io.tidemark.series.ValueMode;
import java.util.Arrays;

/**
 * The source samples that a payload is made of, and what their copies hold. One object serves one
 * payload after the other.
 */
final class SourceSamples {
  /** The bounds between which a millisecond timestamp is a varint of six bytes: 1971 to 2109. */
  private static final long SIX_BYTES_FROM = 1L << 35;

  private static final long SIX_BYTES_TO = 1L << 42;

  final Amplification amplification;
  RemoteWriteTemplate[] templates = new RemoteWriteTemplate[1024];
  long[] timestamps = new long[1024];
  private double[] values = new double[1024];

  /** This is null unless values are interpolated. */
  private double[] endValues;

  private int count;
  private long minTimestamp;
  private long maxTimestamp;

  SourceSamples(Amplification amplification) {
    this.amplification = amplification;
    endValues = amplification.value() == ValueMode.INTERPOLATE ? new double[1024] : null;
    clear();
  }

  void clear() {
    Arrays.fill(templates, 0, count, null);
    count = 0;
    minTimestamp = Long.MAX_VALUE;
    maxTimestamp = Long.MIN_VALUE;
  }

  void add(RemoteWriteTemplate template, long timestampMillis, double value, double endValue) {
    if (count == templates.length) {
      templates = Arrays.copyOf(templates, 2 * count);
      timestamps = Arrays.copyOf(timestamps, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
      endValues = endValues == null ? null : Arrays.copyOf(endValues, 2 * count);
    }
    if (endValues != null) {
      endValues[count] = endValue;
    }
    templates[count] = template;
    timestamps[count] = timestampMillis;
    values[count] = value;
    count++;
    minTimestamp = Math.min(minTimestamp, timestampMillis);
    maxTimestamp = Math.max(maxTimestamp, timestampMillis);
  }

  int count() {
    return count;
  }

  long timestamp(int sample, int tick) {
    return timestamps[sample] + amplification.offsetMillis(tick);
  }

  /** Returns the bits of the value of a copy. */
  long valueBits(int sample, int instance, int tick) {
    double value = values[sample];
    if (amplification.value() == ValueMode.JITTER) {
      value = Jitter.value(value, templates[sample].sourceHash, timestamps[sample], instance, tick);
    } else if (endValues != null) {
      value = Interpolation.value(value, endValues[sample], amplification, tick);
    }
    return Double.doubleToRawLongBits(value);
  }

  /** Tells whether the timestamp of every copy in the slice is a varint of six bytes. */
  boolean timestampsTakeSixBytes(Slice slice) {
    long last = amplification.offsetMillis(slice.tickTo() - 1);
    return minTimestamp >= SIX_BYTES_FROM
        && maxTimestamp < SIX_BYTES_TO
        && last < SIX_BYTES_TO - maxTimestamp;
  }
}
