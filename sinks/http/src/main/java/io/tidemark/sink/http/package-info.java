/**
 * The HTTP client of all databases that are written over HTTP, and the reader of their metrics
 * pages. Begin with {@link HttpWriteClient}; {@code HttpExchange} measures each request's latency.
 */
package io.tidemark.sink.http;
