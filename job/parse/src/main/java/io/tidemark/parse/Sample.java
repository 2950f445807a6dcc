package io.tidemark.parse;

import io.tidemark.series.Labels;

/**
 * One source sample on its way to the amplifier; the only record that crosses the keyed shuffle.
 * Immutable.
 *
 * @param timestampMillis Unix time
 * @param value any double; the stale marker keeps its bits
 */
public record Sample(Labels labels, long timestampMillis, double value) {}
