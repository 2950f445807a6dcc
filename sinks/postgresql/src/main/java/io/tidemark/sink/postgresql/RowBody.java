package io.tidemark.sink.postgresql;

import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A payload's body, read. Integers are big-endian:
 *
 * <ol>
 *   <li>six ints: key columns, first instance, instances, series, bytes up to the rows, bytes of
 *       the instance label's name; and that name;
 *   <li>for each series its labels with their length before them, and for each of its instances the
 *       keys, and an int to check them by;
 *   <li>the rows, as {@code COPY … (FORMAT binary)} takes them, with their head and their end.
 * </ol>
 *
 * So the rows go to the database as they lie here, and the series only if it does not know them
 * yet.
 */
final class RowBody {
  static final String ENCODING = "copy-binary";

  /** Signature, flags, and no extension (PostgreSQL's documentation of COPY, "Binary Format"). */
  static final byte[] COPY_HEAD = copyHead();

  /** PostgreSQL counts microseconds from 2000-01-01T00:00:00Z. */
  private static final long EPOCH_MILLIS = 946_684_800_000L;

  private static final int HEAD_INTS = 6;

  private final byte[] body;
  private final int width;
  private final int instanceFrom;
  private final int instances;
  private final int series;
  private final int rowsAt;
  private final String instanceLabel;
  private final int seriesAt;

  /**
   * @throws IllegalArgumentException if it is none
   */
  RowBody(byte[] body) {
    this.body = body;
    if (body.length < 4 * HEAD_INTS) {
      throw new IllegalArgumentException("no rows for COPY [bytes=%d]".formatted(body.length));
    }
    width = getInt(0);
    instanceFrom = getInt(4);
    instances = getInt(8);
    series = getInt(12);
    rowsAt = getInt(16);
    int nameBytes = getInt(20);
    seriesAt = 4 * HEAD_INTS + nameBytes;
    if (width < 1 || width > 2 || nameBytes < 0 || rowsAt < seriesAt || rowsAt > body.length) {
      throw new IllegalArgumentException("no rows for COPY [bytes=%d]".formatted(body.length));
    }
    instanceLabel = new String(body, 4 * HEAD_INTS, nameBytes, StandardCharsets.UTF_8);
  }

  private static byte[] copyHead() {
    byte[] head = new byte[19];
    byte[] signature = "PGCOPY\n\u00ff\r\n\0".getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(signature, 0, head, 0, signature.length);
    return head;
  }

  /** Bytes of a body besides those of its series and rows. */
  static int headBytes(String instanceLabel) {
    return 4 * HEAD_INTS
        + instanceLabel.getBytes(StandardCharsets.UTF_8).length
        + COPY_HEAD.length
        + 2;
  }

  static int seriesBytes(int labelBytes, int instances, int width) {
    return 4 + labelBytes + instances * (8 * width + 4);
  }

  static long micros(long timestampMillis) {
    return (timestampMillis - EPOCH_MILLIS) * 1_000;
  }

  private static long millis(long micros) {
    return micros / 1_000 + EPOCH_MILLIS;
  }

  byte[] bytes() {
    return body;
  }

  /** Where the rows begin; they reach to the end. */
  int rowsAt() {
    return rowsAt;
  }

  /** Sees each series of the payload; a series may come more than once. */
  interface SeriesVisitor {
    /**
     * @param key of one or two columns; the second is 0 where there is one
     * @param labels made only when asked for
     */
    void series(long first, long second, int check, LabelsOf labels);
  }

  interface LabelsOf {
    Labels get();
  }

  void forEachSeries(SeriesVisitor visitor) {
    int position = seriesAt;
    for (int i = 0; i < series; i++) {
      int labelsAt = position + 4;
      int labelBytes = getInt(position);
      position = labelsAt + labelBytes;
      for (int n = 0; n < instances; n++) {
        long first = getLong(position);
        long second = width == 2 ? getLong(position + 8) : 0;
        int check = getInt(position + 8 * width);
        int instance = instanceFrom + n;
        visitor.series(first, second, check, () -> labels(labelsAt, labelBytes, instance));
        position += 8 * width + 4;
      }
    }
  }

  private Labels labels(int at, int length, int instance) {
    byte[] encoded = new byte[length];
    System.arraycopy(body, at, encoded, 0, length);
    Labels own = Labels.ofEncoded(encoded);
    if (instance == 0) {
      return own;
    }
    Map<String, String> labels = new LinkedHashMap<>(own.toMap());
    labels.merge(instanceLabel, Amplification.suffix(instance), String::concat);
    return Labels.of(labels);
  }

  interface RowVisitor {
    void row(long first, long second, long timestampMillis, double value);
  }

  void forEachRow(int rows, RowVisitor visitor) {
    int position = rowsAt + COPY_HEAD.length;
    for (int i = 0; i < rows; i++) {
      position += 2;
      long first = getLong(position + 4);
      long second = width == 2 ? getLong(position + 16) : 0;
      position += 12 * width;
      long micros = getLong(position + 4);
      long bits = getLong(position + 16);
      position += 24;
      visitor.row(first, second, millis(micros), Double.longBitsToDouble(bits));
    }
  }

  private int getInt(int at) {
    return (int) RowWriter.INT.get(body, at);
  }

  private long getLong(int at) {
    return (long) RowWriter.LONG.get(body, at);
  }
}
