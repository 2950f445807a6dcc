package io.tidemark.job.split;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Source samples on their way to one amplifier, where it is the only record that crosses the keyed
 * shuffle: those of one source subtask, in its order, all for the same subtask of the amplifier; or
 * one sample alone, without a number. Immutable.
 *
 * <p>A sample takes {@value #SAMPLE_BYTES} bytes: number (4; ~number of one that brings its labels;
 * {@link Integer#MIN_VALUE} of one without a number), timestamp (8), bits of the value (8). Behind
 * it, where there are labels, stand their hash (8), size (4) and encoding. A reader goes from one
 * to the {@link #next}.
 *
 * <p>No hash comes with a number, so the block has a {@link #checksum} over the hashes of all of
 * its samples, in their order: if both sides mean other series by a number, it tells.
 */
public final class SampleBlock {
  public static final int MAX_SAMPLES = 64;

  /** From one sample to the next, where neither has labels. */
  public static final int SAMPLE_BYTES = 20;

  private static final int MAX_BYTES = 1 << 13;
  private static final int LABELS_BEGIN = SAMPLE_BYTES + 12;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final byte[] NO_BYTES = {};

  private final Sample alone;
  private final long key;
  private final int source;
  private final int count;
  private final long checksum;
  private final byte[] bytes;

  private SampleBlock(Sample alone, long key, int source, int count, long checksum, byte[] bytes) {
    this.alone = alone;
    this.key = key;
    this.source = source;
    this.count = count;
    this.checksum = checksum;
    this.bytes = bytes;
  }

  public SampleBlock(long key, int source, int count, long checksum, byte[] bytes) {
    this(null, key, source, count, checksum, bytes);
  }

  public static SampleBlock alone(Sample sample) {
    return new SampleBlock(sample, sample.labels().hash(), 0, 1, 0, NO_BYTES);
  }

  /** The sample that is alone, or null of a block of samples. */
  public Sample alone() {
    return alone;
  }

  /** The hash of the first sample's labels: the key of the shuffle. */
  public long key() {
    return key;
  }

  /** The subtask whose numbers these are. */
  public int source() {
    return source;
  }

  public int count() {
    return count;
  }

  public long checksum() {
    return checksum;
  }

  /** What the checksum becomes with one more sample. */
  public static long checksum(long before, long hash) {
    return (before + hash) * 0x9E3779B97F4A7C15L;
  }

  /** Not to be written to. */
  public byte[] bytes() {
    return bytes;
  }

  /** Whether no sample brings labels, as in nearly every block. */
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

  /** Where the sample behind this one stands; the first at 0. */
  public int next(int at) {
    return hasLabels(at) ? at + LABELS_BEGIN + labelBytes(at) : at + SAMPLE_BYTES;
  }

  private int tag(int at) {
    return (int) INT.get(bytes, at);
  }

  private int labelBytes(int at) {
    return (int) INT.get(bytes, at + SAMPLE_BYTES + 8);
  }

  /** A block that is being filled, again and again. */
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

    /**
     * @param number or {@link SourceSample#UNNUMBERED}
     * @param labels null if the number stands for them
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

    /** The block; this is empty then. */
    public SampleBlock take() {
      var block = new SampleBlock(key, source, count, checksum, Arrays.copyOf(bytes, end));
      end = 0;
      count = 0;
      checksum = 0;
      return block;
    }
  }
}
