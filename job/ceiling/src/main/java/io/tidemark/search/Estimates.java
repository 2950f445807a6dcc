package io.tidemark.search;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.CeilingResult;
import io.tidemark.ceiling.CeilingResult.Forecast;
import io.tidemark.ceiling.CeilingResult.Slots;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.statistics.Estimate;
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
  /** Times as many cores; the main case went from 8 to 40. */
  private static final int[] FACTORS = {2, 3, 4, 5};

  /** What a database's CPU is loaded to at most. */
  private static final double FULL = 0.9;

  /** Of a request's time: where more is outside the slot, the curve says nothing of slots. */
  private static final double MAX_OUTSIDE = 0.9;

  private Estimates() {}

  /**
   * How many requests the database works on at once. The curve shows it where slots or CPU bend it;
   * else there is what the database reports, or null.
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
            .map(Window.Database::slots)
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
        bounded ? Double.valueOf(given.value()) : null,
        finite(least.low()),
        finite(fit.slots().high()),
        reported,
        cause == Cause.TSDB_SLOTS ? "slots" : "cpu");
  }

  /** Of a request at the least load, until its body was sent. */
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

  /** Null of too few steps. */
  static CeilingResult.Usl usl(List<Measured> steps) {
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
    return new CeilingResult.Usl(
        fit.lambda().value(),
        fit.sigma().value(),
        fit.kappa().value(),
        fit.peakLoad().isPresent() ? fit.peakLoad().getAsDouble() : null,
        fit.limit().isPresent() ? fit.limit().getAsDouble() : null,
        fit.residualError() / best);
  }

  /**
   * min(slots′/S, cores′ × 0.9 / CPU per sample), where slots follow the cores; none unless it is
   * one of the two that limits.
   */
  static List<Forecast> forecast(Cause cause, Plateau plateau) {
    Window.Database database = plateau.window().database();
    Double used = plateau.databaseCores();
    if (!cause.isCapacityOfDatabase() || used == null || database.cores() == null) {
      return List.of();
    }
    double ceiling = plateau.samplesPerSecond();
    Estimate interval = plateau.estimate();
    double bySlots = cause == Cause.TSDB_SLOTS ? ceiling : Double.POSITIVE_INFINITY;
    var forecasts = new ArrayList<Forecast>();
    for (int factor : FACTORS) {
      double byCpu = factor * database.cores() * FULL / used * ceiling;
      double then = Math.min(factor * bySlots, byCpu);
      forecasts.add(
          new Forecast(
              factor,
              factor * database.cores(),
              database.slots() == null ? null : Double.valueOf(factor * database.slots()),
              then,
              interval == null ? null : Double.valueOf(then * interval.low() / ceiling),
              interval == null ? null : Double.valueOf(then * interval.high() / ceiling),
              factor * bySlots < byCpu ? "slots" : "cpu"));
    }
    return forecasts;
  }

  /** What the database would take with the CPU that the job took on its host. */
  static Double withoutJob(Cause cause, Plateau plateau) {
    Window.Host host = plateau.window().host();
    Double used = plateau.databaseCores();
    boolean shared = host != null && host.shared();
    if (cause != Cause.TSDB_CPU || !shared || used == null) {
      return null;
    }
    return plateau.samplesPerSecond() * (used + plateau.jobCores()) / used;
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
