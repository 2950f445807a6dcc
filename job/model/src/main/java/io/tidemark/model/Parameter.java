package io.tidemark.model;

import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The unknown parameters of a {@link Network}. The fit moves one variable for each, which is
 * standard normal under the prior: times and counts are log-normal around a measured magnitude,
 * shares are logit-normal. Centres and spreads are those of docs/contributing/model.md, "Parameters
 * and priors". Unless noted, a parameter is in seconds of one request.
 */
enum Parameter {
  /** CPU of the job's busiest thread. */
  THREAD(Kind.TIMES, 1, 1, Scales::thread),
  /** CPU of the whole job; the centre is half of what is measured, as some is for no request. */
  JOB_CPU(Kind.TIMES, 0.5, 1.5, Scales::job),
  /** CPU of the busiest of the clients' threads, divided by the requests of all clients. */
  CLIENT(Kind.TIMES, 1, 1, Scales::client),
  /** CPU of the database's busiest node, with what no slot waits for. */
  CPU(Kind.TIMES, 1, 1, Scales::cpu),
  /** The part by which a request computes longer if all cores are busy, in database and job. */
  GROWTH(Kind.TIMES, 0.2, 1, scales -> 1),
  /** Share of {@link #CPU} that no slot waits for, such as later merges. */
  BESIDE(Kind.SHARE, -1.7, 1.2, scales -> 1),
  /** Delay between job and database, such as the round trip. */
  DELAY(Kind.TIMES, 1, 0, Scales::delay),
  /** Delay behind a proxy, or whatever else acknowledges the bytes for the database. */
  BEYOND(Kind.TIMES, 0.005, 2, Scales::least),
  /** Delay inside the database, in the slot. */
  HELD(Kind.TIMES, 0.05, 2, Scales::least),
  /** Time of an attempt that fails or is turned away, until the next attempt. */
  RETRY(Kind.TIMES, 1, 1.5, Scales::least),
  /** CPU of a row for which the index is read, as a multiple of the CPU of any other row. */
  MISS(Kind.TIMES, 10, 1, scales -> 1),
  /**
   * Number of threads in which a query at work computes; each has as much of the cores as a
   * request. A query may use several threads, or wait for a disk: 0.8 to 1.7 were measured.
   */
  QUERY(Kind.TIMES, 1.2, 0.6, scales -> 1),
  /** Time that the job is stopped to collect garbage. */
  PAUSE(Kind.TIMES, 1, 1, Scales::pause),
  /** How much times on the path to the database vary: 0 if they are constant, 1 if exponential. */
  VARIABILITY(Kind.SHARE, 0, 1, scales -> 1),
  /**
   * Where the busiest node's share of the requests in flight lies, between an even share (0) and
   * all of them (1).
   */
  CONCENTRATION(Kind.SHARE, -1, 1.5, scales -> 1),
  /** Number of requests that something on the way admits at once. */
  ADMISSION(Mechanism.ADMISSION, Kind.TIMES, 1, 1.2, scales -> Math.sqrt(scales.population())),
  /** Time that the line serves a request, which holds no slot meanwhile. */
  LINE(Mechanism.LINE, Kind.TIMES, 0.5, 1.2, scales -> 1 / scales.peak()),
  /** Time that the line serves a request, which holds a slot meanwhile. */
  LINE_IN_SLOT(Mechanism.LINE_IN_SLOT, Kind.TIMES, 0.5, 1.2, scales -> 1 / scales.peak()),
  /** Time that the storage serves a request, while others wait. */
  STORAGE(Mechanism.STORAGE, Kind.TIMES, 0.5, 1.2, scales -> 1 / scales.peak()),
  /** Time that a request waits for the storage beside that queue. */
  STORAGE_WAIT(Mechanism.STORAGE, Kind.TIMES, 0.3, 1.5, Scales::least),
  /** Time that a request holds a lock which all need. */
  LOCK(Mechanism.LOCK, Kind.TIMES, 0.5, 1.2, scales -> 1 / scales.peak()),
  /** Share of the reported cores that the database is given. */
  GIVEN(Mechanism.FEWER_CORES, Kind.SHARE, -0.5, 1.2, scales -> 1),
  /** Share of the given cores that others use. */
  OTHERS(Mechanism.OTHERS, Kind.SHARE, -1.2, 1.2, scales -> 1);

  private enum Kind {
    TIMES,
    SHARE
  }

  /** Standard deviations at which variables are cut off: one in 10^15 lies beyond. */
  private static final double FARTHEST = 8;

  private final Mechanism mechanism;
  private final Kind kind;
  private final double centre;
  private final double spread;
  private final ToDoubleFunction<Scales> unit;

  Parameter(Kind kind, double centre, double spread, ToDoubleFunction<Scales> unit) {
    this(null, kind, centre, spread, unit);
  }

  Parameter(
      Mechanism mechanism, Kind kind, double centre, double spread, ToDoubleFunction<Scales> unit) {
    this.mechanism = mechanism;
    this.kind = kind;
    this.centre = centre;
    this.spread = spread;
    this.unit = unit;
  }

  /** Returns the mechanism that the parameter belongs to; empty if it belongs to none. */
  Optional<Mechanism> mechanism() {
    return Optional.ofNullable(mechanism);
  }

  /** Tells whether the parameter alone may limit the throughput, as delays and mechanisms may. */
  boolean mayLimit() {
    return mechanism != null || this == DELAY || this == BEYOND || this == HELD;
  }

  /** Returns the standard normal variable at which the parameter hardly affects the network. */
  double unnoticed() {
    return switch (this) {
      case ADMISSION -> 1.5;
      case GIVEN -> 2.5;
      default -> -0.6;
    };
  }

  /**
   * Returns the parameter's value.
   *
   * @param normal standard normal variable
   */
  double value(double normal, Scales scales) {
    // The optimizer may step so far that the exponential is no longer a number.
    double within = Math.max(-FARTHEST, Math.min(FARTHEST, normal));
    return switch (kind) {
      case TIMES -> centre * unit.applyAsDouble(scales) * Math.exp(spread(scales) * within);
      case SHARE -> 1 / (1 + Math.exp(-(centre + spread * within)));
    };
  }

  /** Returns the standard deviation of the prior; the delay's depends on what was measured. */
  private double spread(Scales scales) {
    return this == DELAY ? scales.delaySpread() : spread;
  }

  /** Returns the standard normal variable at which the parameter has this value. */
  double normal(double value, Scales scales) {
    return switch (kind) {
      case TIMES -> Math.log(value / (centre * unit.applyAsDouble(scales))) / spread(scales);
      case SHARE -> (Math.log(value / (1 - value)) - centre) / spread;
    };
  }
}
