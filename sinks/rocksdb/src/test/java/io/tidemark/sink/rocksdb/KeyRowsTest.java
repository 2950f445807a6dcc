package io.tidemark.sink.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KeyRowsTest {
  private static byte[] row(long series, long time, double value) {
    var row = new byte[KeyRows.ROW_BYTES];
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
    var key = new byte[16];
    KeyRows.indexKey(row(0x0102, 0x0304, 1), 0, key);
    assertThat(ByteBuffer.wrap(key).getLong()).isEqualTo(0x0304);
    assertThat(ByteBuffer.wrap(key, 8, 8).getLong()).isEqualTo(0x0102);
  }

  @Test
  void fillsAValueBehindItsOwnBytesAlwaysTheSame() {
    var value = new byte[100];
    var again = new byte[100];
    var other = new byte[100];
    KeyRows.fill(row(1, 2, 0.1), 0, value);
    KeyRows.fill(row(1, 2, 0.1), 0, again);
    KeyRows.fill(row(1, 3, 0.1), 0, other);
    assertThat(ByteBuffer.wrap(value).getDouble()).isEqualTo(0.1);
    assertThat(value).isEqualTo(again);
    assertThat(Arrays.copyOfRange(value, 8, 96)).isNotEqualTo(Arrays.copyOfRange(other, 8, 96));
  }
}
