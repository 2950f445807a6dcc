package io.tidemark.sink;

import java.util.Set;
import java.util.TreeSet;

/**
 * One request's worth of encoded samples. Immutable: operator state and the HTTP client refer to
 * the same bytes, so nobody changes or reuses the array after it was handed over.
 *
 * @param body the bytes as they go over the wire; only the format and its client look inside
 * @param encoding how the body is compressed, in the format's own words ("snappy", "zstd")
 * @param samples amplified samples in the body
 * @param rawBytes size before compression
 * @param records what is to be written once all of it is acknowledged; null for nothing. Clients do
 *     not look at it
 */
public record Payload(byte[] body, String encoding, int samples, int rawBytes, Records records) {
  /**
   * Of the series of a payload, that they were received.
   *
   * @param payload without records of its own
   * @param series hashes of the source series that need no further record for some time; for each
   *     of them the payload has equally many samples, in this order. Empty where nobody remembers
   */
  public record Records(Payload payload, long[] series) {}

  /** With nothing to follow. */
  public Payload(byte[] body, String encoding, int samples, int rawBytes) {
    this(body, encoding, samples, rawBytes, null);
  }

  public Payload followedBy(Records records) {
    return new Payload(body, encoding, samples, rawBytes, records);
  }

  /**
   * What a savepoint holds may be of another kind of database, whose bytes can look alike.
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
