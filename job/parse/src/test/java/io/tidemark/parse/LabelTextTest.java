package io.tidemark.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LabelTextTest {
  @Test
  void agreesWithTheJdkOnWhatIsUtf8() {
    var random = new Random(3);
    byte[][] pieces = {
      {'a'},
      {(byte) 0x80},
      {(byte) 0xC1},
      {(byte) 0xC2, (byte) 0x80},
      {(byte) 0xE0, (byte) 0xA0},
      {(byte) 0xE0, (byte) 0x9F, (byte) 0xBF},
      {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
      {(byte) 0xEF, (byte) 0xBF, (byte) 0xBF},
      {(byte) 0xF0, (byte) 0x8F, (byte) 0xBF, (byte) 0xBF},
      {(byte) 0xF4, (byte) 0x8F, (byte) 0xBF, (byte) 0xBF},
      {(byte) 0xF4, (byte) 0x90, (byte) 0x80},
      {(byte) 0xF5},
      "instance".getBytes(StandardCharsets.UTF_8)
    };
    int valid = 0;
    for (int round = 0; round < 100_000; round++) {
      var text = ByteBuffer.allocate(64);
      for (int i = random.nextInt(4); i >= 0; i--) {
        text.put(pieces[random.nextInt(pieces.length)]);
      }
      byte[] bytes = text.array();
      int length = text.position();
      boolean expected = isUtf8(bytes, length);
      assertThat(LabelText.isValid(bytes, 0, length)).isEqualTo(expected);
      valid += expected ? 1 : 0;
    }
    assertThat(valid).isBetween(10_000, 90_000);
  }

  @Test
  void refusesNulAndNoOtherControlCharacterAtAnyPlace() {
    for (byte control : new byte[] {0, 1, '\t', '\n', '\r', 0x1F, 0x7F}) {
      for (int at = 0; at < 20; at++) {
        byte[] text = "abcdefghijklmnopqrst".getBytes(StandardCharsets.UTF_8);
        text[at] = control;
        assertThat(LabelText.isValid(text, 0, text.length)).isEqualTo(control != 0);
      }
    }
  }

  private static boolean isUtf8(byte[] bytes, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
