package io.tidemark.sink.http;

import java.time.Duration;
import java.util.List;
import org.apache.hc.core5.http.Header;

/**
 * A request as the transport needs it, and how long it may take.
 *
 * @param headers all headers but Host and Content-Length
 * @param body the body, which is sent without a copy; null for a request without one
 * @param maxAnswerBytes the most bytes of the answer's body that are read; if there are more, the
 *     connection is closed
 * @param startNanos {@link System#nanoTime} when the caller began
 * @param timeout the time from then to the end of the answer
 */
record HttpCall(
    Address to,
    String method,
    List<Header> headers,
    byte[] body,
    int maxAnswerBytes,
    long startNanos,
    Duration timeout) {

  long remainingNanos() {
    return startNanos + timeout.toNanos() - System.nanoTime();
  }
}
