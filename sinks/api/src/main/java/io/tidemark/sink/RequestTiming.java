package io.tidemark.sink;

/**
 * Where a request's time went, in nanoseconds. A slow link shows in {@code sendNanos}, a busy
 * database in {@code answerNanos}.
 *
 * @param connectNanos until a connection was there
 * @param sendNanos from then until the last byte of the body was handed to the socket
 * @param answerNanos from then until the answer was complete
 */
public record RequestTiming(long connectNanos, long sendNanos, long answerNanos) {
  public long totalNanos() {
    return connectNanos + sendNanos + answerNanos;
  }
}
