package io.tidemark.mechanism.lab;

import static io.tidemark.mechanism.lab.Parameter.*;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What there may be too little of, or too much: how to have twice of it, or half, or none. */
public enum Knob {
  DATABASE_CPU(setup -> true, Knob::databaseCpu),
  SLOTS(setup -> true, setup -> setup.times(Parameter.SLOTS, 2)),
  LOCK(setup -> setup.is(LOCKED_SECONDS), setup -> setup.times(LOCKED_SECONDS, 0.5)),
  DISK(setup -> true, setup -> setup.times(DISK_RATE, 2).times(DISK_LATENCY_SECONDS, 0.5)),
  STORAGE_NODES(
      setup -> setup.is(Parameter.STORAGE_NODES), setup -> setup.times(Parameter.STORAGE_NODES, 2)),
  MEMORY(
      setup -> setup.get(SERIES) > setup.get(CACHED_SERIES),
      setup -> setup.times(CACHED_SERIES, 2)),
  DATABASE_HEAP(
      setup -> setup.is(DATABASE_HEAP_BYTES), setup -> setup.times(DATABASE_HEAP_BYTES, 2)),
  FEWER_SERIES(
      setup -> setup.is(NEW_SHARE) || setup.get(SERIES) > setup.get(CACHED_SERIES),
      setup -> setup.times(SERIES, 0.5).times(NEW_SHARE, 0.5)),
  NO_READERS(setup -> setup.is(READERS), setup -> setup.with(READERS, 0)),
  NO_NEIGHBOUR(setup -> setup.is(NEIGHBOUR_THREADS), setup -> setup.with(NEIGHBOUR_THREADS, 0)),
  /** A host each for job and database, like the one that they share. */
  HOST(
      setup -> setup.is(CO_LOCATED),
      setup -> setup.with(CO_LOCATED, 0).with(DATABASE_CPUS, setup.get(JOB_CPUS))),
  JOB_CPU(setup -> true, Knob::jobCpu),
  JOB_HEAP(setup -> true, setup -> setup.times(JOB_HEAP_BYTES, 2)),
  IN_FLIGHT(setup -> true, setup -> setup.times(Parameter.IN_FLIGHT, 2)),
  SOURCE(setup -> setup.is(SOURCE_RATE), setup -> setup.times(SOURCE_RATE, 2)),
  NO_SKEW(setup -> setup.is(SKEW), setup -> setup.with(SKEW, 0)),
  ROUND_TRIP(
      setup -> true, setup -> setup.times(ROUND_TRIP_SECONDS, 0.5).times(PROXY_DELAY_SECONDS, 0.5)),
  BANDWIDTH(
      setup -> setup.is(JOB_LINE) || setup.is(DATABASE_LINE),
      setup -> setup.times(JOB_LINE, 2).times(DATABASE_LINE, 2)),
  PROXY_LIMIT(
      setup -> setup.is(Parameter.PROXY_LIMIT) && !setup.is(PROXY_REFUSES),
      setup -> setup.times(Parameter.PROXY_LIMIT, 2)),
  REFUSING_LIMIT(
      setup -> setup.is(Parameter.PROXY_LIMIT) && setup.is(PROXY_REFUSES),
      setup -> setup.times(Parameter.PROXY_LIMIT, 2)),
  BACKEND(setup -> setup.is(DEAD_BACKENDS), setup -> setup.with(DEAD_BACKENDS, 0));

  private final Predicate<Setup> isThere;
  private final UnaryOperator<Setup> turn;

  Knob(Predicate<Setup> isThere, UnaryOperator<Setup> turn) {
    this.isThere = isThere;
    this.turn = turn;
  }

  public boolean isThere(Setup setup) {
    return isThere.test(setup);
  }

  /** The same set-up with twice of it, and nothing else changed. */
  public Setup turned(Setup setup) {
    return turn.apply(setup);
  }

  /** Of all its processes. A job on the same host may use no more of it than before. */
  private static Setup databaseCpu(Setup setup) {
    Setup more = setup.times(DATABASE_CPUS, 2).times(DATABASE_THREADS, 2).times(DATABASE_QUOTA, 2);
    if (!setup.is(CO_LOCATED)) {
      return more;
    }
    double had = setup.is(JOB_QUOTA) ? setup.get(JOB_QUOTA) : setup.get(JOB_CPUS);
    return more.times(JOB_CPUS, 2).with(JOB_QUOTA, had);
  }

  /** With as many subtasks as there are more cores for. */
  private static Setup jobCpu(Setup setup) {
    Setup more = setup.times(JOB_CPUS, 2).times(JOB_QUOTA, 2).times(PARALLELISM, 2);
    boolean databaseTakesAll = setup.is(CO_LOCATED) && !setup.is(DATABASE_THREADS);
    return databaseTakesAll ? more.with(DATABASE_THREADS, setup.get(JOB_CPUS)) : more;
  }
}
