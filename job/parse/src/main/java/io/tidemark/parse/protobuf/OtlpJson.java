package io.tidemark.parse.protobuf;

import io.tidemark.parse.RejectedException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** An array in an attribute of OTLP, as JSON. Rare: builds what it writes. */
final class OtlpJson {
  private final ProtobufCursor cursor;
  private final DecimalBytes decimals;
  private final ByteArrayOutputStream json = new ByteArrayOutputStream();

  OtlpJson(ProtobufCursor cursor, DecimalBytes decimals) {
    this.cursor = cursor;
    this.decimals = decimals;
  }

  /** Of the {@code ArrayValue} at the cursor. */
  byte[] array(byte[] bytes, int depth) throws RejectedException {
    writeArray(bytes, depth);
    return json.toByteArray();
  }

  private void writeArray(byte[] bytes, int depth) throws RejectedException {
    OtlpValue.requireDepth(depth);
    int outer = cursor.enter();
    json.write('[');
    boolean first = true;
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        first = separate(first);
        writeValue(bytes, depth);
      } else {
        cursor.skip();
      }
    }
    json.write(']');
    cursor.leave(outer);
  }

  private void writeObject(byte[] bytes, int depth) throws RejectedException {
    OtlpValue.requireDepth(depth);
    int outer = cursor.enter();
    json.write('{');
    boolean first = true;
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        first = separate(first);
        writeEntry(bytes, depth);
      } else {
        cursor.skip();
      }
    }
    json.write('}');
    cursor.leave(outer);
  }

  private void writeEntry(byte[] bytes, int depth) throws RejectedException {
    int outer = cursor.enter();
    boolean hasValue = false;
    while (cursor.next()) {
      if (cursor.isBytes(1)) {
        writeText(bytes);
        json.write(':');
      } else if (cursor.isBytes(2)) {
        writeValue(bytes, depth);
        hasValue = true;
      } else {
        cursor.skip();
      }
    }
    if (!hasValue) {
      write("null");
    }
    cursor.leave(outer);
  }

  private boolean separate(boolean first) {
    if (!first) {
      json.write(',');
    }
    return false;
  }

  private void writeValue(byte[] bytes, int depth) throws RejectedException {
    int outer = cursor.enter();
    boolean written = false;
    while (cursor.next()) {
      if (written) {
        cursor.skip();
        continue;
      }
      written = true;
      if (cursor.isBytes(1)) {
        writeText(bytes);
      } else if (cursor.isVarint(2)) {
        write(cursor.varint() != 0 ? "true" : "false");
      } else if (cursor.isVarint(3)) {
        json.writeBytes(decimals.of(cursor.varint()));
      } else if (cursor.isFixed64(4)) {
        json.writeBytes(decimals.of(cursor.float64()));
      } else if (cursor.isBytes(5)) {
        writeArray(bytes, depth + 1);
      } else if (cursor.isBytes(6)) {
        writeObject(bytes, depth + 1);
      } else if (cursor.isBytes(7)) {
        int value = cursor.enter();
        json.write('"');
        json.writeBytes(OtlpValue.base64(bytes, cursor.position(), cursor.limit()));
        json.write('"');
        cursor.leave(value);
      } else {
        cursor.skip();
        written = false;
      }
    }
    if (!written) {
      write("null");
    }
    cursor.leave(outer);
  }

  private void writeText(byte[] bytes) throws RejectedException {
    int outer = cursor.enter();
    json.write('"');
    for (int i = cursor.position(); i < cursor.limit(); i++) {
      byte c = bytes[i];
      if (c == '"' || c == '\\') {
        json.write('\\');
        json.write(c);
      } else if (c >= 0 && c < ' ') {
        write("\\u%04x".formatted((int) c));
      } else {
        json.write(c);
      }
    }
    json.write('"');
    cursor.leave(outer);
  }

  private void write(String text) {
    json.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
