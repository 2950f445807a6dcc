package io.tidemark.sink.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorTextTest {
  @Test
  void isOneLineWithoutControlCharacters() {
    assertThat(ErrorText.of("  a\r\n\tb\u001B[31mc\u202Ed\u0000\n")).isEqualTo("a b [31mc d");
  }

  @Test
  void isBounded() {
    assertThat(ErrorText.of("x".repeat(ErrorText.MAX_CHARS))).hasSize(ErrorText.MAX_CHARS);
    assertThat(ErrorText.of("x".repeat(100_000))).hasSize(ErrorText.MAX_CHARS + 1).endsWith("x…");
  }

  @Test
  void showsNoPartOfASecretThatTheBoundCuts() {
    String text = "x".repeat(ErrorText.MAX_CHARS - 3) + "s3cr3t";

    assertThat(ErrorText.of(text.getBytes(StandardCharsets.UTF_8), List.of("s3cr3t")))
        .doesNotContain("s3c");
  }

  @Test
  void survivesBytesThatAreNoText() {
    assertThat(ErrorText.of(new byte[] {(byte) 0xFF, 'a', (byte) 0xC3}, List.of()))
        .isEqualTo("\uFFFDa\uFFFD");
  }
}
