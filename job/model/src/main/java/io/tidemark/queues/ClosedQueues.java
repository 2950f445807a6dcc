package io.tidemark.queues;

/**
 * A closed network: a fixed number of requests circle through cores that they share evenly, queues
 * that serve one request at a time, and a delay that uses nothing. Mean value analysis (Reiser and
 * Lavenberg, JACM 27, 1980) solves it. The cores are a station with several servers (Lazowska et
 * al., Quantitative System Performance, 8.5), which is exact for any distribution of computing
 * times. Service times of the queues do not vary, so a request in service has half of its time left
 * (Reiser 1979). Pure.
 *
 * @param cores may be fractional, as under a quota
 * @param computeSeconds CPU seconds of a request, on a core of its own
 * @param heldSeconds the delay
 * @param queueSeconds service demand at each queue
 */
record ClosedQueues(
    double cores, double computeSeconds, double heldSeconds, double... queueSeconds) {

  private static final double MIN_SECONDS = 1e-9;

  /** Returns the requests per second by the number inside, from 0 to {@code most}. */
  double[] throughput(int most) {
    return throughput(most, 0);
  }

  /**
   * Returns the same beside queries that compute on the same cores. A query that never rests is a
   * customer of a second class that visits only the cores, so an arriving request finds all queries
   * there.
   *
   * @param queries mean number of queries that compute
   */
  double[] throughput(int most, double queries) {
    int servers =
        computeSeconds > 0 ? (int) Math.max(1, Math.ceil(Math.min(cores, most + queries))) : 1;
    // Rounded-up servers must together be as fast as the fractional cores, so each of them is
    // slower.
    double compute = computeSeconds * Math.max(1, servers / cores);
    var rates = new double[most + 1];
    var computing = new double[servers];
    computing[0] = 1;
    double onCores = 0;
    var waiting = new double[queueSeconds.length];
    for (int n = 1; n <= most; n++) {
      double idle = 0;
      for (int j = 0; j < servers - 1; j++) {
        idle += Math.max(0, servers - 1 - j - queries) * computing[j];
      }
      double before = rates[n - 1];
      onCores = compute / servers * (1 + before * onCores + queries + idle);
      double whole = heldSeconds + onCores;
      for (int q = 0; q < waiting.length; q++) {
        double others = before * waiting[q] - Math.min(1, before * queueSeconds[q]) / 2;
        waiting[q] = queueSeconds[q] * (1 + Math.max(0, others));
        whole += waiting[q];
      }
      rates[n] = Math.min(most(servers / compute), n / Math.max(MIN_SECONDS, whole));
      update(computing, rates[n] * compute);
    }
    return rates;
  }

  /**
   * Returns the capacity of the slowest station in requests per second. The rate must be bounded by
   * it, because counting half of a service time as left may exceed it.
   */
  private double most(double byCores) {
    double most = byCores;
    for (double seconds : queueSeconds) {
      most = Math.min(most, 1 / seconds);
    }
    return most;
  }

  /**
   * Updates the probability that j requests compute, for each j below the number of servers.
   *
   * @param busy mean number of busy servers
   */
  private static void update(double[] computing, double busy) {
    int servers = computing.length;
    double weighted = 0;
    for (int j = servers - 1; j >= 1; j--) {
      computing[j] = busy / j * computing[j - 1];
      weighted += (servers - j) * computing[j];
    }
    computing[0] = Math.max(0, 1 - (busy + weighted) / servers);
  }

  /**
   * Returns the rate with so many requests inside, by linear interpolation.
   *
   * @param rates requests per second with 0, 1, 2 and so on inside
   * @param inside may be fractional; with more than the last number, the rate is the last one
   */
  static double at(double[] rates, double inside) {
    double most = Math.min(Math.max(0, inside), rates.length - 1);
    int below = (int) Math.floor(most);
    double rest = most - below;
    return rest == 0 ? rates[below] : (1 - rest) * rates[below] + rest * rates[below + 1];
  }
}
