package io.tidemark.queues;

/**
 * Estimates the service demand of a line, the part of the network that requests share, by how long
 * they wait for each other on it. A round trip, and what TCP waits for on the way, is a delay: as
 * long for each request however many there are. Only requests that share a line wait for each
 * other, and mean value analysis ({@link ClosedQueues}) gives the service demand at which they wait
 * as long as was measured. Pure.
 */
public final class LineQueue {
  private static final int BISECTIONS = 24;
  private static final double ROUNDING = 1e-9;

  private LineQueue() {}

  /**
   * Returns the service demand of the line, in seconds.
   *
   * @param inFlight mean number of requests in flight that use this line
   * @param rate requests per second on the line
   * @param waitSeconds seconds that a request waits for others on the line
   * @param mostSeconds an upper bound of the result: the seconds that a lone request is on the line
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

  /**
   * Tells whether requests would wait less than was measured if the line served each for {@code
   * seconds}: then the rate would be higher.
   */
  private static boolean waitsLess(
      double inFlight, double rate, double waitSeconds, double seconds) {
    double elsewhere = Math.max(0, inFlight / rate - seconds - waitSeconds);
    double[] rates =
        new ClosedQueues(1, 0, elsewhere, seconds).throughput((int) Math.ceil(inFlight));
    return ClosedQueues.at(rates, inFlight) >= rate * (1 - ROUNDING);
  }
}
