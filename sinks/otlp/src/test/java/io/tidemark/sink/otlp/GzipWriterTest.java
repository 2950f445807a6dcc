package io.tidemark.sink.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipWriterTest {
  private final GzipWriter gzip = new GzipWriter();

  @Test
  void writesEveryByteAsItIs() throws Exception {
    byte[] raw = new byte[256];
    for (int i = 0; i < raw.length; i++) {
      raw[i] = (byte) i;
    }
    gzip.clear();
    gzip.literal(raw, 0, raw.length);

    assertThat(unpacked(gzip.finish(raw, 0, raw.length, 0))).isEqualTo(raw);
  }

  /** Every length up to two copies and some, at distances on both sides of each code's bounds. */
  @ParameterizedTest
  @ValueSource(
      ints = {
        4, 5, 7, 8, 9, 12, 13, 24, 25, 192, 193, 256, 257, 1024, 1025, 16384, 16385, 24577, 32768
      })
  void copiesAnyLengthFromAnyDistance(int distance) throws Exception {
    byte[] raw = new byte[distance + 800];
    new Random(distance).nextBytes(raw);
    System.arraycopy(raw, 0, raw, distance, Math.min(distance, 800));
    for (int i = distance; i < raw.length; i++) {
      raw[i] = raw[i - distance];
    }
    for (int length = 1; length <= 800; length++) {
      gzip.clear();
      gzip.literal(raw, 0, distance);
      gzip.alike(raw, distance, distance + length, distance);
      byte[] file = gzip.finish(raw, 0, distance + length, 0);

      assertThat(unpacked(file)).isEqualTo(java.util.Arrays.copyOf(raw, distance + length));
      if (length >= GzipWriter.MIN_COPY_BYTES) {
        assertThat(file.length).isLessThan(distance * 9 / 8 + 40 + 4 * (length / 258 + 2));
      }
    }
  }

  @Test
  void writesWhatLiesTooFarBackAsItIs() throws Exception {
    byte[] raw = new byte[2 * 40_000];
    new Random(1).nextBytes(raw);
    System.arraycopy(raw, 0, raw, 40_000, 40_000);
    gzip.clear();
    gzip.literal(raw, 0, 40_000);
    gzip.alike(raw, 40_000, raw.length, 40_000);

    assertThat(unpacked(gzip.finish(raw, 0, raw.length, 0))).isEqualTo(raw);
  }

  /** Random changes in what repeats, block by block, after some first bytes. */
  @Test
  void keepsWhatDiffersInWhatRepeats() throws Exception {
    for (int seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      int block = 1 + random.nextInt(600);
      int first = random.nextInt(GzipWriter.MAX_FIRST_BYTES);
      byte[] raw = new byte[first + block * (2 + random.nextInt(20))];
      random.nextBytes(raw);
      gzip.clear();
      gzip.literal(raw, first, first + block);
      for (int at = first + block; at < raw.length; at += block) {
        System.arraycopy(raw, at - block, raw, at, block);
        for (int changes = random.nextInt(8); changes > 0; changes--) {
          raw[at + random.nextInt(block)] = (byte) random.nextInt();
        }
        gzip.alike(raw, at, at + block, block);
      }

      assertThat(unpacked(gzip.finish(raw, 0, raw.length, first)))
          .as("seed %d", seed)
          .isEqualTo(raw);
    }
  }

  private static byte[] unpacked(byte[] file) throws Exception {
    return new GZIPInputStream(new ByteArrayInputStream(file)).readAllBytes();
  }
}
