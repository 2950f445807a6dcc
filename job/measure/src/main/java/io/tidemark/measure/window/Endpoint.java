package io.tidemark.measure.window;

import java.util.Map;

/**
 * One address that requests were sent to.
 *
 * @param callsPerSecond calls that were answered or given up
 * @param meanMillis mean latency of these calls
 * @param takenInFlight mean number of requests in flight that the address then accepted
 * @param refusedShare share of all calls to this address by the answer in the database's words,
 *     e.g. "HTTP 429", or "" for no answer
 */
public record Endpoint(
    String address,
    double callsPerSecond,
    double meanMillis,
    double takenInFlight,
    Map<String, Double> refusedShare) {}
