package io.tidemark.sink.rows;

import io.tidemark.series.InstanceLabels;
import io.tidemark.series.Labels;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads a payload's body. Integers are big-endian:
 *
 * <ol>
 *   <li>six ints: key columns, first instance, instances, series, bytes up to the rows, bytes of
 *       the text of {@link InstanceLabels}; and that text;
 *   <li>for each series its labels with their length before them, and for each of its instances the
 *       keys, and an int to check them by;
 *   <li>the rows as the database takes them, with their head and their end: see {@link RowCode}.
 * </ol>
 *
 * So the rows go to the database as they lie here, and the series only if it does not know them
 * yet.
 */
public final class RowBody {
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int HEAD_INTS = 6;

  private final RowCode code;
  private final byte[] body;
  private final int width;
  private final int instanceFrom;
  private final int instances;
  private final int series;
  private final int rowsAt;

  /** The text is empty if there is only instance 0. */
  private final String instanceLabels;

  private final int seriesAt;

  /**
   * @throws IllegalArgumentException if the bytes are no such body
   */
  public RowBody(RowCode code, byte[] body) {
    this.code = code;
    this.body = body;
    if (body.length < 4 * HEAD_INTS) {
      throw new IllegalArgumentException("no rows [bytes=%d]".formatted(body.length));
    }
    width = getInt(0);
    instanceFrom = getInt(4);
    instances = getInt(8);
    series = getInt(12);
    rowsAt = getInt(16);
    int textBytes = getInt(20);
    seriesAt = 4 * HEAD_INTS + textBytes;
    if (width != code.width() || textBytes < 0 || rowsAt < seriesAt || rowsAt > body.length) {
      throw new IllegalArgumentException("no rows [bytes=%d]".formatted(body.length));
    }
    instanceLabels = new String(body, 4 * HEAD_INTS, textBytes, StandardCharsets.UTF_8);
  }

  /** Returns the bytes of a body besides those of its series and rows. */
  public static int headBytes(RowCode code, String instanceLabels) {
    return 4 * HEAD_INTS
        + instanceLabels.getBytes(StandardCharsets.UTF_8).length
        + code.head().length
        + code.tail().length;
  }

  static int seriesBytes(int labelBytes, int instances, int width) {
    return 4 + labelBytes + instances * (8 * width + 4);
  }

  public byte[] bytes() {
    return body;
  }

  /** Returns where the rows' head begins; they reach to the end of the body. */
  public int rowsAt() {
    return rowsAt;
  }

  /** Sees each series of the payload; a series may come more than once. */
  public interface SeriesVisitor {
    /**
     * @param first the first column of the key
     * @param second the second column; 0 if a key has one column
     * @param check see {@link RowTemplate#check}
     * @param labels makes the labels when it is asked
     */
    void series(long first, long second, int check, LabelsOf labels);
  }

  public interface LabelsOf {
    Labels get();
  }

  public void forEachSeries(SeriesVisitor visitor) {
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
    return instance == 0 ? own : InstanceLabels.ofText(instanceLabels).copy(own.toMap(), instance);
  }

  void forEachRow(int rows, RowCode.RowVisitor visitor) {
    int position = rowsAt + code.head().length;
    for (int i = 0; i < rows; i++) {
      code.read(body, position, visitor);
      position += code.rowBytes();
    }
  }

  private int getInt(int at) {
    return (int) INT.get(body, at);
  }

  private long getLong(int at) {
    return (long) LONG.get(body, at);
  }
}
