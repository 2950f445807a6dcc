package io.tidemark.ceiling.result;

/**
 * The throughput extrapolated to a number of times the cores.
 *
 * @param hostOfItsOwn whether the database also has the CPU that the job takes from it now
 * @param bound what would stop the traffic then, in words that follow "stopped by"
 */
public record Forecast(
    double factor,
    double cores,
    Double slots,
    boolean hostOfItsOwn,
    double samplesPerSecond,
    Double low,
    Double high,
    String bound) {}
