package io.tidemark.series;

/**
 * One sample of one series: a source sample on its way to the amplifier, or one of its copies as
 * the database sees it. Immutable.
 *
 * @param timestampMillis the Unix time
 * @param value any double; the stale marker keeps its bits
 */
public record Sample(Labels labels, long timestampMillis, double value) {}
