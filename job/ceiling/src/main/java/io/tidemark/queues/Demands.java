package io.tidemark.queues;

/**
 * What each request asks of everything that it passes: one model, from which predicted gains,
 * advice, forecasts and the ceiling of a database alone all come. Requests circle: the job makes
 * them, so many may be in flight; some wait outside, so many are let in and hold a slot while they
 * are sent, computed, stored and held. On a host that is full all that computes takes longer alike.
 * Rates are of requests per second, times of one request.
 *
 * @param inFlight at the node where most are
 */
public record Demands(Database database, Job job, Host host, double inFlight) {
  /** No node works on more at once, for all that the model is asked. */
  private static final int MOST_INSIDE = 1_024;

  private static final double MOST_STRETCH = 1_000;
  private static final int BISECTIONS = 18;

  /**
   * The busiest node, of so many that requests go to in turn.
   *
   * @param slots infinite where it has none
   * @param letIn by what stands before it, infinite where nothing does
   * @param cores that it is given
   * @param computeSeconds at this node, on a core of its own
   * @param ofAllSeconds the same as a mean of all nodes, for whatever they work on besides
   * @param lineSeconds of the line to it
   * @param storageSeconds of its link to a storage
   * @param heldSeconds in its slot, by nothing that others want
   * @param outsideSeconds on the way
   * @param inTurn share of computing and storing that a slot waits for: what goes on beside it, as
   *     when rows are sent on or merged later, takes cores and storage, but no slot's time
   */
  public record Database(
      int nodes,
      double slots,
      double letIn,
      double cores,
      double computeSeconds,
      double ofAllSeconds,
      double lineSeconds,
      double storageSeconds,
      double heldSeconds,
      double outsideSeconds,
      double inTurn) {

    public Database withSlots(double to) {
      return new Database(
          nodes,
          to,
          letIn,
          cores,
          computeSeconds,
          ofAllSeconds,
          lineSeconds,
          storageSeconds,
          heldSeconds,
          outsideSeconds,
          inTurn);
    }

    public Database withLetIn(double to) {
      return new Database(
          nodes,
          slots,
          to,
          cores,
          computeSeconds,
          ofAllSeconds,
          lineSeconds,
          storageSeconds,
          heldSeconds,
          outsideSeconds,
          inTurn);
    }

    public Database withCores(double to) {
      return new Database(
          nodes,
          slots,
          letIn,
          to,
          computeSeconds,
          ofAllSeconds,
          lineSeconds,
          storageSeconds,
          heldSeconds,
          outsideSeconds,
          inTurn);
    }

    public Database withLine(double to) {
      return new Database(
          nodes,
          slots,
          letIn,
          cores,
          computeSeconds,
          ofAllSeconds,
          to,
          storageSeconds,
          heldSeconds,
          outsideSeconds,
          inTurn);
    }

    public Database withStorage(double to) {
      return new Database(
          nodes,
          slots,
          letIn,
          cores,
          computeSeconds,
          ofAllSeconds,
          lineSeconds,
          to,
          heldSeconds,
          outsideSeconds,
          inTurn);
    }

    public Database withHeld(double to) {
      return new Database(
          nodes,
          slots,
          letIn,
          cores,
          computeSeconds,
          ofAllSeconds,
          lineSeconds,
          storageSeconds,
          to,
          outsideSeconds,
          inTurn);
    }

    public Database withOutside(double to) {
      return new Database(
          nodes,
          slots,
          letIn,
          cores,
          computeSeconds,
          ofAllSeconds,
          lineSeconds,
          storageSeconds,
          heldSeconds,
          to,
          inTurn);
    }

    public Database withInTurn(double to) {
      return new Database(
          nodes,
          slots,
          letIn,
          cores,
          computeSeconds,
          ofAllSeconds,
          lineSeconds,
          storageSeconds,
          heldSeconds,
          outsideSeconds,
          to);
    }

    private double most() {
      return nodes
          * Math.min(cores / computeSeconds, Math.min(1 / storageSeconds, 1 / lineSeconds));
    }

    /**
     * @param stretch how many times as long it takes to compute
     */
    private double calls(double stretch, double inFlight) {
      double inside = Math.min(Math.min(slots, letIn), inFlight);
      double compute = computeSeconds * stretch;
      double[] rates =
          new ClosedQueues(
                  cores, inTurn * compute, heldSeconds, lineSeconds, inTurn * storageSeconds)
              .throughput((int) Math.ceil(Math.min(MOST_INSIDE, inside)));
      double most = Math.min(cores / compute, 1 / storageSeconds);
      double low = 0;
      double high = Math.min(most, ClosedQueues.at(rates, inside));
      if (inFlight - high * outsideSeconds < inside) {
        for (int i = 0; i < BISECTIONS; i++) {
          double rate = (low + high) / 2;
          boolean reached =
              ClosedQueues.at(rates, Math.min(inside, inFlight - rate * outsideSeconds)) >= rate;
          low = reached ? rate : low;
          high = reached ? high : rate;
        }
      }
      return nodes * high;
    }
  }

  /**
   * @param threadSeconds of CPU, of its busiest thread
   * @param cpuSeconds of all its threads
   * @param asked requests per second that its source was asked for, infinite if for as many as
   *     possible
   */
  public record Job(double threadSeconds, double cpuSeconds, double cores, double asked) {
    private double calls(double stretch) {
      double byThread = 1 / Math.max(1e-9, threadSeconds * stretch);
      return Math.min(Math.min(asked, byThread), cores / Math.max(1e-9, cpuSeconds));
    }
  }

  /**
   * The one that job and database share.
   *
   * @param cores infinite if they share none
   * @param othersCores that others use
   */
  public record Host(double cores, double othersCores) {
    public static final Host NONE = new Host(Double.POSITIVE_INFINITY, 0);
  }

  public Demands with(Database other) {
    return new Demands(other, job, host, inFlight);
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

  /** Requests per second. */
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
   * Requests per second at which the first of cores, line and storage is used up, whoever waits for
   * whom.
   */
  public double most() {
    return Math.min(ofHost(), Math.min(job.cores / job.cpuSeconds, database.most()));
  }

  private double ofHost() {
    double cores = Math.max(0.1 * host.cores, host.cores - host.othersCores);
    return cores / (job.cpuSeconds + database.ofAllSeconds);
  }

  private boolean fits(double stretch) {
    return calls(stretch) <= ofHost();
  }

  private double calls(double stretch) {
    return Math.min(job.calls(stretch), database.calls(stretch, inFlight));
  }
}
