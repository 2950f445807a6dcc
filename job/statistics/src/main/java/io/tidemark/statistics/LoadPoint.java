package io.tidemark.statistics;

/**
 * One valid window of a closed-loop sweep.
 *
 * @param inFlight the requests in flight: the in-flight limit, or the measured mean if the limit
 *     was not kept busy
 * @param requestsPerSecond the acknowledged requests, not samples
 * @param latencySeconds the mean time of a request
 */
public record LoadPoint(double inFlight, double requestsPerSecond, double latencySeconds) {
  public LoadPoint {
    if (!positive(inFlight) || !positive(requestsPerSecond) || !positive(latencySeconds)) {
      throw new IllegalArgumentException(
          "a load point needs positive numbers: inFlight=%s, requestsPerSecond=%s, latencySeconds=%s"
              .formatted(inFlight, requestsPerSecond, latencySeconds));
    }
  }

  private static boolean positive(double number) {
    return number > 0 && number < Double.POSITIVE_INFINITY;
  }
}
