package io.tidemark.sink;

/**
 * One request's worth of encoded samples. Immutable: operator state and the HTTP client refer to
 * the same bytes, so nobody changes or reuses the array after it was handed over.
 *
 * @param body the bytes as they go over the wire; only the format and its client look inside
 * @param encoding how the body is compressed, in the format's own words ("snappy", "zstd")
 * @param samples amplified samples in the body
 * @param rawBytes size before compression
 */
public record Payload(byte[] body, String encoding, int samples, int rawBytes) {
  @Override
  public String toString() {
    return "Payload[samples=%d, rawBytes=%d, bytes=%d, encoding=%s]"
        .formatted(samples, rawBytes, body.length, encoding);
  }
}
