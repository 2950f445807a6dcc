package io.tidemark.model;

import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What is estimated. Each has a prior whose standard normal variable is what the fit moves: times
 * and counts are log-normal around a magnitude that was seen, shares are logit-normal.
 */
enum Parameter {
  THREAD(Kind.TIMES, 1, 1, Scales::thread),
  /** Of the CPU that the job uses, an unknown part is for no request. */
  JOB_CPU(Kind.TIMES, 0.5, 1.5, Scales::job),
  /** Seconds by the busiest thread of the job's clients, over the requests of all of them. */
  CLIENT(Kind.TIMES, 1, 1, Scales::client),
  CPU(Kind.TIMES, 1, 1, Scales::cpu),
  /** By what part longer a request computes in the database where all cores are busy. */
  GROWTH(Kind.TIMES, 0.2, 1, scales -> 1),
  /** Share of the database's CPU that no slot waits for. */
  BESIDE(Kind.SHARE, -1.7, 1.2, scales -> 1),
  DELAY(Kind.TIMES, 1, 0, Scales::delay),
  /** Behind the round trip that was measured. */
  BEYOND(Kind.TIMES, 0.005, 2, Scales::least),
  HELD(Kind.TIMES, 0.05, 2, Scales::least),
  /** What an attempt in vain takes until the next. */
  RETRY(Kind.TIMES, 1, 1.5, Scales::least),
  /** Times the CPU of a row, of one for which the index is read. */
  MISS(Kind.TIMES, 10, 1, scales -> 1),
  /**
   * Threads of a query in progress that compute, each of which has as much of the cores as a
   * request. One query may use several, or wait for a disk: 0.8 to 1.7 were measured.
   */
  QUERY(Kind.TIMES, 1.2, 0.6, scales -> 1),
  /** Seconds of a request for which the job is stopped to collect garbage. */
  PAUSE(Kind.TIMES, 1, 1, Scales::pause),
  VARIABILITY(Kind.SHARE, 0, 1, scales -> 1),
  /** Where the busiest node is between an even share and all of the requests in flight. */
  CONCENTRATION(Kind.SHARE, -1, 1.5, scales -> 1),
  ADMISSION(Mechanism.ADMISSION, Kind.TIMES, 1, 1.2, scales -> Math.sqrt(scales.population())),
  LINE(Mechanism.LINE, Kind.TIMES, 0.5, 1.2, scales -> 1 / scales.peak()),
  LINE_IN_SLOT(Mechanism.LINE_IN_SLOT, Kind.TIMES, 0.5, 1.2, scales -> 1 / scales.peak()),
  STORAGE(Mechanism.STORAGE, Kind.TIMES, 0.5, 1.2, scales -> 1 / scales.peak()),
  /** Of the same, beside its queue. */
  STORAGE_WAIT(Mechanism.STORAGE, Kind.TIMES, 0.3, 1.5, Scales::least),
  LOCK(Mechanism.LOCK, Kind.TIMES, 0.5, 1.2, scales -> 1 / scales.peak()),
  /** Of the cores that are reported, those that are given. */
  GIVEN(Mechanism.FEWER_CORES, Kind.SHARE, -0.5, 1.2, scales -> 1),
  /** Of the cores that are given, those that others use. */
  OTHERS(Mechanism.OTHERS, Kind.SHARE, -1.2, 1.2, scales -> 1);

  private enum Kind {
    TIMES,
    SHARE
  }

  /** Standard deviations beyond which a prior has nothing: one in 10^15. */
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

  /** The structure that it belongs to; empty if every structure has it. */
  Optional<Mechanism> mechanism() {
    return Optional.ofNullable(mechanism);
  }

  /** Whether it alone may make the throughput what it is: a wait, or a mechanism. */
  boolean mayLimit() {
    return mechanism != null || this == DELAY || this == BEYOND || this == HELD;
  }

  /** The standard normal variable at which it is there, but hardly matters. */
  double unnoticed() {
    return switch (this) {
      case ADMISSION -> 1.5;
      case GIVEN -> 2.5;
      default -> -0.6;
    };
  }

  /**
   * @param normal standard normal under the prior
   */
  double value(double normal, Scales scales) {
    // A search for an optimum may step far beyond, where times are no longer numbers.
    double within = Math.max(-FARTHEST, Math.min(FARTHEST, normal));
    return switch (kind) {
      case TIMES -> centre * unit.applyAsDouble(scales) * Math.exp(spread(scales) * within);
      case SHARE -> 1 / (1 + Math.exp(-(centre + spread * within)));
    };
  }

  /** That of the delay depends on what was measured. */
  private double spread(Scales scales) {
    return this == DELAY ? scales.delaySpread() : spread;
  }

  /** The standard normal variable at which it has this value. */
  double normal(double value, Scales scales) {
    return switch (kind) {
      case TIMES -> Math.log(value / (centre * unit.applyAsDouble(scales))) / spread(scales);
      case SHARE -> (Math.log(value / (1 - value)) - centre) / spread;
    };
  }
}
