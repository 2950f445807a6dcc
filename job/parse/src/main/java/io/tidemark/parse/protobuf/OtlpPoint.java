package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;
import java.util.Arrays;

/**
 * One OTLP data point as it is read: its numbers here, its attributes among the labels. One is
 * reused for all; of a kind of point that lacks a field it is 0, or none.
 */
final class OtlpPoint {
  /** Kinds of points, by the field of a metric that holds them; a sum's are those of a gauge. */
  static final int GAUGE = 5;

  private static final int SUM = 7;
  static final int HISTOGRAM = 9;
  static final int EXPONENTIAL = 10;
  static final int SUMMARY = 11;

  private final ProtobufCursor cursor;
  private final OtlpValue values;

  long timeNanos;
  boolean isStale;
  double value;
  double count;
  boolean hasSum;
  double sum;
  long scale;
  double zeroCount;
  double zeroThreshold;
  long offset;
  long[] counts = new long[64];
  int countsEnd;

  /** Bounds of buckets; of a summary, quantile and value in turn. */
  double[] bounds = new double[64];

  int boundsEnd;

  OtlpPoint(ProtobufCursor cursor, OtlpValue values) {
    this.cursor = cursor;
    this.values = values;
  }

  /** Of the points in the metric's field at the cursor; 0 if it holds none. */
  static int kind(ProtobufCursor cursor) {
    if (cursor.isBytes(GAUGE) || cursor.isBytes(SUM)) {
      return GAUGE;
    }
    if (cursor.isBytes(HISTOGRAM)) {
      return HISTOGRAM;
    }
    if (cursor.isBytes(EXPONENTIAL)) {
      return EXPONENTIAL;
    }
    return cursor.isBytes(SUMMARY) ? SUMMARY : 0;
  }

  /** Reads the point that the cursor is in, to its end. */
  void read(int kind, byte[] record) throws RejectedException {
    clear();
    while (cursor.next()) {
      boolean taken =
          switch (kind) {
            case GAUGE -> takesOfNumber(record);
            case HISTOGRAM -> takesOfHistogram(record);
            case EXPONENTIAL -> takesOfExponential(record);
            default -> takesOfSummary(record);
          };
      if (!taken) {
        cursor.skip();
      }
    }
  }

  private void clear() {
    timeNanos = 0;
    isStale = false;
    value = 0;
    count = 0;
    hasSum = false;
    sum = 0;
    scale = 0;
    zeroCount = 0;
    zeroThreshold = 0;
    offset = 0;
    countsEnd = 0;
    boundsEnd = 0;
  }

  private boolean takesOfNumber(byte[] record) throws RejectedException {
    if (cursor.isBytes(7)) {
      values.readAttribute(record);
    } else if (cursor.isFixed64(3)) {
      timeNanos = cursor.fixed64();
    } else if (cursor.isFixed64(4)) {
      value = cursor.float64();
    } else if (cursor.isFixed64(6)) {
      value = cursor.fixed64();
    } else if (cursor.isVarint(8)) {
      isStale = (cursor.varint() & 1) != 0;
    } else {
      return false;
    }
    return true;
  }

  private boolean takesOfHistogram(byte[] record) throws RejectedException {
    if (cursor.isBytes(9)) {
      values.readAttribute(record);
    } else if (cursor.isBytes(6)) {
      int outer = cursor.enter();
      while (cursor.position() < cursor.limit()) {
        addCount(cursor.fixed64());
      }
      cursor.leave(outer);
    } else if (cursor.isFixed64(6)) {
      addCount(cursor.fixed64());
    } else if (cursor.isBytes(7)) {
      int outer = cursor.enter();
      while (cursor.position() < cursor.limit()) {
        addBound(cursor.float64());
      }
      cursor.leave(outer);
    } else if (cursor.isFixed64(7)) {
      addBound(cursor.float64());
    } else {
      return takesOfAnyHistogram();
    }
    return true;
  }

  private boolean takesOfExponential(byte[] record) throws RejectedException {
    if (cursor.isBytes(1)) {
      values.readAttribute(record);
    } else if (cursor.isVarint(6)) {
      scale = cursor.zigzag();
    } else if (cursor.isFixed64(7)) {
      zeroCount = unsigned(cursor.fixed64());
    } else if (cursor.isFixed64(14)) {
      zeroThreshold = cursor.float64();
    } else if (cursor.isBytes(8)) {
      int outer = cursor.enter();
      readPositive();
      cursor.leave(outer);
    } else {
      return takesOfAnyHistogram();
    }
    return true;
  }

  private void readPositive() throws RejectedException {
    while (cursor.next()) {
      if (cursor.isVarint(1)) {
        offset = cursor.zigzag();
      } else if (cursor.isVarint(2)) {
        addCount(cursor.varint());
      } else if (cursor.isBytes(2)) {
        int outer = cursor.enter();
        while (cursor.position() < cursor.limit()) {
          addCount(cursor.varint());
        }
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
  }

  private boolean takesOfAnyHistogram() throws RejectedException {
    if (cursor.isVarint(10)) {
      isStale = (cursor.varint() & 1) != 0;
      return true;
    }
    return takesOfTotals();
  }

  private boolean takesOfTotals() throws RejectedException {
    if (cursor.isFixed64(3)) {
      timeNanos = cursor.fixed64();
    } else if (cursor.isFixed64(4)) {
      count = unsigned(cursor.fixed64());
    } else if (cursor.isFixed64(5)) {
      sum = cursor.float64();
      hasSum = true;
    } else {
      return false;
    }
    return true;
  }

  private boolean takesOfSummary(byte[] record) throws RejectedException {
    if (cursor.isBytes(7)) {
      values.readAttribute(record);
    } else if (cursor.isBytes(6)) {
      int outer = cursor.enter();
      double quantile = 0;
      double at = 0;
      while (cursor.next()) {
        if (cursor.isFixed64(1)) {
          quantile = cursor.float64();
        } else if (cursor.isFixed64(2)) {
          at = cursor.float64();
        } else {
          cursor.skip();
        }
      }
      cursor.leave(outer);
      addBound(quantile);
      addBound(at);
    } else if (cursor.isVarint(8)) {
      isStale = (cursor.varint() & 1) != 0;
    } else {
      return takesOfTotals();
    }
    return true;
  }

  private void addCount(long count) {
    if (countsEnd == counts.length) {
      counts = Arrays.copyOf(counts, 2 * countsEnd);
    }
    counts[countsEnd++] = count;
  }

  private void addBound(double bound) {
    if (boundsEnd == bounds.length) {
      bounds = Arrays.copyOf(bounds, 2 * boundsEnd);
    }
    bounds[boundsEnd++] = bound;
  }

  static double unsigned(long count) {
    return count >= 0 ? count : 0x1p64 + count;
  }
}
