package io.tidemark.sink;

import java.util.OptionalLong;

/**
 * The result of one call of {@link WriteClient#write}.
 *
 * @param code the answer in the database's own words, e.g. "HTTP 503" or "SQLSTATE 23505"; "" if
 *     there was no answer
 * @param attempts the number of requests: 2 if a kept-alive connection turned out closed and the
 *     request was sent again at once
 * @param bytesSent body bytes over all attempts
 * @param error the error, bounded and free of secrets; empty when OK
 * @param retryAfterMillis how long the server asks to wait, if it gave a valid time
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
  /** Returns the same result with another meaning, once more is known of its answer. */
  public WriteResult as(ResponseClass other, String otherError) {
    return new WriteResult(
        other, code, attempts, bytesSent, endpoint, otherError, retryAfterMillis, timing);
  }
}
