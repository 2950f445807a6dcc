package io.tidemark.model;

/**
 * The part of a database that works on a limited number of requests at once: cores that all
 * requests share evenly, stations that serve one request at a time, and a delay that uses nothing.
 * Mean value analysis (Reiser and Lavenberg, JACM 27, 1980) solves it. The cores are a station
 * whose rate is min(requests, cores) / CPU time, so a quota of 1.5 cores does not slow a single
 * request down. Each thread of a query shares the cores as a request does.
 */
final class Inside {
  private static final double LEAST_SECONDS = 1e-9;

  /** Requests per second by the number of requests inside. */
  final double[] rate;

  /** Mean number of requests that compute or wait for a core, by the number inside. */
  final double[] atCores;

  /** Factor by which a request computes longer than on idle cores, by the number inside. */
  final double[] growth;

  /** Mean number of requests that are sent or wait for the line, by the number inside. */
  final double[] atLine;

  /** Mean number of requests at the serial station or waiting for it, by the number inside. */
  final double[] atSerial;

  /**
   * @param most the most requests inside
   * @param cores may be fractional, as under a quota
   * @param cpu CPU seconds of a request while the other cores are idle
   * @param grows the part by which a request computes longer if all cores are busy
   * @param delay seconds that use nothing
   * @param line seconds that the line serves one request
   * @param serial seconds that the serial station serves one request
   * @param queries number of threads in which queries compute all the time
   */
  Inside(
      int most,
      double cores,
      double cpu,
      double grows,
      double delay,
      double line,
      double serial,
      double queries) {
    rate = new double[most + 1];
    atCores = new double[most + 1];
    atLine = new double[most + 1];
    atSerial = new double[most + 1];
    double used = Math.min(cores * part(most, queries), most);
    double full = cpu * (1 + grows * Math.min(1, (used + queries) / cores));
    growth = new double[most + 1];
    growth[0] = 1;
    double cap = Math.min(used / Math.max(LEAST_SECONDS, full), Math.min(1 / line, 1 / serial));
    // Up to so many requests have a core each; more requests share the cores.
    var computing = new double[1 + (int) Math.max(0, Math.min(cores - queries, most))];
    computing[0] = 1;
    for (int n = 1; n <= most; n++) {
      double busy = Math.min(1, (rate[n - 1] * cpu * growth[n - 1] + queries) / cores);
      growth[n] = 1 + grows * busy;
      double compute = cpu * growth[n];
      double alone = 0;
      double shared = 1 + atCores[n - 1] + queries;
      for (int j = 0; j < computing.length - 1; j++) {
        alone += computing[j];
        shared -= (j + 1 + queries) * computing[j];
      }
      double coresTime = compute * (alone + Math.max(0, shared) / cores);
      double lineTime = line * (1 + waitingBefore(atLine[n - 1], rate[n - 1] * line));
      double serialTime = serial * (1 + waitingBefore(atSerial[n - 1], rate[n - 1] * serial));
      double whole = Math.max(LEAST_SECONDS, delay + coresTime + lineTime + serialTime);
      rate[n] = Math.min(cap, n / whole);
      atCores[n] = n * coresTime / whole;
      atLine[n] = n * lineTime / whole;
      atSerial[n] = n * serialTime / whole;
      double ofRequests = cores * part(atCores[n], queries);
      occupy(computing, rate[n] * compute, Math.max(computing.length - 1, ofRequests));
    }
  }

  /** Returns the share of the cores, 0 to 1, that requests have if queries have as much each. */
  static double part(double requests, double queries) {
    return queries <= 0 ? 1 : requests / (requests + queries);
  }

  /**
   * Returns the number of service times that an arriving request waits. Service times hardly vary,
   * so the request in service has half of its time left (Reiser 1979).
   *
   * @param there mean number of requests at the station
   */
  private static double waitingBefore(double there, double utilisation) {
    return Math.max(0, there - Math.min(1, utilisation) / 2);
  }

  /**
   * Updates the probability that j requests compute, for each j at which every request has a core.
   *
   * @param busy mean number of cores that requests keep busy
   * @param cores the cores that requests have if more of them compute
   */
  private static void occupy(double[] computing, double busy, double cores) {
    double weighted = 0;
    for (int j = computing.length - 1; j >= 1; j--) {
      computing[j] = busy / j * computing[j - 1];
      weighted += (cores - j) * computing[j];
    }
    computing[0] = Math.max(0, 1 - (busy + weighted) / cores);
  }

  /**
   * Returns the value for so many requests inside, by linear interpolation; with more than the last
   * number, it is the last value.
   */
  static double at(double[] values, double inside) {
    double within = Math.min(Math.max(0, inside), values.length - 1);
    int below = (int) within;
    double rest = within - below;
    return rest == 0 ? values[below] : (1 - rest) * values[below] + rest * values[below + 1];
  }
}
