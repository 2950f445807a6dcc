/**
 * Queries over the HTTP API of Prometheus. Begin with {@link io.tidemark.sink.promql.PromQueries}.
 */
package io.tidemark.sink.promql;
