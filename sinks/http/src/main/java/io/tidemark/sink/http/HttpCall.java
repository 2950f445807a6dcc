package io.tidemark.sink.http;

import java.time.Duration;
import java.util.List;
import org.apache.hc.core5.http.Header;

/**
 * A request as the transport needs it, and how long it may take.
 *
 * @param headers all of them but Host and Content-Length
 * @param body sent as it is, without a copy; null for a request without one
 * @param maxAnswerBytes the answer's body is read up to here, then the connection is closed
 * @param startNanos {@link System#nanoTime} when the caller began
 * @param timeout from then to the end of the answer
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
