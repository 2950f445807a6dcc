package io.tidemark.model;

/**
 * A closed queueing network: requests circle between the job, the way and a database. All times are
 * seconds of one request, rates are requests per second.
 *
 * <p>The inside of the database is one flow-equivalent server ({@link Inside}); with the way it
 * makes a network of a delay, a line and a load-dependent server ({@link Around}). The job makes
 * requests as long as there is a permit for them, which is a birth-death process. On a host that
 * job and database fill, whatever computes takes longer by the same factor.
 *
 * @param nodes of the database, to which requests go in turn; everything else is said of the
 *     busiest of them
 * @param concentration share of the requests in flight that are at the busiest node
 */
record Network(Job job, Way way, Database database, Host host, int nodes, double concentration) {
  /** Requests that writers have ready before there is a permit for them. */
  private static final int PREPARED = 2;

  /** No node has more in flight, for all that the model is asked. */
  static final int MOST_IN_FLIGHT = 512;

  private static final int MOST_SECANTS = 20;

  /** From a smaller one on, rounding errors of a product would be those of the result. */
  private static final double LEAST_WEIGHT = 1e-9;

  /** Of logarithms: what is nearer to the cores of the host is at them. */
  private static final double NEAR = 1e-6;

  private static final double MOST_STRETCH = Math.log(200);

  /** Below, secants are of points where cores are hardly waited for, and lead too far. */
  private static final double STEEP = -0.05;

  /**
   * What lies between the two.
   *
   * @param delay a round trip: parallel, without a queue
   * @param beyond time that whatever answers for the database, and has acknowledged the bytes,
   *     holds each request: a proxy, or a balancer from which the database is far away. Where it
   *     lets only some through at once, it is of those
   * @param refused time of the attempts that are turned away
   * @param failed time of the attempts that fail
   * @param line time that the line serves one request, which takes no slot meanwhile
   * @param admission requests that something on the way lets through at once
   * @param variability 0 if times do not vary, 1 if they are exponential
   */
  record Way(
      double delay,
      double beyond,
      double refused,
      double failed,
      double line,
      double admission,
      double variability) {
    Way withDelay(double times) {
      return new Way(times * delay, times * beyond, refused, failed, line, admission, variability);
    }

    Way withRefused(double times) {
      return new Way(delay, beyond, times * refused, failed, line, admission, variability);
    }

    Way withFailed(double times) {
      return new Way(delay, beyond, refused, times * failed, line, admission, variability);
    }

    Way withLine(double times) {
      return new Way(delay, beyond, refused, failed, times * line, admission, variability);
    }

    Way withAdmission(double times) {
      return new Way(delay, beyond, refused, failed, line, times * admission, variability);
    }

    boolean refuses() {
      return refused > 0;
    }

    /** Tells whether something on the way lets only some requests through at once. */
    boolean limits() {
      return Double.isFinite(admission);
    }

    /** Everything that has no queue, and that no request waits for permission to begin. */
    double parallel() {
      return delay + (limits() ? 0 : beyond) + refused + failed;
    }
  }

  /**
   * What the busiest node of the database needs for a request, and has.
   *
   * @param cores that it is given
   * @param othersCores of these, that others' work takes
   * @param cpu time of a core that a slot waits for
   * @param grows by what part longer a request computes where all cores are busy: two threads share
   *     a core, and all of them the memory
   * @param beside time of a core that no slot waits for, as of later merges
   * @param held time in the slot that uses nothing
   * @param line time that the line serves one request, which holds a slot meanwhile
   * @param storage time at a disk, or a link to it
   * @param lock time that a request holds a lock which all need; not beside a storage
   * @param memory what it has too little of it for
   * @param queries threads of queries that compute all the time, each of which takes as much of the
   *     cores as a request that computes
   */
  record Database(
      double slots,
      double cores,
      double othersCores,
      double cpu,
      double grows,
      double beside,
      double held,
      double line,
      Storage storage,
      double lock,
      Memory memory,
      double queries) {
    Database withSlots(double times) {
      return with(times * slots, cores, othersCores, cpu, beside);
    }

    Database withCores(double times) {
      return with(slots, times * cores, othersCores, cpu, beside);
    }

    Database withOthers(double times) {
      return with(slots, cores, times * othersCores, cpu, beside);
    }

    /** Twice of it. */
    Database withMemory() {
      double left = 1 - memory.saved;
      return new Database(
          slots,
          cores,
          othersCores,
          left * cpu,
          grows,
          left * beside,
          held,
          line,
          storage,
          lock,
          Memory.ENOUGH,
          queries);
    }

    Database withoutQueries() {
      return new Database(
          slots, cores, othersCores, cpu, grows, beside, held, line, storage, lock, memory, 0);
    }

    private Database with(
        double slots, double cores, double othersCores, double cpu, double beside) {
      return new Database(
          slots,
          cores,
          othersCores,
          cpu,
          grows,
          beside,
          held,
          line,
          storage,
          lock,
          memory,
          queries);
    }

    Database withHeld(double times) {
      return with(times * held, line, storage, lock);
    }

    Database withLine(double times) {
      return with(held, times * line, storage, lock);
    }

    Database withStorage(double times) {
      return with(held, line, storage.with(times), lock);
    }

    Database withLock(double times) {
      return with(held, line, storage, times * lock);
    }

    private Database with(double held, double line, Storage storage, double lock) {
      return new Database(
          slots,
          cores,
          othersCores,
          cpu,
          grows,
          beside,
          held,
          line,
          storage,
          lock,
          memory,
          queries);
    }

    /** Of whatever serves one request at a time. */
    double serial() {
      return storage.serial + lock;
    }

    /** In the slot, without a queue. */
    double parallel() {
      return held + storage.parallel;
    }

    double freeCores() {
      return Math.max(0.05 * cores, cores - othersCores);
    }

    /** Time of cores that a request takes where all of them are busy. */
    double mostCpu() {
      return cpu * (1 + grows) + beside;
    }

    /**
     * Returns the cores that queries use beside requests that use so many.
     *
     * @param stretch by which computing takes longer on a full host, for queries, too
     */
    double usedByQueries(double requests, double stretch) {
      if (queries <= 0) {
        return 0;
      }
      double runs = 1 - memory.stalled;
      double wanted = Math.min(runs * queries, runs * freeCores() - requests * stretch);
      return Math.max(0, wanted) / stretch;
    }
  }

  /**
   * A disk, or a link to one.
   *
   * @param serial time that it serves one request, while others wait
   * @param parallel time that each waits for it beside that, as for what is to be durable
   */
  record Storage(double serial, double parallel) {
    private Storage with(double times) {
      return new Storage(times * serial, times * parallel);
    }

    double seconds() {
      return serial + parallel;
    }
  }

  /**
   * What there is too little of it for.
   *
   * @param stalled share of the time that all of the database waits for some to be freed, and that
   *     holds up every request inside
   * @param saved share of its CPU that it would not need with twice as much: to read its index
   *     because its caches are too small
   */
  record Memory(double stalled, double saved) {
    static final Memory ENOUGH = new Memory(0, 0);
  }

  /** The host that job and database share. */
  record Host(double cores, double othersCores) {
    static final Host APART = new Host(Double.POSITIVE_INFINITY, 0);

    Host withCores(double times) {
      return new Host(times * cores, othersCores);
    }

    private double freeCores() {
      return Math.max(0.05 * cores, cores - othersCores);
    }
  }

  Network with(Job other) {
    return new Network(other, way, database, host, nodes, concentration);
  }

  Network with(Way other) {
    return new Network(job, other, database, host, nodes, concentration);
  }

  Network with(Database other) {
    return new Network(job, way, other, host, nodes, concentration);
  }

  Network with(Host other) {
    return new Network(job, way, database, other, nodes, concentration);
  }

  /**
   * What would be seen in the long run.
   *
   * @param rate requests per second at all nodes together
   * @param inFlight mean number of requests between permit and answer
   * @param full share of the time that every permit is taken and another request waits for one
   * @param inside mean number of requests in the busiest node's slots
   * @param slotsTaken share of the time that all of the slots are taken
   * @param atCores mean number of requests at the cores of the busiest node
   * @param growth times its CPU seconds alone that a request computes
   * @param waiting mean number of requests that wait for one of the busiest node's slots
   * @param onTheWay mean number of requests to the busiest node whose bytes are on their way: those
   *     that wait for the line, those that are sent, and one round trip
   * @param stretch by which computing takes longer as the host is full
   */
  record State(
      double rate,
      double inFlight,
      double full,
      double inside,
      double slotsTaken,
      double atCores,
      double growth,
      double waiting,
      double onTheWay,
      double stretch) {
    /**
     * Of a job whose threads all stand still for a part of the time, as under a quota: it has as
     * many in flight as while it runs, but less comes to the database.
     *
     * @param runs share of the time that it does not stand still
     */
    private State slowed(double runs) {
      return new State(
          runs * rate,
          inFlight,
          full,
          runs * inside,
          runs * slotsTaken,
          runs * atCores,
          growth,
          runs * waiting,
          runs * onTheWay,
          stretch);
    }
  }

  /**
   * What computes takes longer by a factor at which job and database want no more cores than their
   * host has: by secants of the logarithms of the two, which begin where they would be equal if
   * nothing but cores were waited for.
   *
   * @param population requests in flight at most, at all nodes together
   */
  State solve(double population) {
    State state = solve(population, 1);
    double excess = excess(state.rate, 1);
    double stretch = 0;
    double next = excess;
    for (int i = 0; i < MOST_SECANTS && next > 0 && Math.abs(excess) > NEAR; i++) {
      double then = Math.min(MOST_STRETCH, next);
      state = solve(population, Math.exp(then));
      double now = excess(state.rate, Math.exp(then));
      double slope = (now - excess) / (then - stretch);
      excess = now;
      stretch = then;
      next = stretch + (slope < STEEP ? -excess / slope : excess);
    }
    return state;
  }

  /** Logarithm of the cores that job and database want, over those of their host. */
  private double excess(double rate, double stretch) {
    double requests = rate * database.mostCpu();
    double queries = database.usedByQueries(requests / nodes, stretch) * nodes;
    double wanted = job.used(rate) + requests + queries;
    return Math.log(wanted / host.freeCores());
  }

  private State solve(double population, double stretch) {
    double atNode = Math.max(1, Math.min(MOST_IN_FLIGHT, population * concentration));
    double gate = Math.min(way.admission, atNode);
    double limit = Math.min(database.slots, gate);
    double cores = database.freeCores();
    var inside =
        new Inside(
            (int) Math.ceil(limit),
            cores,
            database.cpu * stretch,
            database.grows,
            database.parallel(),
            database.line,
            database.serial(),
            database.queries);
    double most = cores / (database.mostCpu() * stretch);
    double runs = 1 - database.memory.stalled;
    var served = new double[(int) Math.ceil(atNode) + 1];
    int first = (int) Math.ceil(limit);
    for (int n = 1; n < served.length; n++) {
      served[n] =
          n > first
              ? served[first]
              : runs
                  * Math.min(
                      most * Inside.part(Math.min(n, limit), database.queries),
                      Inside.at(inside.rate, Math.min(n, limit)));
    }
    if (way.limits()) {
      double[] behind = new Around(way.beyond, 0, 0, way.variability).rates(served);
      int last = (int) Math.ceil(gate);
      for (int n = 1; n < served.length; n++) {
        served[n] = n > last ? served[last] : Inside.at(behind, Math.min(n, gate));
      }
    }
    var around =
        new Around(
            way.parallel() + job.client().parallel(stretch),
            way.line,
            nodes * job.sending(stretch),
            way.variability);
    State running = withJob(inside, around, around.rates(served), atNode, limit, stretch);
    return running.slowed(Math.min(1, job.mostByCores(stretch) / running.rate));
  }

  /** The birth-death process of the requests that the job makes and the database answers. */
  private State withJob(
      Inside inside, Around around, double[] rates, double atNode, double limit, double stretch) {
    double born = job.born(stretch) / nodes;
    int permits = rates.length - 1;
    int last = permits;
    while (last > 1 && rates[last - 1] == rates[permits]) {
      last--;
    }
    var logs = new double[permits + PREPARED + 1];
    double step = Math.log(born / rates[permits]);
    double largest = 0;
    for (int n = 1; n < logs.length; n++) {
      logs[n] = logs[n - 1] + (n < last ? Math.log(born / rates[n]) : step);
      largest = Math.max(largest, logs[n]);
    }
    double all = 0;
    double rate = 0;
    double inFlight = 0;
    double full = 0;
    double weight = 0;
    double ratio = Math.exp(step);
    for (int n = 0; n < logs.length; n++) {
      // Where the rate stays the same, weights are a geometric series.
      weight = n > last && weight > LEAST_WEIGHT ? weight * ratio : Math.exp(logs[n] - largest);
      all += weight;
      rate += weight * rates[Math.min(n, permits)];
      inFlight += weight * Math.min(n, permits);
      full += n > permits ? weight : 0;
    }
    // A population at the node that is no whole number lies between two that are.
    double part = atNode / permits;
    rate *= part / all;
    inFlight *= part / all;
    return state(inside, around, rate, inFlight, full / all, limit, stretch);
  }

  private State state(
      Inside inside,
      Around around,
      double rate,
      double inFlight,
      double full,
      double limit,
      double stretch) {
    double queued = Math.max(0, inFlight - rate * around.parallel());
    double atClient = Around.busy(rate * around.client());
    double atLine = Around.busy(rate * around.line());
    double fits = Math.min(1, queued / Math.max(1e-12, atClient + atLine));
    atLine *= fits;
    double there = queued - fits * atClient - atLine;
    double atDatabase =
        way.limits() ? Math.max(0, Math.min(way.admission, there) - rate * way.beyond) : there;
    double within = Math.min(limit, atDatabase);
    // Where fewer come than would be served, fewer are inside.
    double served = Math.max(1e-12, (1 - database.memory.stalled) * Inside.at(inside.rate, within));
    return new State(
        rate * nodes,
        inFlight / concentration,
        full,
        within * Math.min(1, rate / served),
        Math.pow(Math.min(1, atDatabase / database.slots), 4),
        Inside.at(inside.atCores, within),
        Inside.at(inside.growth, within),
        way.admission < database.slots ? 0 : Math.max(0, atDatabase - within),
        rate * way.delay + atLine + Inside.at(inside.atLine, within),
        stretch);
  }
}
