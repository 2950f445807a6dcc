package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.IOException;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyError;

/**
 * Prometheus remote write 1: a Snappy block (not framed) that holds a protobuf {@code
 * WriteRequest}.
 *
 * <p>Bytes that are not one are rejected whole and nothing of them is emitted; in a readable
 * request a time series with bad labels is rejected alone, as its own protobuf bytes. A time series
 * gives one sample per {@code Sample} in it. Metadata, exemplars, native histograms and unknown
 * fields are passed over without being counted, and labels with an empty value count as absent.
 *
 * <p>Version 2 ({@code io.prometheus.write.v2.Request}) has nothing in common with this but the
 * wire: its fields have numbers that no version 1 request uses, by which it is refused.
 *
 * <p>A request is walked twice, to check it and to emit it, and nothing of it is gathered in
 * between: a small record may unpack to millions of samples.
 */
public final class RemoteWriteParser implements SampleParser {
  /** What a record may unpack to; the usual bound on a request. */
  public static final int MAX_DECODED_BYTES = 32 << 20;

  /** Snappy's densest element, a copy, takes 3 bytes for 64: no block gives more than this. */
  private static final int MAX_EXPANSION = 22;

  /** Of {@code io.prometheus.write.v2.Request}. */
  private static final int SYMBOLS_OF_VERSION_2 = 4;

  private static final int SERIES_OF_VERSION_2 = 5;

  private final ProtobufCursor cursor = new ProtobufCursor();
  private final WireLabels labels = new WireLabels();
  private byte[] decoded = new byte[64 * 1024];

  @Override
  public void parse(byte[] record, long recordTimestampMillis, Output out) {
    try {
      int size = decode(record);
      cursor.reset(decoded, 0, size);
      check();
      cursor.reset(decoded, 0, size);
      emit(out);
    } catch (RejectedException e) {
      out.rejected(e.why, e.getMessage(), record, 0, record.length);
    }
  }

  /**
   * Unpacks into {@link #decoded}; returns how many bytes. The bounds hold before any are taken.
   */
  private int decode(byte[] record) throws RejectedException {
    cursor.reset(record, 0, record.length);
    long size = cursor.varint();
    if (size < 0 || size > MAX_DECODED_BYTES) {
      throw new RejectedException(
          Rejection.TOO_LARGE,
          "too large when unpacked [bytes=%s, maxBytes=%d]"
              .formatted(Long.toUnsignedString(size), MAX_DECODED_BYTES));
    }
    if (size > (long) record.length * MAX_EXPANSION) {
      throw new RejectedException(
          Rejection.UNDECODABLE,
          "claims to unpack to more than it can [unpackedBytes=%d, bytes=%d]"
              .formatted(size, record.length));
    }
    if (size > decoded.length) {
      decoded = new byte[Math.min(MAX_DECODED_BYTES, 2 * Integer.highestOneBit((int) size))];
    }
    try {
      return Snappy.uncompress(record, 0, record.length, decoded, 0);
    } catch (IOException | SnappyError e) {
      throw new RejectedException(Rejection.UNDECODABLE, "not a Snappy block");
    }
  }

  /** Steps into all that {@link #emit} steps into, so that nothing can be wrong there any more. */
  private void check() throws RejectedException {
    while (cursor.next()) {
      if (cursor.isBytes(SYMBOLS_OF_VERSION_2) || cursor.isBytes(SERIES_OF_VERSION_2)) {
        throw new RejectedException(
            Rejection.REMOTE_WRITE_2, "a request of remote write 2; have version 1 sent");
      }
      if (!cursor.isBytes(1)) {
        cursor.skip();
        continue;
      }
      int request = cursor.enter();
      while (cursor.next()) {
        if (!cursor.isBytes(1) && !cursor.isBytes(2)) {
          cursor.skip();
          continue;
        }
        int series = cursor.enter();
        while (cursor.next()) {
          cursor.skip();
        }
        cursor.leave(series);
      }
      cursor.leave(request);
    }
  }

  private void emit(Output out) throws RejectedException {
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        int request = cursor.enter();
        emitSeries(out);
        cursor.leave(request);
      } else {
        cursor.skip();
      }
    }
  }

  private void emitSeries(Output out) throws RejectedException {
    int offset = cursor.position();
    boolean hasSamples = false;
    labels.clear();
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        labels.read(decoded, cursor);
      } else {
        hasSamples |= cursor.isBytes(2);
        cursor.skip();
      }
    }
    if (!hasSamples) {
      return;
    }
    try {
      Labels series = labels.build(decoded);
      cursor.rewind(offset);
      while (cursor.next()) {
        if (cursor.isBytes(2)) {
          out.sample(readSample(series));
        } else {
          cursor.skip();
        }
      }
    } catch (InvalidLabelsException e) {
      out.rejected(
          Rejection.INVALID_LABELS, e.getMessage(), decoded, offset, cursor.limit() - offset);
    }
  }

  /** What is left out is 0, as in proto3. */
  private Sample readSample(Labels series) throws RejectedException {
    long timestampMillis = 0;
    long valueBits = 0;
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.isFixed64(1)) {
        valueBits = cursor.fixed64();
      } else if (cursor.isVarint(2)) {
        timestampMillis = cursor.varint();
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
    return new Sample(series, timestampMillis, Double.longBitsToDouble(valueBits));
  }
}
