package io.tidemark.job.source;

import io.tidemark.sink.InvalidLabelsException;
import io.tidemark.sink.Labels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 */
public final class RemoteWriteParser implements SampleParser {
  /** What a record may unpack to; VictoriaMetrics' own bound on a request. */
  static final int MAX_DECODED_BYTES = 32 << 20;

  /** Snappy's densest element, a copy, takes 3 bytes for 64: no block gives more than this. */
  private static final int MAX_EXPANSION = 22;

  private final ProtobufCursor cursor = new ProtobufCursor();
  private final WireLabels labels = new WireLabels();
  private final List<Sample> samples = new ArrayList<>();
  private final List<RefusedSeries> refused = new ArrayList<>();
  private byte[] decoded = new byte[64 * 1024];
  private long[] points = new long[16];

  private record RefusedSeries(int offset, int length, String detail) {}

  @Override
  public void parse(byte[] record, long recordTimestampMillis, Output out) {
    try {
      int size = decode(record);
      cursor.reset(decoded, 0, size);
      readRequest();
      samples.forEach(out::sample);
      for (RefusedSeries series : refused) {
        out.rejected(
            Rejection.INVALID_LABELS, series.detail, decoded, series.offset, series.length);
      }
    } catch (RejectedException e) {
      out.rejected(e.why, e.getMessage(), record, 0, record.length);
    } finally {
      samples.clear();
      refused.clear();
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

  private void readRequest() throws RejectedException {
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        int outer = cursor.enter();
        readSeries();
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
  }

  private void readSeries() throws RejectedException {
    int offset = cursor.position();
    int length = cursor.limit() - offset;
    int pointCount = 0;
    labels.clear();
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        labels.read(decoded, cursor);
      } else if (cursor.isBytes(2)) {
        if (2 * pointCount == points.length) {
          points = Arrays.copyOf(points, 2 * points.length);
        }
        readPoint(2 * pointCount++);
      } else {
        cursor.skip();
      }
    }
    if (pointCount == 0) {
      return;
    }
    try {
      Labels series = labels.build(decoded);
      for (int i = 0; i < 2 * pointCount; i += 2) {
        samples.add(new Sample(series, points[i], Double.longBitsToDouble(points[i + 1])));
      }
    } catch (InvalidLabelsException e) {
      refused.add(new RefusedSeries(offset, length, e.getMessage()));
    }
  }

  /** Timestamp and bits of the value into {@link #points}; what is left out is 0, as in proto3. */
  private void readPoint(int at) throws RejectedException {
    points[at] = 0;
    points[at + 1] = 0;
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.isFixed64(1)) {
        points[at + 1] = cursor.fixed64();
      } else if (cursor.isVarint(2)) {
        points[at] = cursor.varint();
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }
}
