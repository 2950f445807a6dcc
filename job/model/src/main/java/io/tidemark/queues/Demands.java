package io.tidemark.queues;

/**
 * The service demands of a request: what it takes of everything that it passes. Predicted gains,
 * advice, forecasts and the ceiling of a database on its own host all come from this one model.
 *
 * <p>Requests circle. The job makes them, and so many may be in flight. Some wait outside, and so
 * many are admitted and hold a slot while they are sent, computed, stored and held. On a full host
 * everything that computes takes longer by the same factor. Rates are requests per second; times
 * are seconds of one request.
 *
 * @param inFlight the requests in flight at the node where most are
 */
public record Demands(Database database, Job job, Host host, double inFlight) {
  /** No node works on more requests at once, whatever the model is asked. */
  private static final int MOST_INSIDE = 1_024;

  private static final double MOST_STRETCH = 1_000;
  private static final int BISECTIONS = 18;

  /**
   * The busiest node, of several nodes that requests go to in turn.
   *
   * @param inTurn the share of computing and storing for which a slot waits. The rest goes on
   *     beside it, as when rows are sent on or merged later; it takes cores and storage, but no
   *     time of a slot
   * @param queries what is asked of it meanwhile
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
   * How many requests a node works on at once.
   *
   * @param slots its slots; infinite if it has none
   * @param letIn the admission limit of what stands before it; infinite if nothing does
   * @param cores the cores that it is given
   */
  public record Limits(double slots, double letIn, double cores) {}

  /**
   * Queries beside the requests, whoever asks them. Each one that computes takes as much of the
   * cores as a request that computes.
   *
   * @param atOnce how many a node works on at once, on average
   * @param cores the cores that all of them use at all nodes
   */
  public record Queries(double atOnce, double cores) {
    public static final Queries NONE = new Queries(0, 0);
  }

  /**
   * How long a request takes at a node, in seconds.
   *
   * @param compute the time on a core without others
   * @param ofAll the same, averaged over all nodes, for whatever they work on besides
   * @param line the time that it occupies the line to the node
   * @param storage the time that it occupies the node's link to storage
   * @param held the time in its slot that takes nothing others want
   * @param outside the time on the way
   */
  public record Seconds(
      double compute, double ofAll, double line, double storage, double held, double outside) {

    private Seconds with(double line, double storage, double held, double outside) {
      return new Seconds(compute, ofAll, line, storage, held, outside);
    }
  }

  /**
   * The job's part.
   *
   * @param threadSeconds CPU seconds of its busiest thread
   * @param cpuSeconds CPU seconds of all its threads
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

  /** Returns the throughput in requests per second. */
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
   * Returns the requests per second at which the first of cores, line and storage is used up,
   * whoever waits for whom.
   */
  public double most() {
    return Math.min(ofHost(), Math.min(job.cores / job.cpuSeconds, database.most()));
  }

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
