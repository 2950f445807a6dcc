package io.tidemark.ceiling;

import io.tidemark.queues.Demands;
import io.tidemark.queues.Demands.Database;
import io.tidemark.queues.Demands.Host;
import java.util.function.UnaryOperator;

/**
 * What the traffic would reach with something changed: one model ({@link Demands}), from which
 * predicted gains, advice, forecasts and the ceiling of a database alone all come. Never less than
 * what was measured. In samples per second.
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

  /** Measured. */
  public double now() {
    return now;
  }

  public boolean slotsFollowCores() {
    return slotsFollowCores;
  }

  /** Times the throughput; a doubling gains no more than that. */
  double gain(UnaryOperator<Demands> change) {
    return now <= 0 ? 1 : Math.min(Thresholds.DOUBLED, with(change.apply(demands)) / now);
  }

  /** What the cores that it has give over half of them. */
  double overHalfTheCores() {
    Database database = demands.database();
    double half = demands.with(database.withCores(database.limits().cores() / 2)).calls();
    return Math.min(Thresholds.DOUBLED, calls / Math.max(1e-9, half));
  }

  /** On a host of its own with so many times the cores, and slots, where those follow them. */
  public double apart(double factor) {
    return with(onItsOwn(factor));
  }

  Demands onItsOwn(double factor) {
    Database database = demands.database();
    double slots = (slotsFollowCores ? factor : 1) * database.limits().slots();
    double cores = factor * database.limits().cores();
    return demands.with(database.withSlots(slots).withCores(cores)).with(Host.NONE);
  }

  /** With all of the CPU that it shares with the job, and nothing else changed. */
  public double alone() {
    return apart(1);
  }

  /** No farther than cores, line and storage reach, by how much of them is used now. */
  private double with(Demands changed) {
    double times = Math.min(changed.calls() / calls, changed.most() / measuredCalls);
    return now * Math.max(1, times);
  }
}
