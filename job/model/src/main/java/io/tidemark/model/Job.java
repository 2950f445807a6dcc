package io.tidemark.model;

/**
 * What the job needs for a request, and has.
 *
 * @param threadSeconds of CPU by its busiest thread
 * @param cpuSeconds of CPU by all its threads, without what collects garbage
 * @param pauseSeconds for which all of them are stopped to collect garbage
 * @param grows by what part more CPU it takes where all cores are busy
 * @param asked requests per second that its source is asked for; infinite if there is no bound
 * @param skew how much more the busiest thread has to do than the mean of its like, times
 * @param stuck share of the busiest thread's work that stays there however many threads there are
 * @param client whose threads send the requests that have a permit
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
  /** Share of the time: who is stopped for longer answers nothing. */
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

  /** Requests per second that it makes while it runs. */
  double born(double stretch) {
    return Math.min(asked, 1 / (threadSeconds * stretch + pauseSeconds));
  }

  /** Requests per second that all of its cores compute, as long as they are not stopped. */
  double mostByCores(double stretch) {
    return 1 / (mostCpu() * stretch / cores + pauseSeconds);
  }

  /** Seconds that the clients are busy with, or stopped for, each request of all of them. */
  double sending(double stretch) {
    return client.threads == 0 ? 0 : client.seconds * stretch + pauseSeconds;
  }

  /** Time of cores that a request takes where all of them are busy. */
  private double mostCpu() {
    return cpuSeconds * (1 + grows);
  }

  /** Cores that it uses: while it is stopped, collectors use as many as it does while it runs. */
  double used(double rate) {
    double running = rate * cpuSeconds / Math.max(LEAST_RUNNING, 1 - rate * pauseSeconds);
    return running * (1 + grows * Math.min(1, running / cores));
  }

  /**
   * The job's clients, each of which sends the requests of one writer with a thread of its own.
   *
   * @param seconds of CPU by the busiest of these threads, over the requests of all of them
   * @param threads how many; 0 if nothing is known of them
   */
  record Client(double seconds, double threads) {
    static final Client UNKNOWN = new Client(0, 0);

    private Client with(double times) {
      return new Client(seconds / times, times * threads);
    }

    /**
     * What a request takes there besides its part of one server that is as fast as all of them
     * (Seidmann et al. 1987).
     */
    double parallel(double stretch) {
      return seconds * stretch * Math.max(0, threads - 1);
    }
  }
}
