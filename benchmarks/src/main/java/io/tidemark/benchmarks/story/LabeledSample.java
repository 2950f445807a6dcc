package io.tidemark.benchmarks.story;

import java.util.Map;

/** One amplified sample as the first version of the main case's job had it. */
record LabeledSample(Map<String, String> labels, long timestampMillis, double value) {}
