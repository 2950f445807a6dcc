package io.tidemark.search;

import io.tidemark.extent.SearchClock;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.readers.ReadLoad;
import io.tidemark.statistics.Cusum;
import io.tidemark.statistics.Mser5;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.HdrHistogram.Histogram;

/** A running job that is measured step by step. Closing it ends the job. */
final class ObservedJob implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  /**
   * After the database was away, writes come back within this time, which is longer than a writer
   * pauses between two tries.
   */
  private static final Duration WRITES_AGAIN_WITHIN = Duration.ofSeconds(10);

  private static final Duration ANSWERED_AGAIN_WITHIN = Duration.ofSeconds(3);

  /** A new in-flight limit is in force after this time: two rounds of observations and answers. */
  private static final long SETTLE_MILLIS = 300;

  private static final int LATENCIES = 20;

  /** A database that takes writes has taken one within this time. */
  private static final Duration FIRST_WRITE = Duration.ofSeconds(5);

  /** This share of a step must remain once its warm-up is left out. */
  private static final double MIN_KEPT = 0.5;

  /** A page is new each second, so a shorter window may hold only one, which gives no rate. */
  private static final long MIN_KEPT_MILLIS = 2_200;

  private static final Duration MIN_WATCH = Duration.ofMillis(500);

  /** A database is warm if no larger share of its rows is slow. */
  private static final double FEW_SLOW = 0.01;

  /** A step that drifts by less than this in a tenth of its length is level enough. */
  private static final double IRRELEVANT_DRIFT = 0.02;

  /** With fewer batches no end of a warm-up is found, and a fixed share of them is left out. */
  private static final int MIN_BATCHES = 10;

  private static final double LEFT_OUT_OF_SHORT = 0.1;

  private final SystemUnderTest.Job job;
  private final SearchClock clock;
  private final LongPredicate registers;
  private final Optional<Beside> beside;
  private ObservationLog log;
  private long measuredUntilMillis;

  /**
   * @param registers whether it writes new series, by the samples that were acknowledged before
   */
  ObservedJob(SystemUnderTest.Job job, SearchClock clock, LongPredicate registers) {
    this(job, clock, registers, Optional.empty());
  }

  /** Makes a job beside which others read. */
  ObservedJob(
      SystemUnderTest.Job job,
      SearchClock clock,
      LongPredicate registers,
      Optional<Beside> beside) {
    this.job = job;
    this.clock = clock;
    this.registers = registers;
    this.beside = beside;
    this.log = job.observe(Duration.ZERO);
  }

  /** The readers of what a job of this configuration writes. */
  record Beside(ReadLoad readers, JobConfig config) {}

  /** Bounds the requests in flight; returns false if that needs a job with fewer writers. */
  boolean bound(int inFlight) {
    return job.bound(inFlight);
  }

  long samplesAcked() {
    return log.samples();
  }

  /** Tells whether the job writes new series now. */
  boolean registers() {
    return registers.test(samplesAcked());
  }

  /**
   * Reads on until a write was acknowledged, or for the length of a step; then it is known whether
   * the database takes writes. A database that has not answered at all gets as long again.
   *
   * @return what was seen, if nothing was acknowledged; else null
   */
  Window awaitFirstWrite(Load load, Duration step) {
    Duration length = step.compareTo(FIRST_WRITE) < 0 ? FIRST_WRITE : step;
    long from = log.completeUntilMillis();
    Window seen = withoutAWrite(load, from, length);
    return seen == null || seen.throughput().callsPerSecond() > 0
        ? seen
        : withoutAWrite(load, from, length);
  }

  private Window withoutAWrite(Load load, long from, Duration length) {
    long until = clock.millis() + length.toMillis();
    while (samplesAcked() == 0 && clock.millis() < until) {
      observe();
    }
    if (samplesAcked() > 0) {
      return null;
    }
    Window seen = log.window(load, from, log.completeUntilMillis(), 0, List.of());
    // A client may not even have a request in flight: that is no rate of the host's or the job's.
    return seen.valid() ? seen.because(List.of("no write was acknowledged")) : seen;
  }

  /** Reads on for a while without measuring. */
  void watch(Duration time) {
    long until = clock.millis() + time.toMillis();
    while (clock.millis() < until) {
      observe();
    }
  }

  /**
   * Reads on until so many samples were written, as long as there is time; if none is written at
   * all, not for long.
   */
  void watchUntilWritten(long samples, Duration most) {
    long begin = clock.millis();
    long before = samplesAcked();
    boolean goesOn;
    do {
      watch(MIN_WATCH);
      boolean written = samplesAcked() > before;
      Duration patience = written || most.compareTo(FIRST_WRITE) < 0 ? most : FIRST_WRITE;
      goesOn = clock.millis() < begin + patience.toMillis();
    } while (samplesAcked() < samples && goesOn);
  }

  /**
   * Reads on until each query that was asked is answered or given up, because the database works on
   * it until then.
   *
   * @param most the time limit of a query
   */
  void watchUntilAnswered(ReadLoad readers, Duration most) {
    long until = clock.millis() + clock.atMost(most).toMillis();
    while (readers.outstanding() > 0 && clock.millis() < until) {
      watch(MIN_WATCH);
    }
  }

  /** Measures all that comes from now on for a time, valid or not. */
  Measured all(Load load, Duration time) {
    return allUntilWritten(load, 0, time, Duration.ZERO);
  }

  /**
   * Measures at least so long, then until so many samples were written since the job began, and
   * then for a margin, as far as there is time.
   */
  Measured allUntilWritten(Load load, long samples, Duration least, Duration margin) {
    long from = nowMillis();
    watch(clock.atMost(least));
    watchUntilWritten(samples, clock.left().minus(margin));
    watch(clock.atMost(margin));
    return since(load, from);
  }

  /** Returns the moment up to which all was observed. */
  long nowMillis() {
    return log.completeUntilMillis();
  }

  /** Returns the times from due to acknowledged, of the samples acknowledged since then. */
  Histogram dueMicros(long fromMillis) {
    return log.dueMicros(fromMillis, nowMillis());
  }

  /** Returns all that was observed since then, valid or not. */
  Measured since(Load load, long fromMillis) {
    return new Measured(
        log.window(load, fromMillis, nowMillis(), 0, List.of()),
        log.rates(fromMillis, nowMillis()));
  }

  /**
   * Reads on until so many more samples were written and the share of slow rows is not above what
   * it was.
   *
   * @param slowShare of the rows, null if the database does not say
   * @return whether it came to that
   */
  boolean warm(Load load, long samples, Double slowShare, Duration most) {
    long begin = clock.millis();
    watchUntilWritten(samplesAcked() + samples, most);
    while (slowShare != null && !isAsWarm(load, begin, slowShare)) {
      if (clock.millis() >= begin + most.toMillis()) {
        return false;
      }
      watch(MIN_WATCH);
    }
    return true;
  }

  private boolean isAsWarm(Load load, long begin, double slowShare) {
    long end = log.completeUntilMillis();
    long from = end - MIN_KEPT_MILLIS;
    if (from < begin) {
      return false;
    }
    Database read = log.window(load, from, end, 0, List.of()).database();
    return read != null
        && !read.restarted()
        && read.slowInsertShare() != null
        && read.slowInsertShare() <= Math.max(slowShare, FEW_SLOW);
  }

  private void observe() {
    clock.check();
    log = job.observe(POLL);
    beside.ifPresent(each -> each.readers.written(each.config, log.samples()));
  }

  /**
   * Measures a step from now on. It takes at least {@code least}, and longer while it warms up,
   * drifts, or is short for its latencies, but at most {@code most}, and at most until the search's
   * time is over. It begins anew if meanwhile the job came to new series, or past all of them.
   */
  Measured step(Load load, Duration least, Duration most) {
    awaitWrites();
    Duration left = clock.left();
    Duration longest = most.compareTo(left) < 0 ? most : left;
    Measured measured = measure(load, least, longest.compareTo(least) < 0 ? least : longest);
    measuredUntilMillis = clock.millis();
    return measured;
  }

  /**
   * Waits until the writers have come back from their pause after the database was away, because
   * what waited for the database is no latency of the step.
   */
  private void awaitWrites() {
    if (log.database().lostIn(measuredUntilMillis, clock.millis())) {
      long before = samplesAcked();
      long until = clock.millis() + WRITES_AGAIN_WITHIN.toMillis();
      while (samplesAcked() == before && clock.millis() < until) {
        observe();
      }
      watch(clock.atMost(ANSWERED_AGAIN_WITHIN));
    }
  }

  private Measured measure(Load load, Duration least, Duration most) {
    log = job.observe(Duration.ZERO);
    long begin = log.completeUntilMillis() + SETTLE_MILLIS;
    long wanted = least.toMillis();
    boolean extended = false;
    boolean ofNew = registers();
    while (true) {
      observe();
      long end = log.completeUntilMillis();
      boolean last =
          end - begin >= most.toMillis() || clock.millis() - begin > most.toMillis() + wanted;
      if (end - begin < wanted && !last) {
        continue;
      }
      Attempt attempt = attempt(load, begin, end, least, ofNew);
      boolean hopeless = attempt.isHopeless(begin + most.toMillis());
      if (registers() != ofNew && !hopeless && clock.hasTimeFor(least)) {
        return measure(load, least, most);
      }
      if (last || !attempt.needsMore(extended) || hopeless) {
        return attempt.measured;
      }
      extended |= attempt.drifts;
      wanted = Math.min(most.toMillis(), wanted + least.toMillis() / 2);
    }
  }

  /**
   * @param tooShortUntilMillis the end before which it is too short
   * @param away whether the database's own pages could not be read: it may come back
   */
  private record Attempt(
      Measured measured,
      boolean steady,
      long tooShortUntilMillis,
      long end,
      boolean drifts,
      boolean away) {
    /** Tells whether a longer step would show more; a drift may be chance, once. */
    boolean needsMore(boolean extended) {
      return !steady
          || end < tooShortUntilMillis
          || drifts && !extended
          || !measured.window().valid();
    }

    /** Tells whether more time would not make the step better. */
    boolean isHopeless(long mostMillis) {
      Database read = measured.window().database();
      boolean isVoid =
          measured.window().failsAll() && !away
              || read != null && (read.restarted() || !read.rowsIgnored().isEmpty());
      return isVoid || tooShortUntilMillis > mostMillis;
    }
  }

  private Attempt attempt(Load load, long begin, long end, Duration least, boolean ofNew) {
    double[] rates = log.rates(begin, end);
    boolean enough = rates.length >= MIN_BATCHES * Mser5.BATCH;
    Mser5 warmUp = enough ? Mser5.of(rates) : null;
    boolean steady = !enough || warmUp.steady();
    int unsettled = enough ? warmUp.warmupObservations() : (int) (LEFT_OUT_OF_SHORT * rates.length);
    int dropped = steady ? unsettled : 0;
    long from = begin + dropped * ObservationLog.GRID_MILLIS;
    double[] rest = Arrays.copyOfRange(rates, Math.min(dropped, rates.length), rates.length);
    boolean drifts =
        rest.length >= Cusum.MIN_OBSERVATIONS && Cusum.ofStep(rest, IRRELEVANT_DRIFT).drifts();
    var marks = new ArrayList<String>();
    if (ofNew) {
      marks.add(Registration.MARK);
    }
    if (!steady) {
      marks.add(
          "throughput was not steady after %s s".formatted(Amounts.tenths((end - begin) / 1e3)));
    }
    if (drifts) {
      marks.add("throughput drifts");
    }
    Window alone = log.window(load, from, end, from - begin, marks);
    Window window =
        beside.flatMap(each -> each.readers.between(from, end)).map(alone::with).orElse(alone);
    Double latency = window.requests().meanMillis();
    double kept = Math.max(MIN_KEPT_MILLIS, MIN_KEPT * least.toMillis());
    double needed = latency == null ? kept : Math.max(kept, LATENCIES * latency);
    return new Attempt(
        new Measured(window, rest),
        steady,
        from + (long) needed,
        end,
        drifts,
        log.database().lostIn(begin, end));
  }

  @Override
  public void close() {
    job.close();
  }
}
