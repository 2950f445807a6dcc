package io.tidemark.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarintTest {
  /**
   * 150 and -2 are the examples of protobuf's encoding guide; the others are sums of 7-bit groups.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "1, 01",
    "127, 7f",
    "128, 8001",
    "150, 9601",
    "16383, ff7f",
    "16384, 808001",
    "34359738367, ffffffff7f",
    "34359738368, 808080808001",
    "9223372036854775807, ffffffffffffffff7f",
    "-9223372036854775808, 80808080808080808001",
    "-2, feffffffffffffffff01",
    "-1, ffffffffffffffffff01",
  })
  void writesSevenBitsAByteLowestFirst(long value, String bytes) {
    byte[] to = new byte[16];

    int end = Varint.write(to, 3, value);

    assertThat(HexFormat.of().formatHex(Arrays.copyOfRange(to, 3, end))).isEqualTo(bytes);
    assertThat(Varint.size(value)).isEqualTo(end - 3);
  }
}
