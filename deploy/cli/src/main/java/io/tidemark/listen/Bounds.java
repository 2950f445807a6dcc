package io.tidemark.listen;

import io.tidemark.parse.protobuf.RemoteWriteParser;
import java.time.Duration;

/**
 * The bounds of what a {@link Receiver} takes. The parsers bound the size of a single label or
 * series.
 *
 * @param fileBytes size of the capture file at which the capture ends
 * @param series number of different series in the file
 * @param bodyBytes size of one request's body, as it is sent
 * @param bodiesBytes size of all bodies that are being read or wait to be written
 * @param connections number of connections at a time
 * @param requestTime time from a request's first byte to its last
 * @param waitTime time for which a request waits for memory or for its turn, before the sender is
 *     told to come again
 */
public record Bounds(
    long fileBytes,
    int series,
    int bodyBytes,
    int bodiesBytes,
    int connections,
    Duration requestTime,
    Duration waitTime) {
  /** Bytes that a request may unpack to, and that its samples may take with their labels. */
  static final int UNPACKED_BYTES = RemoteWriteParser.MAX_DECODED_BYTES;

  public static Bounds of(long fileBytes, int series) {
    return new Bounds(
        fileBytes, series, 16 << 20, 64 << 20, 256, Duration.ofSeconds(30), Duration.ofSeconds(5));
  }
}
