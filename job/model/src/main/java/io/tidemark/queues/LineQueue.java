package io.tidemark.queues;

/**
 * How long a line serves each request, by how much longer they stay on it together than one does
 * alone. A round trip, and what TCP waits for on the way, takes as long for each however many there
 * are: a delay. Only those who wait for each other share a line, and mean value analysis ({@link
 * ClosedQueues}) says how long it must serve each for them to wait so long. Pure.
 */
public final class LineQueue {
  private static final int BISECTIONS = 24;
  private static final double ROUNDING = 1e-9;

  private LineQueue() {}

  /**
   * Seconds for which the line serves each.
   *
   * @param inFlight requests that circle
   * @param rate of them per second
   * @param waitSeconds of each on the line, for others
   * @param mostSeconds for which it can serve one: as long as one alone is on it
   */
  public static double seconds(
      double inFlight, double rate, double waitSeconds, double mostSeconds) {
    if (waitsLess(inFlight, rate, waitSeconds, mostSeconds)) {
      return mostSeconds;
    }
    double low = 0;
    double high = mostSeconds;
    for (int i = 0; i < BISECTIONS; i++) {
      double seconds = (low + high) / 2;
      boolean waitsLess = waitsLess(inFlight, rate, waitSeconds, seconds);
      low = waitsLess ? seconds : low;
      high = waitsLess ? high : seconds;
    }
    return low;
  }

  /** On such a line than was seen, as the rate would be higher. */
  private static boolean waitsLess(
      double inFlight, double rate, double waitSeconds, double seconds) {
    double elsewhere = Math.max(0, inFlight / rate - seconds - waitSeconds);
    double[] rates =
        new ClosedQueues(1, 0, elsewhere, seconds).throughput((int) Math.ceil(inFlight));
    return ClosedQueues.at(rates, inFlight) >= rate * (1 - ROUNDING);
  }
}
