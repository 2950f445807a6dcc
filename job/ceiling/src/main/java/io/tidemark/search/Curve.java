package io.tidemark.search;

import io.tidemark.ceiling.Seen;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.statistics.LittleCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/** The throughput over requests in flight that a sweep has measured so far. */
final class Curve {
  /**
   * A doubling of the requests in flight gains if it raises the best throughput by this factor. Two
   * doublings that gain less end the sweep, after one more.
   */
  private static final double WORTH_IT = 1.03;

  private static final int FLAT_DOUBLINGS = 2;

  /** A throughput is as good as the best one from this share of it. */
  private static final double AS_GOOD = 0.97;

  private static final double REACHED = 0.95;

  /** A database refuses if it throttles this share of the requests. */
  private static final double REFUSES = 0.01;

  /** A load beyond the plateau clearly gains if it raises the throughput by this factor. */
  private static final double GAINED = 1.2;

  static final double OVER_THE_BOUND = 1.1;

  /** If no step is long enough to be compared, a step counts from this many mean latencies. */
  private static final double FEW_LATENCIES = 4;

  private final List<Measured> valid = new ArrayList<>();

  /**
   * These steps are too short for their answers. A short search against a slow database has no
   * others.
   */
  private final List<Measured> brief = new ArrayList<>();

  private int flat;
  private Measured refusing;

  /**
   * Adds the next doubling. One that is not valid gains nothing, whatever its rate says, because
   * its answers take too long to be judged. Until a first step counts, none is called flat.
   */
  void raised(Measured step) {
    boolean isFirst =
        known().isEmpty() || valid.isEmpty() && counts(step, LittleCheck.MIN_LATENCIES);
    boolean gains = counts(step, latencies()) && step.samplesPerSecond() > best() * WORTH_IT;
    flat = gains || isFirst ? 0 : flat + 1;
    if (refusing == null && step.window().requests().throttledShare() > REFUSES) {
      refusing = step;
    }
    add(step);
  }

  void add(Measured step) {
    if (counts(step, LittleCheck.MIN_LATENCIES)) {
      valid.add(step);
    } else if (counts(step, FEW_LATENCIES)) {
      brief.add(step);
    }
  }

  /**
   * Returns the steps to compare. Brief steps are among them only if there are no others, because a
   * backlog that is written during one looks like a gain.
   */
  private List<Measured> known() {
    return valid.isEmpty() ? brief : valid;
  }

  private double latencies() {
    return valid.isEmpty() ? FEW_LATENCIES : LittleCheck.MIN_LATENCIES;
  }

  /**
   * Tells whether a step lasted this many latencies. A shorter one may name a cause, but its rate
   * can't be compared. A step with more requests in flight than its bound does not count, because
   * it still retried what a higher bound had sent.
   */
  private static boolean counts(Measured step, double latencies) {
    Double latency = step.window().requests().meanMillis();
    if (step.window().inFlight().use() > OVER_THE_BOUND) {
      return false;
    }
    boolean isLong = latency == null || step.window().seconds() >= latencies * latency / 1e3;
    return step.window().valid() && isLong;
  }

  /** Tells whether no step was long enough to be compared with another. */
  boolean isBrief() {
    return valid.isEmpty();
  }

  boolean isEmpty() {
    return known().isEmpty();
  }

  boolean gainsNothingAnyMore() {
    return flat > FLAT_DOUBLINGS;
  }

  double best() {
    return known().stream().mapToDouble(Measured::samplesPerSecond).max().orElse(0);
  }

  /**
   * Returns the step with about twice the fewest requests in flight at which the throughput is as
   * good as the best, if it still is as good there. At that load a full resource shows clearly, and
   * answers do not take long yet. Null if no step was valid.
   */
  Measured plateau() {
    return known().stream()
        .filter(step -> step.samplesPerSecond() >= AS_GOOD * best())
        .sorted(Comparator.comparingInt(Curve::inFlight))
        .limit(2)
        .reduce((least, next) -> next)
        .orElse(null);
  }

  /**
   * Returns the last step at each load, because in the first ones the job is still being compiled.
   */
  List<Measured> steps() {
    var last = new TreeMap<Integer, Measured>();
    known().forEach(step -> last.put(inFlight(step), step));
    return List.copyOf(last.values());
  }

  /** Returns the step with the fewest requests in flight that reaches the best throughput. */
  Measured knee() {
    return known().stream()
        .filter(step -> step.samplesPerSecond() >= REACHED * best())
        .min(Comparator.comparingInt(Curve::inFlight))
        .orElse(null);
  }

  /** Returns what the verdict needs to know of loads beside the plateau. */
  Seen.OtherLoads otherLoads() {
    List<Measured> steps = steps();
    if (steps.isEmpty()) {
      return Seen.OtherLoads.UNKNOWN;
    }
    Measured knee = knee();
    Window least = steps.get(0).window();
    return refusesBeyond(plateau())
        ? new Seen.OtherLoads(least, knee.window(), refusing.window(), 1.0)
        : new Seen.OtherLoads(least, knee.window(), null, gainOfMore(steps));
  }

  private boolean refusesBeyond(Measured plateau) {
    return refusing != null
        && inFlight(refusing) > inFlight(plateau)
        && refusing.samplesPerSecond() < GAINED * plateau.samplesPerSecond();
  }

  /**
   * Returns the factor that another doubling of the last load gains at most; null if one load is
   * all that is known. Throughput is concave in the number of requests in flight (for closed
   * networks of queues: Dowdy, Eager, Gordon and Saxton, Information Processing Letters 19, 1984),
   * so it grows no faster beyond the last two loads than between them. A brief step may seem to
   * write more than it does, but hardly less.
   */
  private Double gainOfMore(List<Measured> steps) {
    Measured last = steps.get(steps.size() - 1);
    double now = last.samplesPerSecond();
    var bounds = DoubleStream.builder();
    brief.stream()
        .filter(step -> inFlight(step) > inFlight(last))
        .min(Comparator.comparingInt(Curve::inFlight))
        .ifPresent(next -> bounds.add(next.samplesPerSecond() / now));
    if (steps.size() > 1) {
      Measured before = steps.get(steps.size() - 2);
      double added = inFlight(last) - inFlight(before);
      bounds.add(1 + inFlight(last) / added * (1 - before.samplesPerSecond() / now));
    }
    OptionalDouble least = bounds.build().min();
    return least.isPresent() ? Double.valueOf(Math.max(1, least.getAsDouble())) : null;
  }

  static int inFlight(Measured step) {
    return step.window().load().inFlight();
  }
}
