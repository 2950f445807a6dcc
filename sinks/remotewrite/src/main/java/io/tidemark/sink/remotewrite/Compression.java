package io.tidemark.sink.remotewrite;

/** Of a request's body. */
public enum Compression {
  SNAPPY,
  ZSTD
}
