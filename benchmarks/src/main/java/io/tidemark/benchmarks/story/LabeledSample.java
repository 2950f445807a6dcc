package io.tidemark.benchmarks.story;

import java.util.Map;

/** An amplified sample in the form that the first version of the main case's job used. */
record LabeledSample(Map<String, String> labels, long timestampMillis, double value) {}
