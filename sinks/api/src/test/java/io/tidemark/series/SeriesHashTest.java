package io.tidemark.series;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesHashTest {
  private static final long SEED = 0xA0761D6478BD642FL;
  private static final long STEP = 0xE7037ED1A0B428DBL;

  /** Savepoints depend on it. */
  @Test
  void isTheFoldedProductOfItsDefinition() {
    var random = new Random(1);
    for (int length = 0; length <= 300; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);

      assertThat(SeriesHash.of(bytes, 0, length)).as("length %d", length).isEqualTo(defined(bytes));
    }
  }

  @Test
  void hashesARangeAsIfItStoodAlone() {
    byte[] bytes = new byte[64];
    new Random(2).nextBytes(bytes);

    assertThat(SeriesHash.of(bytes, 5, 39))
        .isEqualTo(SeriesHash.of(Arrays.copyOfRange(bytes, 5, 44), 0, 39));
  }

  @Test
  void changesWithEveryBit() {
    byte[] bytes = new byte[45];
    new Random(3).nextBytes(bytes);
    var hashes = new HashSet<Long>();
    hashes.add(SeriesHash.of(bytes, 0, bytes.length));

    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      hashes.add(SeriesHash.of(bytes, 0, bytes.length));
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
    }

    assertThat(hashes).hasSize(1 + 8 * bytes.length);
  }

  @Test
  void tellsTrailingZerosApart() {
    assertThat(SeriesHash.of(new byte[3], 0, 3)).isNotEqualTo(SeriesHash.of(new byte[4], 0, 4));
  }

  private static long defined(byte[] bytes) {
    long hash = SEED ^ bytes.length;
    int whole = bytes.length / 8 * 8;
    for (int i = 0; i < whole; i += 8) {
      hash = fold(hash ^ littleEndian(bytes, i, i + 8), STEP);
    }
    return fold(hash ^ littleEndian(bytes, whole, bytes.length), SEED);
  }

  private static long littleEndian(byte[] bytes, int from, int to) {
    long value = 0;
    for (int i = to - 1; i >= from; i--) {
      value = value << 8 | bytes[i] & 0xFF;
    }
    return value;
  }

  private static long fold(long a, long b) {
    BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    return product.shiftRight(64).longValue() ^ product.longValue();
  }
}
