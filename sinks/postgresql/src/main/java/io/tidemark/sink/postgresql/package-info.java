/**
 * PostgreSQL and TimescaleDB, written by COPY. Begin with {@link
 * io.tidemark.sink.postgresql.PostgreSql}.
 */
package io.tidemark.sink.postgresql;
