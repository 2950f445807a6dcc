package io.tidemark.sink.http;

import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** The Retry-After header (RFC 9110, 10.2.3): seconds, or a date in one of HTTP's three forms. */
final class RetryAfter {
  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.RFC_1123_DATE_TIME,
          DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.US)
              .withZone(ZoneOffset.UTC),
          DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US)
              .withZone(ZoneOffset.UTC));

  /** A date may name a year that a count of milliseconds can't hold. */
  private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

  private RetryAfter() {}

  /**
   * Returns the milliseconds that the server asks to wait; empty if it names no time to come, or
   * nothing that can be read. The value is not capped; it is {@link Long#MAX_VALUE} for anything
   * larger.
   *
   * @param value the header's value; null if there was none
   */
  static OptionalLong parseMillis(String value, long nowMillis) {
    if (value == null) {
      return OptionalLong.empty();
    }
    String text = value.strip();
    if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return positive(secondsToMillis(text));
    }
    for (DateTimeFormatter date : DATES) {
      try {
        Instant at = ZonedDateTime.parse(text, date).toInstant();
        return positive(at.isAfter(LAST) ? Long.MAX_VALUE : at.toEpochMilli() - nowMillis);
      } catch (DateTimeParseException e) {
        // Another of the forms may fit.
      }
    }
    return OptionalLong.empty();
  }

  private static long secondsToMillis(String digits) {
    BigInteger millis = new BigInteger(digits).multiply(BigInteger.valueOf(1000));
    return millis.min(BigInteger.valueOf(Long.MAX_VALUE)).longValue();
  }

  private static OptionalLong positive(long millis) {
    return millis > 0 ? OptionalLong.of(millis) : OptionalLong.empty();
  }
}
