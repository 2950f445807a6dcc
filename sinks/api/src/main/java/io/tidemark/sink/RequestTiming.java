package io.tidemark.sink;

/**
 * The latency of one request by its phases, in nanoseconds. A slow link shows in {@code sendNanos},
 * a busy database in {@code answerNanos}. {@code HttpExchange} measures it over HTTP, and {@code
 * client.Progress} for the clients that block.
 *
 * @param connectNanos the time until a connection was there
 * @param sendNanos the time from then until the last byte of the body was handed to the socket
 * @param answerNanos the time from then until the answer was complete
 */
public record RequestTiming(long connectNanos, long sendNanos, long answerNanos) {
  public long totalNanos() {
    return connectNanos + sendNanos + answerNanos;
  }
}
