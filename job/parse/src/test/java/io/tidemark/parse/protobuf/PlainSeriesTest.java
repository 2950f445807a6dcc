package io.tidemark.parse.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlainSeriesTest {
  /** Names that share much, of all lengths, in an array that ends with the second or goes on. */
  @Test
  void ordersNamesByTheirUnsignedBytes() {
    var random = new Random(1);
    byte[] alphabet = {'a', 'b', 0x7F, (byte) 0x80, (byte) 0xFF};
    for (int i = 0; i < 200_000; i++) {
      int formerEnd = 1 + random.nextInt(12);
      int name = formerEnd + random.nextInt(3);
      int nameEnd = name + 1 + random.nextInt(12);
      byte[] bytes = new byte[nameEnd + random.nextInt(9)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = alphabet[random.nextInt(random.nextBoolean() ? 1 : alphabet.length)];
      }
      assertThat(PlainSeries.follows(bytes, 0, formerEnd, name, nameEnd))
          .isEqualTo(Arrays.compareUnsigned(bytes, 0, formerEnd, bytes, name, nameEnd) < 0);
    }
  }
}
