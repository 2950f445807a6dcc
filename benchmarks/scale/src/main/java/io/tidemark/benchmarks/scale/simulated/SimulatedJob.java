package io.tidemark.benchmarks.scale.simulated;

import java.util.Random;

/**
 * A job in virtual time, from its start to the end of a window, over the loss of a TaskManager if
 * there is one: then all tasks are cancelled, since the keyed shuffle joins them all, and begin
 * again from the last complete checkpoint. Pure; the same setup has the same outcome.
 */
public final class SimulatedJob {
  private static final long STEP_NANOS = 100 * Setup.MILLI;

  private final Setup setup;
  private final double[] shares;
  private Attempt attempt;
  private Outcome.Loss loss;

  private SimulatedJob(Setup setup) {
    this.setup = setup;
    int parallelism = setup.cluster().parallelism();
    shares = KeyShares.of(setup.load().series(), parallelism, new Random(setup.seed()));
    Snapshot nothing = Snapshot.empty(parallelism, setup.writing().writers(parallelism));
    attempt = new Attempt(setup, shares, nothing, 0);
  }

  /**
   * @param warmUpNanos before the window
   */
  public static Outcome run(Setup setup, long warmUpNanos, long windowNanos) {
    var job = new SimulatedJob(setup);
    if (setup.trouble().lostAtNanos() > 0) {
      return job.runWithLoss(warmUpNanos + windowNanos);
    }
    job.attempt.runUntil(warmUpNanos);
    Counters from = job.attempt.counters();
    job.attempt.runUntil(warmUpNanos + windowNanos);
    return job.outcome(from);
  }

  /** The window begins when all tasks run again, and ends when the job has caught up. */
  private Outcome runWithLoss(long endNanos) {
    long lostAt = setup.trouble().lostAtNanos();
    attempt.runUntil(lostAt);
    Counters before = attempt.counters();
    Snapshot latest = attempt.checkpoints().latest();
    int m = setup.load().costs().m();
    long replayed = (before.read() - latest.read()) * m;
    long twice = before.acked() - latest.acknowledged();
    double waitingBefore = waiting(before);
    long again = lostAt + setup.trouble().outageNanos();
    attempt = new Attempt(setup, shares, latest, again);
    Counters from = attempt.counters();
    double caughtUp = -1;
    // A step is too coarse to see less than a step's load.
    double slack = setup.load().samplesPerSecond() * STEP_NANOS / Setup.SECOND;
    for (long now = again + STEP_NANOS; caughtUp < 0 && now <= endNanos; now += STEP_NANOS) {
      attempt.runUntil(now);
      if (waiting(attempt.counters()) <= waitingBefore + slack) {
        caughtUp = (now - again) / (double) Setup.SECOND;
      }
    }
    loss = new Outcome.Loss(replayed, twice, caughtUp);
    return outcome(from);
  }

  /** Returns how many written samples producers have caused that are not acknowledged. */
  private double waiting(Counters counters) {
    return setup.load().samplesPerSecond() * counters.atNanos() / Setup.SECOND - counters.acked();
  }

  private Outcome outcome(Counters from) {
    Checkpoints checkpoints = attempt.checkpoints();
    return Outcome.of(
        from,
        attempt.counters(),
        KeyShares.skew(shares),
        checkpoints.durationsNanos(),
        checkpoints.latestBytes(),
        loss);
  }
}
