package io.tidemark.sink.http;

import static java.time.format.TextStyle.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
  /** One minute before the date that RFC 9110 (5.6.7) writes in all three forms. */
  private static final long NOW = Instant.parse("1994-11-06T08:48:37Z").toEpochMilli();

  @ParameterizedTest
  @CsvSource({
    "7, 7000",
    "' 7 ', 7000",
    "1000000000, 1000000000000",
    "9223372036854775, 9223372036854775000",
    "9223372036854776, 9223372036854775807",
    "99999999999999999999999999, 9223372036854775807"
  })
  void readsSecondsWithoutOverflow(String value, long millis) {
    assertThat(RetryAfter.parseMillis(value, NOW)).isEqualTo(OptionalLong.of(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
      })
  void readsDates(String value) {
    assertThat(RetryAfter.parseMillis(value, NOW)).isEqualTo(OptionalLong.of(60_000));
  }

  @Test
  void readsADateThatNoClockWillReach() {
    String day = LocalDate.of(999_999_999, 11, 6).getDayOfWeek().getDisplayName(SHORT, Locale.US);
    assertThat(RetryAfter.parseMillis(day + " Nov  6 08:49:37 +999999999", NOW))
        .isEqualTo(OptionalLong.of(Long.MAX_VALUE));
  }

  @Test
  void readsTheDateFormOfRfc850() {
    long now = Instant.parse("2026-11-08T08:48:37Z").toEpochMilli();

    assertThat(RetryAfter.parseMillis("Sunday, 08-Nov-26 08:49:37 GMT", now))
        .isEqualTo(OptionalLong.of(60_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "soon",
        "-5",
        "+5",
        "1.5",
        "0x10",
        "7s",
        "٧",
        "0",
        "000",
        "Sun, 06 Nov 1994 08:48:37 GMT",
        "Sat, 01 Jan 1994 00:00:00 GMT",
        "Sun, 06 Nov 1994"
      })
  void isAbsentWhenThereIsNothingToWaitFor(String value) {
    assertThat(RetryAfter.parseMillis(value, NOW)).isEmpty();
  }

  @Test
  void isAbsentWithoutTheHeader() {
    assertThat(RetryAfter.parseMillis(null, NOW)).isEmpty();
  }
}
