package io.tidemark.queues;

/**
 * The smaller queueing network, that of the rules: the service demands of a request, and the limits
 * of what it passes. Predicted gains, advice, forecasts and the ceiling of a database on its own
 * host all come from it (docs/contributing/model.md, "The network of the rules").
 *
 * <p>A fixed number of requests circle. The job makes them. Each is on its way for a while and
 * waits until it is admitted; then it holds an insert slot while it is sent, computed and stored,
 * and for a delay. On a full host all computing takes longer by one factor, the stretch. Rates are
 * requests per second; times are seconds of one request.
 *
 * @param inFlight the requests in flight at the node that has the most of them
 */
public record Demands(Database database, Job job, Host host, double inFlight) {
  /** The number of requests inside a node at which mean value analysis ends. */
  private static final int MOST_INSIDE = 1_024;

  private static final double MOST_STRETCH = 1_000;
  private static final int BISECTIONS = 18;

  /**
   * The busiest node of the database. Requests go to all nodes in turn, so the throughput is this
   * node's times their number.
   *
   * @param inTurn the share of a request's computing and storing, 0 to 1, during which it holds its
   *     slot. The rest goes on beside it, as when rows are sent on or merged later; it takes cores
   *     and storage, but no time of a slot
   * @param queries the queries that compute on its cores
   */
  public record Database(
      int nodes, Limits limits, Seconds seconds, double inTurn, Queries queries) {

    public Database(int nodes, Limits limits, Seconds seconds, double inTurn) {
      this(nodes, limits, seconds, inTurn, Queries.NONE);
    }

    public Database withSlots(double to) {
      return with(new Limits(to, limits.letIn, limits.cores));
    }

    public Database withLetIn(double to) {
      return with(new Limits(limits.slots, to, limits.cores));
    }

    public Database withCores(double to) {
      return with(new Limits(limits.slots, limits.letIn, to));
    }

    private Database with(Limits other) {
      return new Database(nodes, other, seconds, inTurn, queries);
    }

    public Database withLine(double to) {
      return with(seconds.with(to, seconds.storage, seconds.held, seconds.outside));
    }

    public Database withStorage(double to) {
      return with(seconds.with(seconds.line, to, seconds.held, seconds.outside));
    }

    public Database withHeld(double to) {
      return with(seconds.with(seconds.line, seconds.storage, to, seconds.outside));
    }

    public Database withOutside(double to) {
      return with(seconds.with(seconds.line, seconds.storage, seconds.held, to));
    }

    private Database with(Seconds other) {
      return new Database(nodes, limits, other, inTurn, queries);
    }

    public Database withInTurn(double to) {
      return new Database(nodes, limits, seconds, to, queries);
    }

    public Database withQueries(Queries to) {
      return new Database(nodes, limits, seconds, inTurn, to);
    }

    private double most() {
      double storedAndSent = Math.min(1 / seconds.storage, 1 / seconds.line);
      return nodes * Math.min(limits.cores / seconds.compute, storedAndSent);
    }

    /**
     * Returns the requests per second at all nodes. The higher the rate, the more of the requests
     * in flight are on their way (Little's law), so bisection finds the highest rate that the
     * others reach inside.
     *
     * @param stretch the factor by which computing takes longer on a full host
     */
    private double calls(double stretch, double inFlight) {
      double inside = Math.min(Math.min(limits.slots, limits.letIn), inFlight);
      double compute = seconds.compute * stretch;
      double storage = seconds.storage;
      double[] rates =
          new ClosedQueues(
                  limits.cores, inTurn * compute, seconds.held, seconds.line, inTurn * storage)
              .throughput((int) Math.ceil(Math.min(MOST_INSIDE, inside)), queries.atOnce);
      double most = Math.min(limits.cores / compute, 1 / storage);
      double low = 0;
      double high = Math.min(most, ClosedQueues.at(rates, inside));
      if (inFlight - high * seconds.outside < inside) {
        for (int i = 0; i < BISECTIONS; i++) {
          double rate = (low + high) / 2;
          boolean reached =
              ClosedQueues.at(rates, Math.min(inside, inFlight - rate * seconds.outside)) >= rate;
          low = reached ? rate : low;
          high = reached ? high : rate;
        }
      }
      return nodes * high;
    }
  }

  /**
   * The limits of a node.
   *
   * @param slots its insert slots; infinite if it has none
   * @param letIn the admission limit of a proxy, or of whatever stands before it; infinite if
   *     nothing does
   * @param cores the cores that it is given
   */
  public record Limits(double slots, double letIn, double cores) {}

  /**
   * Queries beside the requests, whoever asks them. Each one at work takes as much of the cores as
   * a request that computes.
   *
   * @param atOnce mean number of queries that a node works on
   * @param cores the cores that queries use at all nodes together
   */
  public record Queries(double atOnce, double cores) {
    public static final Queries NONE = new Queries(0, 0);
  }

  /**
   * The times of a request at a node, in seconds.
   *
   * @param compute the CPU time at the busiest node, on idle cores
   * @param ofAll the CPU time of the whole database for a request, whatever its nodes compute for
   *     it
   * @param line the time that it occupies the line to the node
   * @param storage the time that it occupies the node's link to storage
   * @param held the delay inside: the time in its slot during which it uses nothing
   * @param outside the delay before it is admitted
   */
  public record Seconds(
      double compute, double ofAll, double line, double storage, double held, double outside) {

    private Seconds with(double line, double storage, double held, double outside) {
      return new Seconds(compute, ofAll, line, storage, held, outside);
    }
  }

  /**
   * What a request costs the job, and what limits the job.
   *
   * @param threadSeconds CPU seconds of its busiest thread for a request
   * @param cpuSeconds CPU seconds of all its threads for a request
   * @param cores the cores that it may use
   * @param asked the requests per second that its source was asked for; infinite if it was asked
   *     for as many as possible
   * @param collecting the share of the time in which it collects garbage, less than 1
   * @param skew the busiest thread's work over the mean of the threads that do the same
   */
  public record Job(
      double threadSeconds,
      double cpuSeconds,
      double cores,
      double asked,
      double collecting,
      double skew) {

    public Job withSeconds(double thread, double cpu) {
      return new Job(thread, cpu, cores, asked, collecting, skew);
    }

    public Job withCores(double to) {
      return new Job(threadSeconds, cpuSeconds, to, asked, collecting, skew);
    }

    public Job withAsked(double to) {
      return new Job(threadSeconds, cpuSeconds, cores, to, collecting, skew);
    }

    private double calls(double stretch) {
      double byThread = 1 / Math.max(1e-9, threadSeconds * stretch);
      return Math.min(Math.min(asked, byThread), cores / Math.max(1e-9, cpuSeconds));
    }
  }

  /**
   * The host that job and database share.
   *
   * @param cores its cores; infinite if they share none
   * @param othersCores the cores that others use
   */
  public record Host(double cores, double othersCores) {
    public static final Host NONE = new Host(Double.POSITIVE_INFINITY, 0);

    public Host withCores(double to) {
      return new Host(to, othersCores);
    }
  }

  public Demands with(Database other) {
    return new Demands(other, job, host, inFlight);
  }

  public Demands withoutQueries() {
    return with(database.withQueries(Queries.NONE));
  }

  public Demands with(Job other) {
    return new Demands(database, other, host, inFlight);
  }

  public Demands with(Host other) {
    return new Demands(database, job, other, inFlight);
  }

  public Demands withInFlight(double to) {
    return new Demands(database, job, host, to);
  }

  /**
   * Returns the throughput in requests per second. If job and database want more cores than their
   * host has, bisection finds the stretch at which they do not.
   */
  public double calls() {
    double low = 1;
    double high = MOST_STRETCH;
    if (fits(1)) {
      return calls(1);
    }
    for (int i = 0; i < BISECTIONS; i++) {
      double stretch = Math.sqrt(low * high);
      boolean fits = fits(stretch);
      low = fits ? low : stretch;
      high = fits ? stretch : high;
    }
    return calls(high);
  }

  /**
   * Returns the requests per second at which the first of cores, line and storage is busy all the
   * time, which is an upper bound of the throughput.
   */
  public double most() {
    return Math.min(ofHost(), Math.min(job.cores / job.cpuSeconds, database.most()));
  }

  /** Returns the requests per second for which the free cores of a shared host suffice. */
  private double ofHost() {
    double free = host.cores - host.othersCores - database.queries.cores;
    double cores = Math.max(0.1 * host.cores, free);
    return cores / (job.cpuSeconds + database.seconds.ofAll);
  }

  private boolean fits(double stretch) {
    return calls(stretch) <= ofHost();
  }

  private double calls(double stretch) {
    return Math.min(job.calls(stretch), database.calls(stretch, inFlight));
  }
}
