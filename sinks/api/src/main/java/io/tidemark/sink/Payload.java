package io.tidemark.sink;

import java.util.Set;
import java.util.TreeSet;

/**
 * The encoded samples of one request. Immutable: operator state and the client refer to the same
 * bytes, so nobody changes or reuses the array after it was handed over.
 *
 * @param body the bytes as they go over the wire; only the format and its client look inside
 * @param encoding how the body is compressed, in the format's own words ("snappy", "zstd")
 * @param samples the number of amplified samples in the body
 * @param rawBytes the size before compression
 * @param records the records to write once all of this payload is acknowledged; null if there are
 *     none. Clients do not look at it
 */
public record Payload(byte[] body, String encoding, int samples, int rawBytes, Records records) {
  /**
   * Records that say that the series of a payload were received.
   *
   * @param payload the encoded records, which bring no records themselves
   * @param series hashes of the source series that need no further record for some time. The
   *     payload has equally many samples for each of them, in this order. It is empty if nobody
   *     remembers the series
   */
  public record Records(Payload payload, long[] series) {}

  /** A payload without records. */
  public Payload(byte[] body, String encoding, int samples, int rawBytes) {
    this(body, encoding, samples, rawBytes, null);
  }

  public Payload followedBy(Records records) {
    return new Payload(body, encoding, samples, rawBytes, records);
  }

  /**
   * Refuses a payload of another format. A savepoint may hold batches for another kind of database,
   * whose bytes can look alike.
   *
   * @throws IllegalArgumentException if the encoding is none of these
   */
  public void requireEncoding(Set<String> known) {
    if (!known.contains(encoding)) {
      throw new IllegalArgumentException(
          "the database takes no such payload [encoding=%s, known=%s]; a savepoint goes on with the target.type that it was written with"
              .formatted(encoding, new TreeSet<>(known)));
    }
  }

  @Override
  public String toString() {
    return "Payload[samples=%d, rawBytes=%d, bytes=%d, encoding=%s]"
        .formatted(samples, rawBytes, body.length, encoding);
  }
}
