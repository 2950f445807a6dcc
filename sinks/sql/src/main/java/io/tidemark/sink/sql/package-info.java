/**
 * What SQL databases have in common: connections, status, lock holders and deletion. Begin with
 * {@link SqlDatabase}.
 */
package io.tidemark.sink.sql;
