package io.tidemark.ceiling;

import io.tidemark.queues.Demands;
import io.tidemark.queues.Demands.Database;
import io.tidemark.queues.Demands.Host;
import java.util.function.UnaryOperator;

/**
 * The throughput that the traffic would reach with something changed, in samples per second.
 * Predicted gains, advice, forecasts and the ceiling of a database on its own host all come from
 * one model ({@link Demands}). It is never less than the measured throughput.
 */
public final class Capacity {
  private final double now;
  private final boolean slotsFollowCores;
  private final Demands demands;
  private final double calls;
  private final double measuredCalls;

  Capacity(Seen seen, BusiestNode node, Fit fit) {
    var database = seen.peak().database();
    this.now = seen.now();
    this.slotsFollowCores =
        database == null || !Boolean.FALSE.equals(database.busiest().slotsFollowCores());
    this.demands = fit.demands();
    this.calls = Math.max(1e-9, demands.calls());
    this.measuredCalls = node.all;
  }

  /** Returns the measured samples per second. */
  public double now() {
    return now;
  }

  public boolean slotsFollowCores() {
    return slotsFollowCores;
  }

  /** Returns the factor by which a change raises throughput; a doubling gains no more than 2. */
  double gain(UnaryOperator<Demands> change) {
    return now <= 0 ? 1 : Math.min(Thresholds.DOUBLED, with(change.apply(demands)) / now);
  }

  /** Returns the factor that the present cores gain over half of them. */
  double overHalfTheCores() {
    Database database = demands.database();
    double half = demands.with(database.withCores(database.limits().cores() / 2)).calls();
    return Math.min(Thresholds.DOUBLED, calls / Math.max(1e-9, half));
  }

  /**
   * Returns the throughput on a host of its own with so many times the cores, and as many times the
   * slots if those follow the cores.
   */
  public double apart(double factor) {
    return with(onItsOwn(factor));
  }

  Demands onItsOwn(double factor) {
    Database database = demands.database();
    double slots = (slotsFollowCores ? factor : 1) * database.limits().slots();
    double cores = factor * database.limits().cores();
    return demands.with(database.withSlots(slots).withCores(cores)).with(Host.NONE);
  }

  /** Returns the throughput with all CPU that job and database share, and nothing else changed. */
  public double alone() {
    return apart(1);
  }

  /**
   * Returns the throughput with other demands, bounded by what cores, line and storage reach at
   * their present use per request.
   */
  private double with(Demands changed) {
    double times = Math.min(changed.calls() / calls, changed.most() / measuredCalls);
    return now * Math.max(1, times);
  }
}
