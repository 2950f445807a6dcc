package io.tidemark.queues;

import java.util.Arrays;

/**
 * Requests that are spread over several addresses, of which so many circle (Little's law gives how
 * many are at each). A client that sends to each in turn waits for the slowest: it has nearly all
 * of them, and the others get no more than that one. One that sends to where fewest are in flight
 * has as many everywhere, and each address takes what it can. Pure.
 *
 * @param calls shares of the requests, by address
 * @param inFlight shares of those in flight
 * @param inTurn whether each gets as many, however long it takes
 */
public record Addresses(double[] calls, double[] inFlight, boolean inTurn) {

  /**
   * @param callsPerSecond by address
   * @param seconds that a request takes there
   */
  public static Addresses of(double[] callsPerSecond, double[] seconds) {
    var inFlight = new double[seconds.length];
    Arrays.setAll(inFlight, i -> callsPerSecond[i] * seconds[i]);
    double[] ofCalls = shares(callsPerSecond);
    double[] ofInFlight = shares(inFlight);
    return new Addresses(ofCalls, ofInFlight, unevenness(ofCalls) <= unevenness(ofInFlight));
  }

  private static double[] shares(double[] amounts) {
    double sum = Arrays.stream(amounts).sum();
    return Arrays.stream(amounts).map(amount -> amount / sum).toArray();
  }

  private static double unevenness(double[] shares) {
    return Arrays.stream(shares).max().orElseThrow() - Arrays.stream(shares).min().orElseThrow();
  }

  /**
   * Times the throughput with one address so many times as fast, and as many in flight.
   *
   * @param faster at least 1
   */
  public double gain(int address, double faster) {
    return inTurn
        ? 1 / (1 - inFlight[address] * (1 - 1 / faster))
        : 1 + calls[address] * (faster - 1);
  }
}
