package io.tidemark.sink.remotewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.RandomPayload;
import io.tidemark.series.Varint;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/** Expected bytes follow google/snappy's format_description.txt. */
class SnappyWriterTest {
  private final SnappyWriter writer = new SnappyWriter();

  @BeforeEach
  void clear() {
    writer.clear();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 00",
    "60, ec",
    "61, f03c",
    "256, f0ff",
    "257, f40001",
    "65536, f4ffff",
    "65537, f8000001",
  })
  void givesALiteralTheShortestLengthThatFits(int length, String tagAndLength) throws Exception {
    byte[] bytes = random(length);
    writer.reserve(length);
    writer.literal(bytes, 0, length);

    byte[] block = writer.toByteArray();
    int header = Varint.size(length);
    int end = header + tagAndLength.length() / 2;
    assertThat(HexFormat.of().formatHex(Arrays.copyOfRange(block, header, end)))
        .isEqualTo(tagAndLength);
    assertThat(Snappy.uncompress(block)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    // copy of 11 bytes 16 back: one byte of offset
    "16, 11, 1d10",
    // 3 and 12 bytes are out of its range, 2048 back too: two bytes of offset
    "16, 3, 0a1000",
    "16, 12, 2e1000",
    "2047, 4, e1ff",
    "2048, 4, 0e0008",
    "65535, 64, feffff",
    // four bytes of offset
    "65536, 64, ff00000100",
    // more than 64 bytes: several elements
    "16, 65, fe1000021000",
    "65536, 130, ff00000100ff000001000700000100",
  })
  void picksTheCopyElementByDistanceAndLength(int distance, int length, String elements)
      throws Exception {
    byte[] before = random(distance);
    writer.reserve(distance);
    writer.literal(before, 0, distance);
    int elementsFrom = 3 + distance + (distance <= 60 ? 1 : distance <= 256 ? 2 : 3);
    writer.reserve(length);
    writer.copy(distance, length);

    byte[] block = writer.toByteArray();
    int preambleSlack = 3 - Varint.size(distance + length);
    assertThat(
            HexFormat.of()
                .formatHex(Arrays.copyOfRange(block, elementsFrom - preambleSlack, block.length)))
        .isEqualTo(elements);
    byte[] raw = Arrays.copyOf(before, distance + length);
    for (int i = distance; i < raw.length; i++) {
      raw[i] = raw[i - distance];
    }
    assertThat(Snappy.uncompress(block)).isEqualTo(raw);
  }

  @Test
  void joinsLiteralsThatFollowEachOther() throws Exception {
    writer.reserve(100);
    writer.literal(new byte[] {1, 2}, 0, 2);
    writer.literalHeader(0x0A, 300);
    writer.literalDigits(1205);

    // size 9, one literal of 9 bytes: 1 2, 0A and 300 as a varint, four digits
    assertThat(HexFormat.of().formatHex(writer.toByteArray()))
        .isEqualTo("0920" + "0102" + "0aac02" + "31323035");
  }

  /** Millions of bytes that nothing shares must not be moved each time a few are added. */
  @Test
  void splitsLongLiteralsThatGrowPieceByPiece() throws Exception {
    var raw = new ByteArrayOutputStream();
    byte[] piece = random(1000);
    for (int i = 0; i < 300; i++) {
      writer.reserve(piece.length);
      writer.literal(piece, i, piece.length - i);
      raw.write(piece, i, piece.length - i);
    }

    assertThat(writer.rawBytes()).isEqualTo(raw.size());
    assertThat(Snappy.uncompress(writer.toByteArray())).isEqualTo(raw.toByteArray());
  }

  /** Whatever the phase in which the end of the buffer is met, what is reserved has room. */
  @Test
  void growsBeforeElementsReachTheEndOfItsBuffer() throws Exception {
    long now = RandomPayload.NOW;
    for (int lead = 0; lead < 40; lead++) {
      var fresh = new SnappyWriter();
      fresh.clear();
      fresh.reserve(lead);
      fresh.literal(random(lead), 0, lead);
      for (int i = 0; i < 4000; i++) {
        fresh.reserve(18);
        fresh.literalSample(i, now);
        fresh.reserve(18);
        fresh.repeat(18, 3, ~i, now + i + 1, now);
      }

      assertThat(Snappy.uncompress(fresh.toByteArray())).hasSize(lead + 8000 * 18);
    }
  }

  @ParameterizedTest
  @ValueSource(
      longs = {1L << 35, (1L << 42) - 1, 1_795_219_200_000L, 0x2AAAAAAAAAAL, 0x155555555555L >> 3})
  void spreadsATimestampToSixVarintBytes(long timestamp) {
    byte[] varint = new byte[8];
    assertThat(Varint.write(varint, 0, timestamp)).isEqualTo(6);

    long spread = TickRepeat.sixByteVarint(timestamp);
    for (int i = 0; i < 8; i++) {
      assertThat((byte) (spread >>> 8 * i)).isEqualTo(varint[i]);
    }
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
