/** Queries over the HTTP API of Prometheus. Begin with {@link PromQueries}. */
package io.tidemark.sink.promql;
