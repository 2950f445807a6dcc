package io.tidemark.sink;

/**
 * The latency of one request by its phases, in nanoseconds. A slow link shows in {@code sendNanos},
 * a busy database in {@code answerNanos}. The client measures it: {@code HttpExchange} over HTTP,
 * {@code client.Progress} if it blocks.
 *
 * @param connectNanos the time from the call until a connection was there
 * @param sendNanos the time from then until the last byte of the body was handed to the socket
 * @param answerNanos the time from then until the answer was complete
 */
public record RequestTiming(long connectNanos, long sendNanos, long answerNanos) {
  public long totalNanos() {
    return connectNanos + sendNanos + answerNanos;
  }
}
