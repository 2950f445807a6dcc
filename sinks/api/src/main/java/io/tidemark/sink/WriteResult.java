package io.tidemark.sink;

import java.util.OptionalLong;

/**
 * What became of one call of {@link WriteClient#write}.
 *
 * @param status the HTTP status, or 0 if there was no answer
 * @param attempts requests made: 2 when a kept-alive connection turned out closed and was retried
 *     at once
 * @param bytesSent body bytes over all attempts
 * @param error bounded, free of secrets, empty when OK
 * @param retryAfterMillis the server's wish, if it gave a valid one
 */
public record WriteResult(
    ResponseClass outcome,
    int status,
    int attempts,
    long bytesSent,
    String endpoint,
    String error,
    OptionalLong retryAfterMillis,
    RequestTiming timing) {

  /** The same answer, understood otherwise. */
  public WriteResult withOutcome(ResponseClass other) {
    return new WriteResult(
        other, status, attempts, bytesSent, endpoint, error, retryAfterMillis, timing);
  }
}
