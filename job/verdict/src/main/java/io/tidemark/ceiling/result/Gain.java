package io.tidemark.ceiling.result;

/** With probability 0.8 the gain lies between low and high, and with 0.1 each below or above. */
public record Gain(double low, double median, double high) {}
