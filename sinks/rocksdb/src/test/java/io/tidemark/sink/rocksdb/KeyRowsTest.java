package io.tidemark.sink.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.rows.LongRows;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyRowsTest {
  private static byte[] row(long series, long time, double value) {
    var row = new byte[LongRows.ROW_BYTES];
    KeyRows.CODE.write(row, 0, new long[] {series}, 0, time, value);
    return row;
  }

  /** As RocksDB compares keys: byte by byte, unsigned. */
  @Test
  void sortsBySeriesAndThenByTime() {
    byte[] first = row(1, 300, 9);
    byte[] second = row(1, 70_000, 1);
    byte[] third = row(2, 5, 1);
    assertThat(Arrays.compareUnsigned(first, 0, 16, second, 0, 16)).isNegative();
    assertThat(Arrays.compareUnsigned(second, 0, 16, third, 0, 16)).isNegative();
  }

  @Test
  void hasAnIndexByTimeAndThenBySeries() {
    byte[] key = KeyRows.indexKey(row(0x0102, 0x0304, 1), 0, KeyShape.ROWS);
    assertThat(ByteBuffer.wrap(key).getLong()).isEqualTo(0x0304);
    assertThat(ByteBuffer.wrap(key, 8, 8).getLong()).isEqualTo(0x0102);
    assertThat(KeyRows.indexValue(row(1, 2, 1), 0, KeyShape.ROWS)).isEmpty();
  }

  /** As the published case has them: 8 B to 9,405 B, and 26 B to 4 B. */
  @Test
  void hasTheCasesSizes() {
    byte[] row = row(1, 2, 0.1);
    assertThat(key(row, KeyShape.CASE)).hasSize(8);
    assertThat(KeyRows.indexKey(row, 0, KeyShape.CASE)).hasSize(26);
    assertThat(KeyRows.indexValue(row, 0, KeyShape.CASE)).hasSize(4);
  }

  /** Half of the keys of rows in their order lie on either side of any of them, on average. */
  @Test
  void comesAtRandomInTheCasesShape() {
    int ascending = 0;
    for (int i = 0; i < 1_000; i++) {
      byte[] one = key(row(7, i * 60_000L, 1), KeyShape.CASE);
      byte[] next = key(row(7, (i + 1) * 60_000L, 1), KeyShape.CASE);
      ascending += Arrays.compareUnsigned(one, next) < 0 ? 1 : 0;
    }
    // 500 by chance, with a standard deviation of at most 16.
    assertThat(ascending).isBetween(400, 600);
  }

  private static byte[] key(byte[] row, KeyShape shape) {
    var key = new byte[shape.keyBytes()];
    KeyRows.key(row, 0, shape, key);
    return key;
  }

  private static byte[] value(byte[] row, KeyShape shape) {
    var value = new byte[100];
    KeyRows.value(row, 0, shape, value);
    return value;
  }

  @ParameterizedTest
  @EnumSource(KeyShape.class)
  void isReadBackFromKeyAndValue(KeyShape shape) {
    byte[] row = row(-5, 1_700_000_000_123L, 0.1);
    var read = new ArrayList<Object>();
    KeyRows.read(
        key(row, shape),
        value(row, shape),
        (series, none, time, value) -> read.addAll(List.of(series, time, value)));
    assertThat(read).containsExactly(-5L, 1_700_000_000_123L, 0.1);
  }

  @ParameterizedTest
  @EnumSource(KeyShape.class)
  void fillsAValueBehindItsOwnBytesAlwaysTheSame(KeyShape shape) {
    byte[] value = value(row(1, 2, 0.1), shape);
    byte[] other = value(row(1, 3, 0.1), shape);
    assertThat(ByteBuffer.wrap(value).getDouble()).isEqualTo(0.1);
    assertThat(value).isEqualTo(value(row(1, 2, 0.1), shape));
    assertThat(Arrays.copyOfRange(value, 24, 96)).isNotEqualTo(Arrays.copyOfRange(other, 24, 96));
  }
}
