package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * An attribute of OTLP as labels: text, numbers and booleans as text, bytes in Base64, an array as
 * JSON, and of a list of attributes each as a label of its own, their names joined by a point.
 */
final class OtlpValue {
  /** Of values in one another. */
  private static final int MAX_DEPTH = 32;

  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_PREFIX = {};

  private final ProtobufCursor cursor;
  private final OtlpLabels labels;
  private final DecimalBytes decimals;

  OtlpValue(ProtobufCursor cursor, OtlpLabels labels, DecimalBytes decimals) {
    this.cursor = cursor;
    this.labels = labels;
    this.decimals = decimals;
  }

  /** Adds the {@code KeyValue} at the cursor. */
  void readAttribute(byte[] bytes) throws RejectedException {
    readKeyValue(bytes, NO_PREFIX, 0);
  }

  /**
   * @param prefix of the name, with its point
   */
  void readKeyValue(byte[] bytes, byte[] prefix, int depth) throws RejectedException {
    requireDepth(depth);
    int outer = cursor.enter();
    int keyFrom = 0;
    int keyTo = 0;
    int value = -1;
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        int inner = cursor.enter();
        keyFrom = cursor.position();
        keyTo = cursor.limit();
        cursor.leave(inner);
      } else if (cursor.isBytes(2)) {
        value = cursor.position();
        cursor.skip();
      } else {
        cursor.skip();
      }
    }
    if (keyTo > keyFrom && value >= 0) {
      cursor.rewind(value);
      readValue(bytes, prefix, keyFrom, keyTo, depth);
    }
    cursor.leave(outer);
  }

  private void readValue(byte[] bytes, byte[] prefix, int keyFrom, int keyTo, int depth)
      throws RejectedException {
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.isBytes(6)) {
        byte[] inner = joined(prefix, bytes, keyFrom, keyTo);
        int list = cursor.enter();
        while (cursor.next()) {
          if (cursor.isBytes(1)) {
            readKeyValue(bytes, inner, depth + 1);
          } else {
            cursor.skip();
          }
        }
        cursor.leave(list);
      } else if (isScalarOrArray()) {
        labels.write(prefix);
        labels.write(bytes, keyFrom, keyTo);
        labels.endName();
        if (cursor.isBytes(5)) {
          labels.write(new OtlpJson(cursor, decimals).array(bytes, depth));
        } else {
          writeScalar(bytes);
        }
        labels.endValue();
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  private boolean isScalarOrArray() {
    return cursor.isBytes(1)
        || cursor.isVarint(2)
        || cursor.isVarint(3)
        || cursor.isFixed64(4)
        || cursor.isBytes(5)
        || cursor.isBytes(7);
  }

  private void writeScalar(byte[] bytes) throws RejectedException {
    if (cursor.isVarint(2)) {
      labels.write(cursor.varint() != 0 ? TRUE : FALSE);
    } else if (cursor.isVarint(3)) {
      labels.write(decimals.of(cursor.varint()));
    } else if (cursor.isFixed64(4)) {
      labels.write(decimals.of(cursor.float64()));
    } else {
      boolean binary = cursor.isBytes(7);
      int outer = cursor.enter();
      if (binary) {
        labels.write(base64(bytes, cursor.position(), cursor.limit()));
      } else {
        labels.write(bytes, cursor.position(), cursor.limit());
      }
      cursor.leave(outer);
    }
  }

  static void requireDepth(int depth) throws RejectedException {
    if (depth > MAX_DEPTH) {
      throw RejectedException.undecodable("an attribute is too deep [max=%d]".formatted(MAX_DEPTH));
    }
  }

  static byte[] base64(byte[] bytes, int from, int to) {
    return Base64.getEncoder().encode(Arrays.copyOfRange(bytes, from, to));
  }

  private static byte[] joined(byte[] prefix, byte[] bytes, int from, int to) {
    byte[] joined = Arrays.copyOf(prefix, prefix.length + to - from + 1);
    System.arraycopy(bytes, from, joined, prefix.length, to - from);
    joined[joined.length - 1] = '.';
    return joined;
  }
}
