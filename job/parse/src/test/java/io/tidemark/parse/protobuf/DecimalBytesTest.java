package io.tidemark.parse.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges as VictoriaMetrics names them, read back from one ({@code OracleIT}). */
class DecimalBytesTest {
  @ParameterizedTest
  @CsvSource({
    "-0.0, 0.0, -0.000e+00...0.000e+00",
    "0.00390625, 0.015625, 3.906e-03...1.562e-02",
    "0.0009765625, 0.0078125, 9.766e-04...7.812e-03",
    "1, 1.0905077326652577, 1.000e+00...1.091e+00",
    "65536, Infinity, 6.554e+04...+Inf",
    "-Infinity, Infinity, -Inf...+Inf",
    "NaN, NaN, NaN...NaN"
  })
  void rangesKeepTheSignOfZeroAndRoundHalvesToTheEvenDigit(double from, double to, String range) {
    assertThat(new String(new DecimalBytes().range(from, to), StandardCharsets.US_ASCII))
        .isEqualTo(range);
  }

  /**
   * Java's own text of some has a digit more (JDK-4511638); as Go writes them ({@code OracleIT}).
   */
  @ParameterizedTest
  @CsvSource({"4.9e-324, 5e-324", "2.0e-3, 0.002", "2.0e23, 2e+23", "100000, 100000"})
  void numbersHaveTheFewestDigits(double value, String text) {
    assertThat(DecimalBytes.general(value)).isEqualTo(text);
  }
}
