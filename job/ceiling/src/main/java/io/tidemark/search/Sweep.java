package io.tidemark.search;

import io.tidemark.ceiling.result.Phase;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.process.RunException;
import java.time.Duration;

/**
 * Doubles the requests in flight until that gains nothing more. One job runs all the time, and its
 * in-flight limit is changed. Only for a bound below one request for each process that writes is
 * another job needed, with fewer writers.
 */
final class Sweep implements AutoCloseable {
  /**
   * With fewer loads it can't be told what more requests in flight gain, and then no cause can be
   * named.
   */
  private static final int LOADS_THAT_TELL = 3;

  /** One request in flight, and the plateau until two windows agree. */
  private static final int STEPS_TO_VERIFY = 3;

  private final SearchContext context;
  private Curve curve = new Curve();
  private SearchContext.Running running;
  private Window before;

  /** This is when the running job began to write new series; null once that was looked at. */
  private Long registersSinceMillis;

  private boolean endedForTime;
  private boolean outdated;

  Sweep(SearchContext context) {
    this.context = context;
  }

  /** Checks, with a job of its own, that the database takes writes. */
  void requireWrites() {
    context.requireWrites(warmUpConfig());
  }

  void run(int maxInFlight) {
    warmUp();
    raise(maxInFlight, context.reserve());
  }

  /**
   * Tells whether all series are registered now, though some were registered in all of its steps:
   * what comes can't be compared with them.
   */
  boolean isOutdated() {
    return outdated;
  }

  private boolean allRegistered() {
    Registration registration = context.registration();
    return registration.isComplete()
        || running.job().samplesAcked() >= registration.samples(running.config());
  }

  /** Tells whether there is time to measure another curve like this one, and its plateau. */
  boolean hasTimeForAnother() {
    Duration least = context.length().least();
    return context
        .clock()
        .hasTimeFor(least.multipliedBy(curve.steps().size()).plus(timeToVerify()));
  }

  private Duration timeToVerify() {
    return context.length().least().multipliedBy(STEPS_TO_VERIFY);
  }

  /** Measures a curve in place of one that is outdated. */
  void again(int maxInFlight) {
    beginAnew();
    raise(maxInFlight, timeToVerify());
  }

  /**
   * @param reserve the time that is kept for what comes after it
   */
  private void raise(int maxInFlight, Duration reserve) {
    int most = Math.min(maxInFlight, context.mostInFlight());
    int inFlight = 1;
    while (inFlight <= most) {
      Duration least = context.length().least();
      boolean inTime = context.clock().hasTimeFor(reserve.plus(least));
      // Time kept for later steps is useless without a few loads to compare.
      boolean tellsNothing = curve.steps().size() < LOADS_THAT_TELL;
      boolean mustTry = inFlight == 1 || tellsNothing && context.clock().hasTimeFor(least);
      if (!inTime && !mustTry) {
        context.journal().note("no time is left for more in flight");
        endedForTime = true;
        return;
      }
      Measured measured = tried(Phase.SWEEP, inFlight);
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

  /**
   * Forgets what was measured while series were registered, because that was other work than what
   * comes now.
   */
  private void beginAnew() {
    context
        .journal()
        .note(
            "all series are registered: what was measured before is not compared with what comes");
    context.journal().leaveOutRegistration();
    curve = new Curve();
    outdated = false;
  }

  /**
   * Tells whether more requests in flight were not tried for want of time, though they may still
   * gain.
   */
  boolean endedForTime() {
    return endedForTime;
  }

  /** Writes every series once, so that no step pays for its creation. */
  private void warmUp() {
    running = context.start(warmUpConfig());
    registersSinceMillis = running.job().nowMillis();
    context.register(running);
  }

  /**
   * Measures the registration of new series up to now. The job's first step is part of it, because
   * with a page each second a short warm-up by itself would tell little.
   */
  private void lookAtRegistration(Load load) {
    if (registersSinceMillis != null) {
      context.registration().saw(running.job().since(load, registersSinceMillis).window());
      registersSinceMillis = null;
    }
  }

  /**
   * Warms up a restarted database, whose caches are empty. It is as before once every series was
   * written again and no more series are looked up on disk than before.
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

  /** Starts the same job again after it was closed. */
  void restart() {
    running = context.start(warmUpConfig());
  }

  /**
   * Returns a job with one writer for each subtask, whatever bound comes first; it has fewer if no
   * bound will be as large.
   */
  private JobConfig warmUpConfig() {
    JobConfig config = context.config();
    int inFlight = Math.min(context.mostInFlight(), Math.max(4, config.parallelism()));
    return config.withWrite(config.write().withInFlight(inFlight));
  }

  /** Measures a step of the curve. */
  Measured step(Phase phase, int inFlight) {
    Measured measured = measure(phase, inFlight);
    curve.add(measured);
    return measured;
  }

  /**
   * Measures at this load with the running job, or with another one if that is needed.
   *
   * @throws RunException if every request of it fails
   */
  Measured measure(Phase phase, int inFlight) {
    Measured measured = tried(phase, inFlight);
    if (measured.window().failsAll()) {
      throw SearchContext.nothingTaken(measured.window());
    }
    return measured;
  }

  private Measured tried(Phase phase, int inFlight) {
    SearchContext.StepLength length = context.length();
    context
        .journal()
        .begin(inFlight == 1 ? "1 request in flight" : inFlight + " requests in flight");
    prepare(inFlight);
    drain(inFlight);
    Load load = SearchContext.load(context.config()).withInFlight(inFlight);
    Measured measured = context.step(running.job(), load, length.least(), length.most());
    if (phase != Phase.SWEEP || Registration.isOf(measured.window())) {
      Measured comparable = Registration.comparable(measured, curve.steps());
      outdated |= comparable != measured && allRegistered();
      measured = comparable;
    }
    context.journal().add(phase, "in flight %d".formatted(inFlight), measured);
    lookAtRegistration(load);
    before = measured.window();
    return measured;
  }

  /**
   * Waits until the requests end that a higher bound had sent; they take as long as its answers
   * did.
   */
  private void drain(int inFlight) {
    boolean lower = before != null && before.load().inFlight() > inFlight;
    if (lower && before.requests().p99Millis() != null) {
      Duration answered = Duration.ofMillis(Math.round(before.requests().p99Millis()));
      running.job().watch(context.clock().atMost(answered));
    }
  }

  /**
   * Starts a job with fewer writers if the bound is below one request for each process that writes.
   */
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
