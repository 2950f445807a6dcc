package io.tidemark.search;

import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.process.RunException;
import java.time.Duration;

/**
 * Doubles the requests in flight until that gains nothing any more. One job, whose bound is changed
 * while it runs; only below one request for each process that writes another one is needed, with
 * fewer writers.
 */
final class Sweep implements AutoCloseable {
  /** With fewer it can't be told what more in flight gains, and then no cause can be named. */
  private static final int LOADS_THAT_TELL = 3;

  private static final String PHASE = "sweep";

  private final SearchContext context;
  private Curve curve = new Curve();
  private SearchContext.Running running;
  private Window before;

  /** Since when the running job writes series that are new; null if it was looked at. */
  private Long registersSinceMillis;

  private boolean endedForTime;

  Sweep(SearchContext context) {
    this.context = context;
  }

  /** Whether the database takes writes, with a job of its own. */
  void requireWrites() {
    context.requireWrites(warmUpConfig());
  }

  void run(int maxInFlight) {
    warmUp();
    int most = Math.min(maxInFlight, context.mostInFlight());
    int inFlight = 1;
    while (inFlight <= most) {
      Duration least = context.length().least();
      boolean inTime = context.clock().hasTimeFor(context.reserve().plus(least));
      // What is kept for later steps is of no use without some to compare.
      boolean tellsNothing = curve.steps().size() < LOADS_THAT_TELL;
      boolean mustTry = inFlight == 1 || tellsNothing && context.clock().hasTimeFor(least);
      if (!inTime && !mustTry) {
        context.journal().note("no time is left for more in flight");
        endedForTime = true;
        return;
      }
      Measured measured = tried(PHASE, inFlight);
      if (!Registration.isComparable(measured, curve.steps())) {
        beginAnew();
        curve.add(measured);
        inFlight = 1;
        continue;
      }
      curve.raised(measured);
      boolean failsAll = measured.window().failsAll();
      if (failsAll && curve.isEmpty()) {
        throw SearchContext.nothingTaken(measured.window());
      }
      if (failsAll || curve.gainsNothingAnyMore()) {
        return;
      }
      inFlight *= 2;
    }
  }

  /** What was measured while series were registered is of other work than what comes now. */
  private void beginAnew() {
    context
        .journal()
        .note(
            "all series are registered: what was measured before is not compared with what comes");
    context.journal().leaveOutRegistration();
    curve = new Curve();
  }

  /** Whether more in flight was not tried, though it still may gain. */
  boolean endedForTime() {
    return endedForTime;
  }

  /** Every series is written once, so that no step pays for its creation. */
  private void warmUp() {
    running = context.start(warmUpConfig());
    registersSinceMillis = running.job().nowMillis();
    context.register(running);
  }

  /** Its first step belongs to it: a page each second would tell little of a short warm-up. */
  private void lookAtRegistration(Load load) {
    if (registersSinceMillis != null) {
      context.registration().saw(running.job().since(load, registersSinceMillis).window());
      registersSinceMillis = null;
    }
  }

  /**
   * A database that was restarted has nothing in its caches: it is as it was when every series was
   * written once more, and no more of them are looked for on disk than before.
   *
   * @param as a window from before the restart
   */
  void rewarm(Window as) {
    Double slow = as.database() == null ? null : as.database().slowInsertShare();
    Duration most = context.clock().atMost(context.length().least().multipliedBy(2));
    long samples = context.registration().samples(running.config());
    if (!running.job().warm(as.load(), samples, slow, most)) {
      context.journal().note("the restarted database's caches are not yet what they were");
    }
  }

  /** After it was closed: the same job again. */
  void restart() {
    running = context.start(warmUpConfig());
  }

  /** One writer for each subtask, whatever bound comes first; fewer, if no bound will have more. */
  private JobConfig warmUpConfig() {
    JobConfig config = context.config();
    int inFlight = Math.min(context.mostInFlight(), Math.max(4, config.parallelism()));
    return config.withWrite(config.write().withInFlight(inFlight));
  }

  /** A step of the curve. */
  Measured step(String phase, int inFlight) {
    Measured measured = measure(phase, inFlight);
    curve.add(measured);
    return measured;
  }

  /**
   * Measures at this load with the job that runs, or another one if need be.
   *
   * @throws RunException if every request of it fails
   */
  Measured measure(String phase, int inFlight) {
    Measured measured = tried(phase, inFlight);
    if (measured.window().failsAll()) {
      throw SearchContext.nothingTaken(measured.window());
    }
    return measured;
  }

  private Measured tried(String phase, int inFlight) {
    SearchContext.StepLength length = context.length();
    context
        .journal()
        .begin(inFlight == 1 ? "1 request in flight" : inFlight + " requests in flight");
    prepare(inFlight);
    drain(inFlight);
    Load load = SearchContext.load(context.config()).withInFlight(inFlight);
    Measured measured = context.step(running.job(), load, length.least(), length.most());
    if (!phase.equals(PHASE) || Registration.isOf(measured.window())) {
      measured = Registration.comparable(measured, curve.steps());
    }
    context.journal().add(phase, "in flight %d".formatted(inFlight), measured);
    lookAtRegistration(load);
    before = measured.window();
    return measured;
  }

  /** Lets those end that a higher bound had sent: they take as long as its answers did. */
  private void drain(int inFlight) {
    boolean lower = before != null && before.load().inFlight() > inFlight;
    if (lower && before.requests().p99Millis() != null) {
      Duration answered = Duration.ofMillis(Math.round(before.requests().p99Millis()));
      running.job().watch(context.clock().atMost(answered));
    }
  }

  /** A bound below one request for each process that writes takes a job with fewer writers. */
  private void prepare(int inFlight) {
    boolean tooFewWriters =
        running.config().write().inFlight() < Math.min(inFlight, context.config().parallelism());
    if (tooFewWriters || !running.job().bound(inFlight)) {
      lookAtRegistration(SearchContext.load(running.config()));
      running.close();
      running =
          context.start(
              context.config().withWrite(context.config().write().withInFlight(inFlight)));
    }
  }

  Curve curve() {
    return curve;
  }

  ObservedJob job() {
    return running.job();
  }

  @Override
  public void close() {
    if (running != null) {
      running.close();
    }
  }
}
