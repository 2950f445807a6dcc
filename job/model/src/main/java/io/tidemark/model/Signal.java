package io.tidemark.model;

import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.hipparchus.special.Erf;

/**
 * The signals of a window that the model explains. Each one says what the network predicts for it,
 * and how far a reading may be from that.
 */
public enum Signal {
  /** Requests per second that were answered. */
  RATE(Error.RELATIVE, 0.08, seen -> seen.state().rate()),
  /** Mean number of requests in flight. */
  IN_FLIGHT(Error.RELATIVE, 0.1, seen -> seen.state().inFlight()),
  /** Share of the time that a writer with a request waits for a permit. */
  PERMIT_WAIT(Error.SHARE, 0.15, seen -> seen.state().full()),
  /** Cores that the busiest thread of the job's tasks uses. */
  THREAD(
      Error.RELATIVE,
      0.06,
      Signal.CORE,
      seen -> seen.state().rate() * seen.network().job().threadSeconds()),
  /** Cores that the busiest thread of the job's clients uses. */
  CLIENT(
      Error.RELATIVE,
      0.06,
      Signal.CORE,
      seen -> seen.state().rate() * seen.network().job().client().seconds()),
  /** Cores that the job uses, also for what no request asks of it. */
  JOB_CPU(
      Error.RELATIVE, 0.06, Signal.CORE, seen -> seen.network().job().used(seen.state().rate())),
  /** Share of the time that the job is stopped to collect garbage. */
  PAUSED(Error.SHARE, 0.03, seen -> seen.state().rate() * seen.network().job().pauseSeconds()),
  /** Cores that the busiest node of the database uses. */
  DATABASE_CPU(Error.RELATIVE, 0.08, Signal.CORE, Signal::databaseCpu),
  /** Mean number of requests that the busiest node works on. */
  INSIDE(Error.RELATIVE, 0.25, Signal.FEW, seen -> seen.state().inside()),
  /** Share of the requests that found all slots taken. */
  SLOTS_TAKEN(Error.SHARE, 0.2, seen -> seen.state().slotsTaken()),
  /** Share of the requests in flight whose bytes the other end has not acknowledged. */
  ON_THE_WAY(
      Error.SHARE,
      0.1,
      seen -> Math.min(1, seen.state().onTheWay() / Math.max(1e-9, seen.inFlightAtNode()))),
  /** Share of the time that the busiest link to a storage process, or the disk, is busy. */
  STORAGE_BUSY(Error.SHARE, 0.1, Signal::storageBusy),
  /** Share of the time that all of the database waits for a disk, and nothing of it computes. */
  IO_STALLED(Error.SHARE, 0.1, Signal::ioStalled),
  /** Share of the time that something in the database waits for a core it is not given. */
  WAITS_FOR_CPU(Error.SHARE, 0.2, Signal::waitsForCpu);

  /** How the error of a signal is measured. */
  enum Error {
    /** The error is a difference of logarithms. */
    RELATIVE,
    /** The error is a difference of the values themselves, which are 0 to 1. */
    SHARE
  }

  /**
   * A state of the network, from which signals are computed.
   *
   * @param has the mechanisms that the network's structure has
   */
  record Predicted(Network network, Network.State state, Set<Mechanism> has) {
    double inFlightAtNode() {
      return state.inFlight() * network.concentration();
    }
  }

  private static final double NOTHING = 1e-6;

  /**
   * Readings of CPU are at least this many cores, because processes count their CPU seconds in
   * hundredths.
   */
  private static final double CORE = 0.01;

  /**
   * Means of a gauge are at least this many requests, because a gauge that is read at some moments
   * of a window may show none of the few that come and go.
   */
  private static final double FEW = 0.1;

  /**
   * Mean number of cores that a job uses whatever it writes, for compilers, timers and metrics: 0.3
   * to 0.45 were measured in searches of some minutes, and twice as many in their first minute.
   */
  private static final double BACKGROUND = 0.4;

  private final Error kind;
  private final double error;
  private final double least;
  private final ToDoubleFunction<Predicted> expected;

  Signal(Error kind, double error, ToDoubleFunction<Predicted> expected) {
    this(kind, error, NOTHING, expected);
  }

  Signal(Error kind, double error, double least, ToDoubleFunction<Predicted> expected) {
    this.kind = kind;
    this.error = error;
    this.least = least;
    this.expected = expected;
  }

  /** Returns the reading, or the least value that can be told from zero. */
  double atLeast(double seen) {
    return Math.max(least, seen);
  }

  private static double atNode(Predicted seen) {
    return seen.state().rate() / seen.network().nodes();
  }

  private static double databaseCpu(Predicted seen) {
    var database = seen.network().database();
    double requests = atNode(seen) * (database.cpu() * seen.state().growth() + database.beside());
    return Math.min(
        database.cores(),
        requests
            + database.usedByQueries(requests, seen.state().stretch())
            + database.othersCores());
  }

  private static double storageBusy(Predicted seen) {
    return Math.min(1, atNode(seen) * seen.network().database().storage().seconds());
  }

  /**
   * Requests wait for storage one after the other or side by side, and all of the database waits if
   * by chance no request is at a core.
   */
  private static double ioStalled(Predicted seen) {
    var storage = seen.network().database().storage();
    double rate = atNode(seen);
    double noneInQueue = 1 - Math.min(1, rate * storage.serial());
    double waits = 1 - noneInQueue * Math.exp(-rate * storage.parallel());
    return waits * Math.exp(-databaseCpu(seen));
  }

  /** Requests wait for CPU if there are more of them at the cores than cores. */
  private static double waitsForCpu(Predicted seen) {
    double cores = seen.network().database().freeCores();
    double there = seen.state().atCores() + seen.network().database().queries();
    return there <= cores ? 0.02 : 1 - Math.exp(-(there - cores) / Math.max(0.5, cores));
  }

  /**
   * Returns the distance between a reading and its prediction, in standard errors; it is 0 if both
   * are negligible.
   *
   * @param also the error of this reading, which adds to the signal's own
   */
  double distance(double seen, Predicted predicted, double also) {
    double scale = Math.hypot(error, also);
    if (this == STORAGE_BUSY && !predicted.has().contains(Mechanism.STORAGE)) {
      return ofIdleStorage(seen, scale);
    }
    if (this == ON_THE_WAY && predicted.has().contains(Mechanism.LINE_IN_SLOT)) {
      return ofBodiesThatWait(seen - expected(predicted), waiting(predicted), scale);
    }
    double is = expected(predicted);
    if (this == JOB_CPU && seen > is) {
      return ofBackground(seen - is, scale * atLeast(seen));
    }
    return kind == Error.RELATIVE
        ? Math.log(atLeast(seen) / atLeast(is)) / scale
        : (seen - is) / scale;
  }

  /**
   * Returns the distance of a reading that may have a background beside what is predicted, which is
   * distributed exponentially. The density of the sum is about that of the error near the
   * prediction, and that of the background above it; the distance is where a normal density equals
   * that.
   *
   * @param more the reading above the prediction, in cores
   * @param error the standard error of the reading, in cores
   */
  private static double ofBackground(double more, double error) {
    double above = more / error;
    double tail = error / BACKGROUND;
    return above <= tail ? above : Math.sqrt(tail * (2 * above - tail));
  }

  /**
   * Returns the distance for storage that holds nothing up: it may be busy all the same, but is
   * rarely very busy. The distance is where a normal density equals the density of this share, so
   * structures with storage and without it can be compared.
   */
  private static double ofIdleStorage(double share, double scale) {
    double peak = 1 / (scale * Math.sqrt(2 * Math.PI));
    return Math.sqrt(2 * Math.max(0, Math.log(peak / idleDensity(share))));
  }

  /**
   * Returns the share of the requests in flight that wait for a slot, which must be taken before
   * their bodies are read.
   */
  private static double waiting(Predicted seen) {
    return Math.min(1, seen.state().waiting() / Math.max(1e-9, seen.inFlightAtNode()));
  }

  /**
   * Returns the distance where a request needs a slot before its body is read. Requests that wait
   * for a slot then have bytes on their way, too, if buffers are too small for them; any part of
   * these requests is equally likely to. The distance is where a normal density equals the density
   * of this reading.
   *
   * @param more the reading above the share of requests that are being sent
   */
  private static double ofBodiesThatWait(double more, double waiting, double scale) {
    if (waiting < scale / 10) {
      return more / scale;
    }
    double peak = 1 / (scale * Math.sqrt(2 * Math.PI));
    double density = (within(more / scale) - within((more - waiting) / scale)) / waiting;
    return Math.sqrt(2 * Math.max(0, Math.log(peak / Math.max(Double.MIN_NORMAL, density))));
  }

  /** Returns the share of the standard normal distribution below this distance. */
  private static double within(double distance) {
    return Erf.erfc(-distance / Math.sqrt(2)) / 2;
  }

  /** Returns the density of an idle storage's busy share over 0 to 1; its integral is 1. */
  private static double idleDensity(double share) {
    return share < 0 || share > 1 ? 0 : 0.1 + 2.7 * (1 - share) * (1 - share);
  }

  /** Draws a reading at random, apart from garbage collection. */
  double drawn(Predicted predicted, RandomGenerator random) {
    if (this == STORAGE_BUSY && !predicted.has().contains(Mechanism.STORAGE)) {
      double share = random.nextDouble();
      while (random.nextDouble() * idleDensity(0) > idleDensity(share)) {
        share = random.nextDouble();
      }
      return share;
    }
    double part =
        this == ON_THE_WAY && predicted.has().contains(Mechanism.LINE_IN_SLOT)
            ? random.nextDouble() * waiting(predicted)
            : this == JOB_CPU ? -BACKGROUND * Math.log1p(-random.nextDouble()) : 0;
    return moved(expected(predicted) + part, error * random.nextGaussian());
  }

  /** Moves a prediction by an error, which is a factor's logarithm or a difference. */
  double moved(double is, double by) {
    return kind == Error.RELATIVE ? is * Math.exp(by) : is + by;
  }

  double error() {
    return error;
  }

  double expected(Predicted predicted) {
    return expected.applyAsDouble(predicted);
  }
}
