package io.tidemark.measure.window;

import java.util.List;

/**
 * The calls to the database. Milliseconds are the latency of single calls, that is, the service
 * time of a closed loop: waiting for a permit is not in them.
 *
 * @param connectShare share of the time of all calls until a connection was there
 * @param sendShare share from then until the body was handed to the socket
 * @param answerShare share from then until the answer was complete
 * @param throttledShare share of the calls that were answered 429 or 503
 * @param failedShare share of the other calls that are to be retried
 * @param rejectedShare share of the calls whose batch the database refused
 * @param endpoints the addresses, the slowest first; empty if it is not known who answered
 */
public record Requests(
    Double meanMillis,
    Double p50Millis,
    Double p90Millis,
    Double p99Millis,
    Double maxMillis,
    Double connectShare,
    Double sendShare,
    Double answerShare,
    double throttledShare,
    double failedShare,
    double rejectedShare,
    List<Endpoint> endpoints) {
  /** Returns the share of all calls that were put off, given up or refused for good. */
  public double lostShare() {
    return throttledShare + failedShare + rejectedShare;
  }
}
