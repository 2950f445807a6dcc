package io.tidemark.sink.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextBodyTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 7, 9, 10, 99, 100, 1_700_000_000_123L, -1, -60_000, Long.MAX_VALUE})
  void writesWholeNumbersAsJavaDoes(long number) {
    var body = new TextBody(20);
    body.putDigits(number);
    assertThat(body.bytes()).asString(StandardCharsets.US_ASCII).isEqualTo(Long.toString(number));
  }

  @Test
  void isItsPartsInTheirOrderAndNoLonger() {
    var body = new TextBody(100);
    body.put("put m ".getBytes(StandardCharsets.US_ASCII));
    body.putDigits(12);
    body.put('\n');
    assertThat(body.length()).isEqualTo(9);
    assertThat(body.bytes()).asString(StandardCharsets.US_ASCII).isEqualTo("put m 12\n");
  }

  @Test
  void isNotMadeWhereNoArrayHoldsIt() {
    assertThatThrownBy(() -> new TextBody(1L << 31)).isInstanceOf(ArithmeticException.class);
  }
}
