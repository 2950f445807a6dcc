package io.tidemark.search;

import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.measure.Window;
import io.tidemark.statistics.Cusum;
import io.tidemark.statistics.Mser5;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;

/** A running job that is measured step by step; ended when it is closed. */
final class ObservedJob implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  /** After the database was away: longer than writers pause between two tries of a search's job. */
  private static final Duration WRITES_AGAIN_WITHIN = Duration.ofSeconds(10);

  /** Two rounds of observations and answers, so that a new bound is in force. */
  private static final long SETTLE_MILLIS = 300;

  private static final int LATENCIES = 20;

  /** Part of a step that must remain once its warm-up is left out. */
  private static final double MIN_KEPT = 0.5;

  /** A database makes its page anew each second: less may hold one, which gives no rate. */
  private static final long MIN_KEPT_MILLIS = 2_200;

  /** A step that drifts by less than this in a tenth of its length is level enough. */
  private static final double IRRELEVANT_DRIFT = 0.02;

  private static final int MIN_GRID_STEPS = 20;

  private final SystemUnderTest.Job job;
  private final SearchClock clock;
  private ObservationLog log;
  private long measuredUntilMillis;

  ObservedJob(SystemUnderTest.Job job, SearchClock clock) {
    this.job = job;
    this.clock = clock;
    this.log = job.observe(Duration.ZERO);
  }

  /** Whether the bound holds now; else a job with fewer writers is needed. */
  boolean bound(int inFlight) {
    return job.bound(inFlight);
  }

  long samplesAcked() {
    return log.samples();
  }

  /** Reads on for a while without measuring. */
  void watch(Duration time) {
    long until = clock.millis() + time.toMillis();
    while (clock.millis() < until) {
      observe();
    }
  }

  private void observe() {
    clock.check();
    log = job.observe(POLL);
  }

  /**
   * Measures a step from now on: at least as long as {@code least}, longer while it warms up,
   * drifts, or is short for its latencies, but at most {@code most}.
   */
  Measured step(Load load, Duration least, Duration most) {
    awaitWrites();
    Measured measured = measure(load, least, most);
    measuredUntilMillis = clock.millis();
    return measured;
  }

  /** Writers that the database was away from come back when their pause is over. */
  private void awaitWrites() {
    if (log.database().lostIn(measuredUntilMillis, clock.millis())) {
      long before = samplesAcked();
      long until = clock.millis() + WRITES_AGAIN_WITHIN.toMillis();
      while (samplesAcked() == before && clock.millis() < until) {
        observe();
      }
    }
  }

  private Measured measure(Load load, Duration least, Duration most) {
    log = job.observe(Duration.ZERO);
    long begin = log.completeUntilMillis() + SETTLE_MILLIS;
    long wanted = least.toMillis();
    boolean extended = false;
    while (true) {
      observe();
      long end = log.completeUntilMillis();
      boolean last =
          end - begin >= most.toMillis() || clock.millis() - begin > most.toMillis() + wanted;
      if (end - begin < wanted && !last) {
        continue;
      }
      Attempt attempt = attempt(load, begin, end, least);
      boolean goOn =
          !attempt.steady
              || attempt.tooShort
              || attempt.drifts && !extended
              || !attempt.measured.window().valid();
      if (!goOn || last) {
        return attempt.measured;
      }
      extended |= attempt.drifts;
      wanted = Math.min(most.toMillis(), wanted + least.toMillis() / 2);
    }
  }

  private record Attempt(Measured measured, boolean steady, boolean tooShort, boolean drifts) {}

  private Attempt attempt(Load load, long begin, long end, Duration least) {
    double[] rates = log.rates(begin, end);
    boolean enough = rates.length >= MIN_GRID_STEPS;
    Mser5 warmUp = enough ? Mser5.of(rates) : null;
    boolean steady = enough && warmUp.steady();
    int dropped = steady ? warmUp.warmupObservations() : 0;
    long from = begin + dropped * ObservationLog.GRID_MILLIS;
    double[] kept = Arrays.copyOfRange(rates, Math.min(dropped, rates.length), rates.length);
    boolean drifts =
        kept.length >= Cusum.MIN_OBSERVATIONS && Cusum.ofStep(kept, IRRELEVANT_DRIFT).drifts();
    var marks = new ArrayList<String>();
    if (!steady) {
      marks.add("it was not steady after %.1f s".formatted((end - begin) / 1e3));
    }
    if (drifts) {
      marks.add("its throughput drifts");
    }
    Window window = log.window(load, from, end, from - begin, marks);
    Double latency = window.requests().meanMillis();
    boolean tooShort =
        end - from < Math.max(MIN_KEPT_MILLIS, MIN_KEPT * least.toMillis())
            || latency != null && end - from < LATENCIES * latency;
    return new Attempt(new Measured(window, kept), steady, tooShort, drifts);
  }

  @Override
  public void close() {
    job.close();
  }
}
