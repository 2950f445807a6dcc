package io.tidemark.sink.victoriametrics;

/** Of a request's body. */
public enum Compression {
  SNAPPY,
  ZSTD
}
