package io.tidemark.search;

import io.tidemark.ceiling.Seen;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.statistics.LittleCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** What a sweep has found so far: throughput over requests in flight. */
final class Curve {
  /** Two doublings that each gain less end the sweep, after one more. */
  private static final double WORTH_IT = 1.03;

  private static final int FLAT_DOUBLINGS = 2;

  /** A throughput as good as the best one. */
  private static final double AS_GOOD = 0.97;

  private static final double REACHED = 0.95;

  /** Of the requests. */
  private static final double REFUSES = 0.01;

  /** Of a doubling. */
  private static final double GAINED = 1.2;

  private static final double MAY_BE_CHANCE = 1.08;

  static final double OVER_THE_BOUND = 1.1;

  /** Of a step that says something where none is long enough. */
  private static final double FEW_LATENCIES = 4;

  private final List<Measured> valid = new ArrayList<>();

  /** Too short for their answers, which is all that a short search has of a slow database. */
  private final List<Measured> brief = new ArrayList<>();

  private int flat;
  private Measured refusing;

  /**
   * The next doubling. One that is not valid gains nothing, whatever its rate says: so it is where
   * answers take too long to be judged by. Before the first that says something nothing is said.
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

  /** Brief ones only where there is no other: what a backlog pushes through passes for a gain. */
  private List<Measured> known() {
    return valid.isEmpty() ? brief : valid;
  }

  private double latencies() {
    return valid.isEmpty() ? FEW_LATENCIES : LittleCheck.MIN_LATENCIES;
  }

  /**
   * Of fewer latencies a window may name a cause, but is too short for its rate to be compared.
   * With more in flight than its bound, what a higher one had sent was still tried again.
   */
  private static boolean counts(Measured step, double latencies) {
    Double latency = step.window().requests().meanMillis();
    if (step.window().inFlight().use() > OVER_THE_BOUND) {
      return false;
    }
    boolean isLong = latency == null || step.window().seconds() >= latencies * latency / 1e3;
    return step.window().valid() && isLong;
  }

  /** Whether no step was long enough to be compared with another. */
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
   * Twice the least in flight at which the throughput is as good as the best, if it still is there:
   * what is full shows clearly, and answers do not take long yet. Null if nothing was valid.
   */
  Measured plateau() {
    return known().stream()
        .filter(step -> step.samplesPerSecond() >= AS_GOOD * best())
        .sorted(Comparator.comparingInt(Curve::inFlight))
        .limit(2)
        .reduce((least, next) -> next)
        .orElse(null);
  }

  /** The last step at each load: the first ones are those of a job that is still being compiled. */
  List<Measured> steps() {
    var last = new TreeMap<Integer, Measured>();
    known().forEach(step -> last.put(inFlight(step), step));
    return List.copyOf(last.values());
  }

  /** The least in flight that reaches it. */
  Measured knee() {
    return known().stream()
        .filter(step -> step.samplesPerSecond() >= REACHED * best())
        .min(Comparator.comparingInt(Curve::inFlight))
        .orElse(null);
  }

  /** What the verdict is told of loads beside the plateau. */
  Seen.OtherLoads otherLoads() {
    List<Measured> steps = steps();
    if (steps.isEmpty()) {
      return Seen.OtherLoads.UNKNOWN;
    }
    Measured knee = knee();
    Window least = steps.get(0).window();
    return refusesBeyond(plateau())
        ? new Seen.OtherLoads(least, knee.window(), refusing.window(), false)
        : new Seen.OtherLoads(least, knee.window(), null, gainedByLast(steps));
  }

  private boolean refusesBeyond(Measured plateau) {
    return refusing != null
        && inFlight(refusing) > inFlight(plateau)
        && refusing.samplesPerSecond() < GAINED * plateau.samplesPerSecond();
  }

  /** Null where windows differ by as much anyway. */
  private Boolean gainedByLast(List<Measured> steps) {
    Measured last = steps.get(steps.size() - 1);
    if (gainsNothingBeyond(last)) {
      return false;
    }
    if (steps.size() < 2) {
      return null;
    }
    double gain = last.samplesPerSecond() / steps.get(steps.size() - 2).samplesPerSecond();
    if (gain > MAY_BE_CHANCE && gain < GAINED) {
      return null;
    }
    return gain >= GAINED;
  }

  /** A brief step may seem to write more than it does, but hardly less. */
  private boolean gainsNothingBeyond(Measured last) {
    return brief.stream()
        .filter(step -> inFlight(step) > inFlight(last))
        .min(Comparator.comparingInt(Curve::inFlight))
        .map(next -> next.samplesPerSecond() <= MAY_BE_CHANCE * last.samplesPerSecond())
        .orElse(false);
  }

  static int inFlight(Measured step) {
    return step.window().load().inFlight();
  }
}
