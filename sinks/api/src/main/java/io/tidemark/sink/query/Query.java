package io.tidemark.sink.query;

/**
 * A question to a database.
 *
 * @param expression in the database's own language
 * @param fromMillis Unix time at which the range begins
 * @param toMillis Unix time at which it ends
 * @param stepMillis between two points of the answer; 0 for the one point at the end of the range
 */
public record Query(String expression, long fromMillis, long toMillis, long stepMillis) {}
