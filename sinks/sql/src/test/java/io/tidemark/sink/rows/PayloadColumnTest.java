package io.tidemark.sink.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PayloadColumnTest {
  private static byte[] column(long id, long time, int length) {
    byte[] column = new byte[length];
    PayloadColumn.fill(id, time, column);
    return column;
  }

  /** A replay must write the same bytes; another row others. */
  @Test
  void isTheSameForTheSameRowAlone() {
    byte[] one = column(1, 2, 21);
    assertThat(column(1, 2, 21)).isEqualTo(one);
    assertThat(column(1, 3, 21)).isNotEqualTo(one);
    assertThat(column(2, 1, 21)).isNotEqualTo(one);
    assertThat(column(1, 2, 24)).startsWith(one);
  }

  @Test
  void isFilledToItsLastByte() {
    Set<Byte> seen = new HashSet<>();
    for (byte each : column(5, 9, 4_001)) {
      seen.add(each);
    }
    assertThat(seen).hasSizeGreaterThan(250);
    Set<Byte> last = new HashSet<>();
    for (int time = 0; time < 100; time++) {
      last.add(column(5, time, 13)[12]);
    }
    assertThat(last).hasSizeGreaterThan(50);
  }
}
