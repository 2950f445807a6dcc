package io.tidemark.benchmarks.measure;

import java.time.Instant;
import java.util.Map;

/**
 * Counters at one moment.
 *
 * @param at the wall clock, to find events that another process has recorded
 */
public record Reading(long nanos, Instant at, Map<String, Double> counters) {}
