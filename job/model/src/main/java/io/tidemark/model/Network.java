package io.tidemark.model;

/**
 * The larger queueing network, which is fitted to windows: requests circle between the job, the way
 * and a database. Its equations are in docs/contributing/model.md, "Equations". All times are
 * seconds of one request; rates are requests per second.
 *
 * <p>The inside of the database is one flow-equivalent server ({@link Inside}). With the way it
 * makes a network of a delay, a line and a load-dependent server ({@link Around}). The job makes
 * requests while a permit is free, which is a birth-death process. If job and database fill the
 * host that they share, all computing takes longer by one factor, the stretch.
 *
 * @param way the way to the busiest node
 * @param database the busiest node
 * @param nodes number of nodes, to which requests go in turn
 * @param concentration share of the requests in flight that are at the busiest node, 0 to 1
 */
record Network(Job job, Way way, Database database, Host host, int nodes, double concentration) {
  /** Number of requests that the job has ready while it waits for a permit. */
  private static final int PREPARED = 2;

  /** The model counts no more requests in flight at a node than these. */
  static final int MOST_IN_FLIGHT = 512;

  private static final int MOST_SECANTS = 20;

  /** Smaller weights are computed anew: a product's rounding errors would be the result's. */
  private static final double LEAST_WEIGHT = 1e-9;

  /** The wanted cores count as equal to the host's if their logarithms differ by less. */
  private static final double NEAR = 1e-6;

  private static final double MOST_STRETCH = Math.log(200);

  /** Flatter secants are not followed: they lead too far where hardly anything waits for cores. */
  private static final double STEEP = -0.05;

  /**
   * What lies between job and database.
   *
   * @param delay the delay before the bytes are acknowledged: a round trip
   * @param beyond the delay behind what acknowledges the bytes for the database: a proxy, or a
   *     balancer far from the database. If there is an admission limit, only admitted requests have
   *     it
   * @param refused time of the attempts that are turned away, for each request that is answered
   * @param failed time of the attempts that fail, for each request that is answered
   * @param line time that the line serves one request, which holds no slot meanwhile
   * @param admission the admission limit; infinite if there is none
   * @param variability how much times vary: 0 if they are constant, 1 if they are exponential
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

    /** Tells whether there is an admission limit. */
    boolean limits() {
      return Double.isFinite(admission);
    }

    /** Returns the delays of requests that need not be admitted for them. */
    double parallel() {
      return delay + (limits() ? 0 : beyond) + refused + failed;
    }
  }

  /**
   * What a request costs the busiest node of the database, and what limits this node.
   *
   * @param slots its insert slots; infinite if it has none
   * @param cores the cores that it is given
   * @param othersCores the cores, of these, that others' work takes
   * @param cpu CPU time for which a slot waits, on idle cores
   * @param grows the part by which a request computes longer if all cores are busy: two threads
   *     then share a core, and all of them the memory
   * @param beside CPU time for which no slot waits, as of later merges
   * @param held the delay inside, in the slot
   * @param line time that the line serves one request, which holds a slot meanwhile
   * @param storage the storage that a request waits for
   * @param lock time that a request holds a lock which all need; 0 if there is a storage
   * @param memory what a lack of memory costs
   * @param queries number of threads in which queries compute all the time; each of them takes as
   *     much of the cores as a request that computes
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

    /** Returns a node with twice the memory, which is then enough. */
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

    /** Returns the time at the serial station, which is a storage or a lock. */
    double serial() {
      return storage.serial + lock;
    }

    /** Returns the delays in the slot. */
    double parallel() {
      return held + storage.parallel;
    }

    double freeCores() {
      return Math.max(0.05 * cores, cores - othersCores);
    }

    /** Returns the CPU time of a request while all cores are busy, with or without a slot. */
    double mostCpu() {
      return cpu * (1 + grows) + beside;
    }

    /**
     * Returns the cores that queries use.
     *
     * @param requests the cores that requests would use on a host that is not full
     * @param stretch the factor by which computing takes longer on a full host, also for queries
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
   * @param parallel time that each request waits for it beside that queue, as for a sync
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
   * What a lack of memory costs.
   *
   * @param stalled share of the time, 0 to 1, in which the whole database waits for memory to be
   *     freed; it holds up every request inside
   * @param saved share of the database's CPU, 0 to 1, that twice the memory would save: with larger
   *     caches it reads its index for fewer rows
   */
  record Memory(double stalled, double saved) {
    static final Memory ENOUGH = new Memory(0, 0);
  }

  /**
   * The host that job and database share.
   *
   * @param othersCores the cores that neither of them uses, and that are busy
   */
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
   * The steady state of a network: the means of what signals measure.
   *
   * @param rate requests per second at all nodes together
   * @param inFlight mean number of requests between permit and answer
   * @param full share of the time that every permit is taken and another request waits for one
   * @param inside mean number of requests in the busiest node's slots
   * @param slotsTaken share of the time that all of the slots are taken
   * @param atCores mean number of requests at the cores of the busiest node
   * @param growth factor by which a request computes longer than on idle cores
   * @param waiting mean number of requests that wait for one of the busiest node's slots
   * @param onTheWay mean number of requests to the busiest node whose bytes are on their way: those
   *     that wait for the line, those that are sent, and those of one round trip
   * @param stretch factor by which computing takes longer because the host is full; 1 if it is not
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
     * Returns the state of a job whose threads all stop for a part of the time, as under a quota:
     * as many requests are in flight as while it runs, but fewer come to the database.
     *
     * @param runs share of the time in which the threads run, 0 to 1
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
   * Returns the steady state. On a full host it has the stretch at which job and database want just
   * as many cores as there are. Its logarithm is found by secants, beginning with the stretch that
   * is right if requests wait for cores only.
   *
   * @param population the in-flight limit, of all nodes together
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

  /** Returns the logarithm of the cores that job and database want over the host's free cores. */
  private double excess(double rate, double stretch) {
    double requests = rate * database.mostCpu();
    double queries = database.usedByQueries(requests / nodes, stretch) * nodes;
    double wanted = job.used(rate) + requests + queries;
    return Math.log(wanted / host.freeCores());
  }

  /** Solves from the inside out: the slots, what is behind an admission limit, the way, the job. */
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

  /**
   * Solves the birth-death process over the number of requests at the node and ready for it: the
   * job makes them, the database answers them.
   *
   * @param rates requests answered per second, by the number in flight at the node
   */
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
    // The number of permits is rounded up, so the result is scaled down to the population.
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
    // If fewer requests come than could be served, fewer are inside.
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
