package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7, 7",
    "0.5, 0.50",
    "999, 999",
    "999.6, 1.00 k",
    "1234, 1.23 k",
    "56789, 56.8 k",
    "999600, 1.00 M",
    "123456789, 123 M"
  })
  void countsHaveThreeDigits(double value, String text) {
    assertThat(Amounts.count(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 B", "1023, 1023 B", "1536, 1.50 KiB", "8388608, 8.00 MiB"})
  void bytesCountIn1024s(double value, String text) {
    assertThat(Amounts.bytes(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0:00", "65, 1:05", "3600, 60:00"})
  void clocksCountMinutes(long seconds, String text) {
    assertThat(Amounts.clock(Duration.ofSeconds(seconds))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.004, 0.4 %", "0.0994, 9.9 %", "0.0996, 10 %", "0.5, 50 %"})
  void sharesHaveTwoDigits(double share, String text) {
    assertThat(Amounts.finePercent(share)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.25, 0.25", "1.50, 1.5", "9.999, 10", "12.34, 12.3", "20, 20"})
  void plainNumbersEndWithoutZeros(double value, String text) {
    assertThat(Amounts.plain(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.031, 0.031", "0.0312, 0.031", "0.00049, 0.0005"})
  void pValuesHaveThreeDecimalsOrOneDigit(double value, String text) {
    assertThat(Amounts.pValue(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.042, +4.2 %", "-0.5, -50.0 %", "0, +0.0 %"})
  void changesHaveASign(double share, String text) {
    assertThat(Amounts.change(share)).isEqualTo(text);
  }
}
