package io.tidemark.model;

/**
 * What a request costs the job, and what limits the job.
 *
 * @param threadSeconds CPU seconds of its busiest thread for a request
 * @param cpuSeconds CPU seconds of all its threads for a request, without garbage collection
 * @param pauseSeconds seconds of a request for which all of them are stopped to collect garbage
 * @param grows the part by which a request takes more CPU if all cores are busy
 * @param cores the cores that it may use
 * @param asked requests per second that its source is asked for; infinite if there is no bound
 * @param skew the busiest thread's work over the mean of the threads that do the same
 * @param stuck share of the busiest thread's work, 0 to 1, that more threads do not take over
 * @param client the clients that send the requests with a permit
 */
record Job(
    double threadSeconds,
    double cpuSeconds,
    double pauseSeconds,
    double grows,
    double cores,
    double asked,
    double skew,
    double stuck,
    Client client) {
  /** The least share of the time in which the job runs: otherwise it would answer nothing. */
  private static final double LEAST_RUNNING = 0.01;

  Job withThreads(double times) {
    double each = threadSeconds * (stuck + (1 - stuck) / times);
    return with(each, pauseSeconds, times * cores, asked, skew, stuck, client.with(times));
  }

  Job evenly() {
    return with(threadSeconds / skew, pauseSeconds, cores, asked, 1, 0, client);
  }

  Job withPauses(double times) {
    return with(threadSeconds, times * pauseSeconds, cores, asked, skew, stuck, client);
  }

  Job withAsked(double times) {
    return with(threadSeconds, pauseSeconds, cores, times * asked, skew, stuck, client);
  }

  private Job with(
      double thread,
      double pause,
      double cores,
      double asked,
      double skew,
      double stuck,
      Client client) {
    return new Job(thread, cpuSeconds, pause, grows, cores, asked, skew, stuck, client);
  }

  /** Returns the requests per second that it makes while permits are free. */
  double born(double stretch) {
    return Math.min(asked, 1 / (threadSeconds * stretch + pauseSeconds));
  }

  /** Returns the requests per second for which its cores suffice. */
  double mostByCores(double stretch) {
    return 1 / (mostCpu() * stretch / cores + pauseSeconds);
  }

  /** Returns the seconds of a request for which the clients, as one server, are busy or stopped. */
  double sending(double stretch) {
    return client.threads == 0 ? 0 : client.seconds * stretch + pauseSeconds;
  }

  /** Returns the CPU seconds of a request while all cores are busy. */
  private double mostCpu() {
    return cpuSeconds * (1 + grows);
  }

  /**
   * Returns the cores that it uses. While it is stopped, the garbage collector uses as many cores
   * as the job does while it runs.
   */
  double used(double rate) {
    double running = rate * cpuSeconds / Math.max(LEAST_RUNNING, 1 - rate * pauseSeconds);
    return running * (1 + grows * Math.min(1, running / cores));
  }

  /**
   * The job's clients, each of which sends the requests of one writer with a thread of its own.
   *
   * @param seconds CPU seconds of the busiest of these threads, over the requests of all of them
   * @param threads number of clients; 0 if nothing is known of them
   */
  record Client(double seconds, double threads) {
    static final Client UNKNOWN = new Client(0, 0);

    private Client with(double times) {
      return new Client(seconds / times, times * threads);
    }

    /**
     * Returns the delay of a request beside the one server that stands for all clients (Seidmann et
     * al. 1987).
     */
    double parallel(double stretch) {
      return seconds * stretch * Math.max(0, threads - 1);
    }
  }
}
