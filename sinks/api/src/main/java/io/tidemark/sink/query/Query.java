package io.tidemark.sink.query;

/**
 * A query to a database.
 *
 * @param expression the expression in the database's own language
 * @param fromMillis the Unix time at which the range begins
 * @param toMillis the Unix time at which the range ends
 * @param stepMillis the time between two points of the answer; 0 for the one point at the end of
 *     the range
 */
public record Query(String expression, long fromMillis, long toMillis, long stepMillis) {}
