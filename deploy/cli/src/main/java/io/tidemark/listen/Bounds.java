package io.tidemark.listen;

import io.tidemark.parse.protobuf.RemoteWriteParser;
import java.time.Duration;

/**
 * How much a {@link Receiver} takes. What one label or one series may be, the parsers bound.
 *
 * @param fileBytes of the capture; what reaches it ends the capture
 * @param series of all requests
 * @param bodyBytes of one request, as it is sent
 * @param bodiesBytes of all requests that are being read or wait to be written
 * @param connections at a time
 * @param requestTime from a request's first byte to its last
 * @param waitTime for room and for the requests before it; then the sender is told to come again
 */
public record Bounds(
    long fileBytes,
    int series,
    int bodyBytes,
    int bodiesBytes,
    int connections,
    Duration requestTime,
    Duration waitTime) {
  /** What a request may unpack to, and what its samples may take with the labels of each. */
  static final int UNPACKED_BYTES = RemoteWriteParser.MAX_DECODED_BYTES;

  public static Bounds of(long fileBytes, int series) {
    return new Bounds(
        fileBytes, series, 16 << 20, 64 << 20, 256, Duration.ofSeconds(30), Duration.ofSeconds(5));
  }
}
