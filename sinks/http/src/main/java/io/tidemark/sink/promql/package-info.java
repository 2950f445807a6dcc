/** Queries over the HTTP API of Prometheus. */
package io.tidemark.sink.promql;
