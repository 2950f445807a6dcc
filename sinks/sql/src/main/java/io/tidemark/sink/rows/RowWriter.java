package io.tidemark.sink.rows;

import io.tidemark.sink.Payload;
import java.nio.charset.StandardCharsets;

/** Fills one body, whose parts {@link RowBody} describes. */
final class RowWriter {
  private final RowCode code;
  private final int width;
  private final int instanceFrom;
  private final int instances;
  private final byte[] body;
  private int position;

  /**
   * @param series the number of series to come
   * @param instances the number of instances of each
   * @param seriesBytes the bytes of all series
   * @param rows the number of rows to come
   */
  RowWriter(
      RowCode code,
      String instanceLabels,
      int instanceFrom,
      int series,
      int instances,
      int seriesBytes,
      int rows) {
    this.code = code;
    this.width = code.width();
    this.instanceFrom = instanceFrom;
    this.instances = instances;
    int around = code.head().length + code.tail().length;
    int head = RowBody.headBytes(code, instanceLabels) - around;
    long all = (long) head + seriesBytes + around;
    body = new byte[Math.toIntExact(all + (long) rows * code.rowBytes())];
    byte[] text = instanceLabels.getBytes(StandardCharsets.UTF_8);
    putInt(width);
    putInt(instanceFrom);
    putInt(instances);
    putInt(series);
    putInt(head + seriesBytes);
    putInt(text.length);
    put(text);
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
        RowBody.LONG.set(body, position, keys[i * width + column]);
        position += 8;
      }
      putInt(checks[i]);
    }
  }

  void beginRows() {
    put(code.head());
  }

  void row(long[] keys, int instance, long timestampMillis, double value) {
    code.write(body, position, keys, instance * width, timestampMillis, value);
    position += code.rowBytes();
  }

  Payload payload(int rows) {
    put(code.tail());
    return new Payload(body, code.encoding(), rows, body.length);
  }

  private void put(byte[] bytes) {
    System.arraycopy(bytes, 0, body, position, bytes.length);
    position += bytes.length;
  }

  private void putInt(int value) {
    RowBody.INT.set(body, position, value);
    position += 4;
  }
}
