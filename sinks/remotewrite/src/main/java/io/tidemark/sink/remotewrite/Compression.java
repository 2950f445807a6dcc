package io.tidemark.sink.remotewrite;

/** The compression of a request's body. */
public enum Compression {
  SNAPPY,
  ZSTD
}
