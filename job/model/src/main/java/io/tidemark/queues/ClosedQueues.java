package io.tidemark.queues;

/**
 * Requests that circle: each computes on cores that all share evenly, waits in queues that serve
 * one at a time, and is held for a while by nothing that others want. Mean value analysis (Reiser
 * and Lavenberg, JACM 27, 1980), with several servers for the cores (Lazowska et al., Quantitative
 * System Performance, 8.5), which is exact however long each computes; and queues whose times do
 * not vary, so that who is served has half of its time left (Reiser 1979). Pure.
 *
 * @param cores may be fractional, as under a quota
 * @param computeSeconds on a core of its own
 * @param heldSeconds beside no one
 * @param queueSeconds in each queue, alone
 */
record ClosedQueues(
    double cores, double computeSeconds, double heldSeconds, double... queueSeconds) {

  private static final double MIN_SECONDS = 1e-9;

  /** Requests per second with 0, 1, 2 and so on up to {@code most} of them inside. */
  double[] throughput(int most) {
    return throughput(most, 0);
  }

  /**
   * The same beside queries, which compute on the same cores. One that never rests is a customer of
   * a second class that visits nothing else, so that whoever comes finds all of them there.
   *
   * @param queries the mean number of those that compute
   */
  double[] throughput(int most, double queries) {
    int servers =
        computeSeconds > 0 ? (int) Math.max(1, Math.ceil(Math.min(cores, most + queries))) : 1;
    // Of a part of a core each computes longer.
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

  /** What is full lets no more through, where half of a time that is left would say so. */
  private double most(double byCores) {
    double most = byCores;
    for (double seconds : queueSeconds) {
      most = Math.min(most, 1 / seconds);
    }
    return most;
  }

  /** Probabilities that so many compute, as long as those are fewer than there are cores. */
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
   * @param rates of 0, 1, 2 and so on
   * @param inside may be fractional; beyond the last nothing is gained
   */
  static double at(double[] rates, double inside) {
    double most = Math.min(Math.max(0, inside), rates.length - 1);
    int below = (int) Math.floor(most);
    double rest = most - below;
    return rest == 0 ? rates[below] : (1 - rest) * rates[below] + rest * rates[below + 1];
  }
}
