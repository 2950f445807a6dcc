package io.tidemark.sink.postgresql;

import io.tidemark.sink.Payload;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Fills one body, whose parts {@link RowBody} describes. */
final class RowWriter {
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private final Shape shape;
  private final int width;
  private final int instanceFrom;
  private final int instances;
  private final byte[] body;
  private int position;

  /**
   * @param series entries to come
   * @param instances of each
   * @param seriesBytes of all entries
   * @param rows to come
   */
  RowWriter(
      Shape shape,
      String instanceLabel,
      int instanceFrom,
      int series,
      int instances,
      int seriesBytes,
      int rows) {
    this.shape = shape;
    this.width = shape.keys.size();
    this.instanceFrom = instanceFrom;
    this.instances = instances;
    int head = RowBody.headBytes(instanceLabel) - RowBody.COPY_HEAD.length - 2;
    long all = (long) head + seriesBytes + RowBody.COPY_HEAD.length + 2;
    body = new byte[Math.toIntExact(all + (long) rows * shape.rowBytes())];
    byte[] name = instanceLabel.getBytes(StandardCharsets.UTF_8);
    putInt(width);
    putInt(instanceFrom);
    putInt(instances);
    putInt(series);
    putInt(head + seriesBytes);
    putInt(name.length);
    System.arraycopy(name, 0, body, position, name.length);
    position += name.length;
  }

  void series(RowTemplate template) {
    series(template.labels, template.keys, template.checks, instanceFrom);
  }

  /**
   * @param first the first instance of {@code keys} and {@code checks} to write
   */
  void series(byte[] labels, long[] keys, int[] checks, int first) {
    putInt(labels.length);
    System.arraycopy(labels, 0, body, position, labels.length);
    position += labels.length;
    for (int i = first; i < first + instances; i++) {
      for (int column = 0; column < width; column++) {
        LONG.set(body, position, keys[i * width + column]);
        position += 8;
      }
      putInt(checks[i]);
    }
  }

  void beginRows() {
    System.arraycopy(RowBody.COPY_HEAD, 0, body, position, RowBody.COPY_HEAD.length);
    position += RowBody.COPY_HEAD.length;
  }

  void row(long[] keys, int instance, long timestampMillis, double value) {
    SHORT.set(body, position, (short) (width + 2));
    position += 2;
    for (int column = 0; column < width; column++) {
      putLong(keys[instance * width + column]);
    }
    putLong(RowBody.micros(timestampMillis));
    putLong(Double.doubleToRawLongBits(value));
  }

  Payload payload(int rows) {
    SHORT.set(body, position, (short) -1);
    position += 2;
    return new Payload(body, RowBody.ENCODING, rows, body.length);
  }

  private void putInt(int value) {
    INT.set(body, position, value);
    position += 4;
  }

  /** With its length before it. */
  private void putLong(long value) {
    INT.set(body, position, 8);
    LONG.set(body, position + 4, value);
    position += 12;
  }
}
