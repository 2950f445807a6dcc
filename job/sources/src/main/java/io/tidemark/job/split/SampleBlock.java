package io.tidemark.job.split;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A block of source samples on its way to one amplifier; no other record crosses the keyed shuffle.
 * Its samples come from one source subtask, in that subtask's order, and all go to the same
 * amplifier subtask. Immutable.
 *
 * <p>A sample takes {@value #SAMPLE_BYTES} bytes: its number (4 bytes), its timestamp (8) and the
 * bits of its value (8). In place of the number n stands ~n if the sample brings its labels, and
 * {@link Integer#MIN_VALUE} if it has no number. Labels follow the sample as hash (8), size (4) and
 * encoding. A reader goes from one sample to the {@link #next}.
 *
 * <p>A number brings no hash, so the block has a {@link #checksum} over the hashes of all its
 * samples, in order. The checksum shows if source and amplifier mean different series by a number.
 */
public final class SampleBlock {
  public static final int MAX_SAMPLES = 64;

  /** The distance between two samples if the first one has no labels, in bytes. */
  public static final int SAMPLE_BYTES = 20;

  private static final int MAX_BYTES = 1 << 13;
  private static final int LABELS_BEGIN = SAMPLE_BYTES + 12;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final byte[] NO_BYTES = {};

  private final long key;
  private final int source;
  private final int count;
  private final long checksum;
  private final byte[] bytes;

  public SampleBlock(long key, int source, int count, long checksum, byte[] bytes) {
    this.key = key;
    this.source = source;
    this.count = count;
    this.checksum = checksum;
    this.bytes = bytes;
  }

  /** Returns a block of one sample, which has no number. */
  public static SampleBlock of(Sample sample) {
    var block = new Builder(0);
    block.add(sample);
    return block.take();
  }

  /** Returns the hash of the first sample's labels, which is the key of the shuffle. */
  public long key() {
    return key;
  }

  /** Returns the source subtask that gave these numbers. */
  public int source() {
    return source;
  }

  public int count() {
    return count;
  }

  public long checksum() {
    return checksum;
  }

  /** Returns the checksum with one more sample. */
  public static long checksum(long before, long hash) {
    return (before + hash) * 0x9E3779B97F4A7C15L;
  }

  /** Returns the block's own array, which the caller must not change. */
  public byte[] bytes() {
    return bytes;
  }

  /** Tells whether no sample brings labels, as is the case in nearly every block. */
  public boolean isAllNumbers() {
    return bytes.length == count * SAMPLE_BYTES;
  }

  public int number(int at) {
    int tag = tag(at);
    return tag >= 0 ? tag : tag == Integer.MIN_VALUE ? SourceSample.UNNUMBERED : ~tag;
  }

  public boolean hasLabels(int at) {
    return tag(at) < 0;
  }

  public Labels labels(int at) {
    int from = at + LABELS_BEGIN;
    byte[] encoded = Arrays.copyOfRange(bytes, from, from + labelBytes(at));
    return Labels.ofEncoded(encoded, (long) LONG.get(bytes, at + SAMPLE_BYTES));
  }

  public long timestampMillis(int at) {
    return (long) LONG.get(bytes, at + 4);
  }

  public double value(int at) {
    return Double.longBitsToDouble((long) LONG.get(bytes, at + 12));
  }

  /** Returns a sample that brings its labels. */
  public Sample sample(int at) {
    return new Sample(labels(at), timestampMillis(at), value(at));
  }

  /** Returns the position of the sample behind the one at {@code at}; the first sample is at 0. */
  public int next(int at) {
    return hasLabels(at) ? at + LABELS_BEGIN + labelBytes(at) : at + SAMPLE_BYTES;
  }

  private int tag(int at) {
    return (int) INT.get(bytes, at);
  }

  private int labelBytes(int at) {
    return (int) INT.get(bytes, at + SAMPLE_BYTES + 8);
  }

  /** Fills one block after the other. */
  public static final class Builder {
    private final int source;
    private byte[] bytes = new byte[MAX_SAMPLES * SAMPLE_BYTES];
    private int end;
    private int count;
    private long key;
    private long checksum;

    public Builder(int source) {
      this.source = source;
    }

    public boolean isEmpty() {
      return count == 0;
    }

    public boolean isFull() {
      return count == MAX_SAMPLES || end >= MAX_BYTES;
    }

    /** Adds a sample without a number. */
    public void add(Sample sample) {
      Labels labels = sample.labels();
      add(SourceSample.UNNUMBERED, labels.hash(), labels, sample.timestampMillis(), sample.value());
    }

    /**
     * @param number the series' number, or {@link SourceSample#UNNUMBERED}
     * @param labels the series' labels; null if the number stands for them
     */
    public void add(int number, long hash, Labels labels, long timestampMillis, double value) {
      byte[] encoded = labels == null ? NO_BYTES : labels.encoded();
      int size = labels == null ? SAMPLE_BYTES : LABELS_BEGIN + encoded.length;
      if (end + size > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, end + size));
      }
      LONG.set(bytes, end + 4, timestampMillis);
      LONG.set(bytes, end + 12, Double.doubleToRawLongBits(value));
      if (labels == null) {
        INT.set(bytes, end, number);
      } else {
        INT.set(bytes, end, number == SourceSample.UNNUMBERED ? Integer.MIN_VALUE : ~number);
        LONG.set(bytes, end + SAMPLE_BYTES, hash);
        INT.set(bytes, end + SAMPLE_BYTES + 8, encoded.length);
        System.arraycopy(encoded, 0, bytes, end + LABELS_BEGIN, encoded.length);
      }
      if (count++ == 0) {
        key = hash;
      }
      checksum = checksum(checksum, hash);
      end += size;
    }

    /** Returns the block and begins an empty one. */
    public SampleBlock take() {
      var block = new SampleBlock(key, source, count, checksum, Arrays.copyOf(bytes, end));
      end = 0;
      count = 0;
      checksum = 0;
      return block;
    }
  }
}
