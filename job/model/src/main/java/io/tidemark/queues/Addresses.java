package io.tidemark.queues;

import java.util.Arrays;

/**
 * How the throughput of a client with a fixed number of requests in flight depends on the speed of
 * one of its addresses. A client that sends to each address in turn gives all of them the same
 * rate: nearly all of its requests are at the slowest address, and the others get no more than that
 * one answers. A client that sends to the address with the fewest requests in flight has equally
 * many at each, so each address answers at its own rate. Pure.
 *
 * @param calls the share of all requests that each address gets, 0 to 1
 * @param inFlight the share of the requests in flight that are at each address, 0 to 1
 * @param inTurn whether the client sends to each address in turn
 */
public record Addresses(double[] calls, double[] inFlight, boolean inTurn) {

  /**
   * Takes the client to send in turn if the addresses' rates differ no more than their requests in
   * flight, which are rate times latency (Little's law).
   *
   * @param callsPerSecond requests per second, by address
   * @param seconds mean latency, by address
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
   * Returns the factor of throughput if one address were {@code faster} times as fast, with the
   * same number of requests in flight.
   *
   * @param faster at least 1
   */
  public double gain(int address, double faster) {
    return inTurn
        ? 1 / (1 - inFlight[address] * (1 - 1 / faster))
        : 1 + calls[address] * (faster - 1);
  }
}
