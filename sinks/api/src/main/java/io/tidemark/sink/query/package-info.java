/**
 * Queries to a database: what is asked, and the client that asks. Begin with {@link
 * io.tidemark.sink.query.QueryClient}.
 */
package io.tidemark.sink.query;
