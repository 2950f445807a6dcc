package io.tidemark.statistics;

/**
 * Little's law over one window: mean in-flight = rate × mean latency (Little 1961). If the two are
 * apart by more than 5 %, or the window is shorter than 20 latencies, so that requests cut at its
 * ends weigh too much, the window is not valid.
 *
 * @param meanInFlight the mean number of requests in flight
 * @param requestsPerSecond the acknowledged requests per second
 */
public record LittleCheck(
    double meanInFlight,
    double requestsPerSecond,
    double meanLatencySeconds,
    double windowSeconds) {
  public static final double TOLERANCE = 0.05;
  public static final double MIN_LATENCIES = 20;

  /**
   * Returns what the mean latency is at least. Those requests that were answered in a window of few
   * latencies were the short ones, and what was in flight says how long the others will be.
   */
  public double leastLatencySeconds() {
    return requestsPerSecond > 0
        ? Math.max(meanLatencySeconds, meanInFlight / requestsPerSecond)
        : meanLatencySeconds;
  }

  /** Returns rate × latency over in-flight, less 1; NaN if nothing was in flight. */
  public double deviation() {
    return requestsPerSecond * meanLatencySeconds / meanInFlight - 1;
  }

  public boolean longEnough() {
    return windowSeconds >= MIN_LATENCIES * meanLatencySeconds;
  }

  public boolean holds() {
    return longEnough() && Math.abs(deviation()) <= TOLERANCE;
  }
}
