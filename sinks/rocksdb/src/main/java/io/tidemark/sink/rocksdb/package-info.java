/**
 * RocksDB behind a small server. Begin with {@link RocksDb} for the client's side and {@code
 * Server} for the other.
 */
package io.tidemark.sink.rocksdb;
