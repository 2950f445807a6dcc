/**
 * What SQL databases have in common: connections, status, lock holders and deletion. Begin with
 * {@link io.tidemark.sink.sql.SqlDatabase}.
 */
package io.tidemark.sink.sql;
