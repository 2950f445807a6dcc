package io.tidemark.search;

import io.tidemark.ceiling.Capacity;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Resource;
import io.tidemark.ceiling.Signals;
import io.tidemark.ceiling.result.Forecast;
import io.tidemark.ceiling.result.Slots;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.Known;
import io.tidemark.statistics.LoadPoint;
import io.tidemark.statistics.SlotFit;
import io.tidemark.statistics.Usl;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What the curve of a sweep shows beyond its peak. */
final class Estimates {
  /** The forecasts are for so many times the cores; the main case went from 8 to 40. */
  private static final int[] FACTORS = {2, 3, 4, 5};

  /** The curve says nothing of slots if more of a request's time is outside the slot. */
  private static final double MAX_OUTSIDE = 0.9;

  private Estimates() {}

  /**
   * Returns how many requests the database works on at once. The curve shows it if slots or CPU
   * bend it; if not, there is what the database reports, or null.
   *
   * @param aloneMillis latency of the job's requests without a database, null if unknown
   */
  static Slots slots(List<Measured> steps, Cause cause, Double aloneMillis) {
    List<LoadPoint> points =
        steps.stream()
            .filter(step -> step.window().requests().meanMillis() != null)
            .map(Estimates::point)
            .toList();
    Double reported =
        steps.stream()
            .map(step -> step.window().database())
            .filter(database -> database != null && database.slots() != null)
            .map(Database::slots)
            .reduce((earlier, later) -> later)
            .orElse(null);
    boolean shownByCurve = cause.isCapacityOfDatabase() && points.size() >= SlotFit.MIN_POINTS;
    if (!shownByCurve) {
      return reported == null ? null : new Slots(null, null, null, reported, null);
    }
    SlotFit fit = SlotFit.of(points);
    // Nobody knows whether a slot is held while the body comes in, nor how long an answer is under
    // way: the interval covers all that may be outside the slot.
    double sending = sendingSeconds(steps);
    double outside = aloneMillis == null ? sending : Math.max(sending, aloneMillis / 1e3);
    double most = MAX_OUTSIDE * fit.serviceSeconds().value();
    Estimate given = fit.slotsGiven(Math.min(most, sending));
    Estimate least = fit.slotsGiven(Math.min(most, outside));
    boolean bounded = fit.known() == SlotFit.Known.INTERVAL || fit.known() == SlotFit.Known.AT_MOST;
    return new Slots(
        Known.when(bounded, given::value),
        Known.finite(least.low()),
        Known.finite(fit.slots().high()),
        reported,
        cause == Cause.TSDB_SLOTS ? "slots" : "cpu");
  }

  /** Returns the time of a request at the least load until its body was sent. */
  private static double sendingSeconds(List<Measured> steps) {
    Window least =
        steps.stream()
            .map(Measured::window)
            .filter(window -> window.requests().meanMillis() != null)
            .min(Comparator.comparingInt(window -> window.load().inFlight()))
            .orElseThrow();
    var requests = least.requests();
    return requests.meanMillis() / 1e3 * (requests.connectShare() + requests.sendShare());
  }

  private static LoadPoint point(Measured step) {
    Window window = step.window();
    return new LoadPoint(
        window.inFlight().mean(),
        window.throughput().callsPerSecond(),
        window.requests().meanMillis() / 1e3);
  }

  /** Returns the law that fits the steps; null if they are too few. */
  static io.tidemark.ceiling.result.Usl usl(List<Measured> steps) {
    double[] load = steps.stream().mapToDouble(Curve::inFlight).toArray();
    double[] rate = steps.stream().mapToDouble(Measured::samplesPerSecond).toArray();
    boolean enough =
        load.length >= Usl.MIN_POINTS
            && IntStream.of(steps.stream().mapToInt(Curve::inFlight).toArray()).distinct().count()
                >= 3
            && DoubleStream.of(rate).allMatch(x -> x > 0);
    if (!enough) {
      return null;
    }
    Usl fit = Usl.of(load, rate);
    double best = steps.stream().mapToDouble(Measured::samplesPerSecond).max().orElseThrow();
    return new io.tidemark.ceiling.result.Usl(
        fit.lambda().value(),
        fit.sigma().value(),
        fit.kappa().value(),
        fit.peakLoad().isPresent() ? fit.peakLoad().getAsDouble() : null,
        fit.residualError() / best);
  }

  /** Returns the capacity; null if the traffic does not wait for cores or slots of the database. */
  static Capacity capacity(Cause cause, Facts facts) {
    Database database = facts.peak().database();
    boolean known =
        cause.isCapacityOfDatabase()
            && database != null
            && database.cpuShare() != null
            && database.cores() != null
            && !Signals.nodesAreMissing(facts.peak());
    return known ? facts.capacity() : null;
  }

  /**
   * Returns the forecasts by the busiest process, because the others wait for it.
   *
   * @param capacity the capacity; null if it is not known
   */
  static List<Forecast> forecast(Capacity capacity, Facts facts, Estimate interval) {
    if (capacity == null) {
      return List.of();
    }
    Database database = facts.peak().database();
    var forecasts = new ArrayList<Forecast>();
    for (int factor : FACTORS) {
      double then = capacity.apart(factor);
      int slots = capacity.slotsFollowCores() ? factor : 1;
      forecasts.add(
          new Forecast(
              factor,
              factor * database.cores(),
              Known.map(database.slots(), each -> slots * each),
              Signals.sharesHost(facts.peak()),
              then,
              Known.when(interval != null, () -> then * interval.low() / capacity.now()),
              Known.when(interval != null, () -> then * interval.high() / capacity.now()),
              Resource.boundApart(capacity, factor)));
    }
    return forecasts;
  }

  /** Returns what the database would take if it also had the CPU that the job took on its host. */
  static Double alone(Cause cause, Facts facts, Capacity capacity) {
    boolean shared =
        cause == Cause.TSDB_CPU && capacity != null && Signals.sharesHost(facts.peak());
    return Known.when(shared, () -> capacity.alone());
  }
}
