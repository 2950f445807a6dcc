package io.tidemark.sink;

import java.util.OptionalLong;

/**
 * What became of one call of {@link WriteClient#write}.
 *
 * @param code in the database's own words, e.g. "HTTP 503" or "SQLSTATE 23505"; "" if there was no
 *     answer
 * @param attempts requests made: 2 when a kept-alive connection turned out closed and was retried
 *     at once
 * @param bytesSent body bytes over all attempts
 * @param error bounded, free of secrets, empty when OK
 * @param retryAfterMillis the server's wish, if it gave a valid one
 */
public record WriteResult(
    ResponseClass outcome,
    String code,
    int attempts,
    long bytesSent,
    String endpoint,
    String error,
    OptionalLong retryAfterMillis,
    RequestTiming timing) {
  /** The same call, once more is known of what its answer means. */
  public WriteResult as(ResponseClass other, String otherError) {
    return new WriteResult(
        other, code, attempts, bytesSent, endpoint, otherError, retryAfterMillis, timing);
  }
}
