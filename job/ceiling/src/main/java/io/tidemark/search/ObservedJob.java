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

/** A running job that is measured step by step; ended when it is closed. */
final class ObservedJob implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  /** After the database was away: longer than writers pause between two tries of a search's job. */
  private static final Duration WRITES_AGAIN_WITHIN = Duration.ofSeconds(10);

  private static final Duration ANSWERED_AGAIN_WITHIN = Duration.ofSeconds(3);

  /** Two rounds of observations and answers, so that a new bound is in force. */
  private static final long SETTLE_MILLIS = 300;

  private static final int LATENCIES = 20;

  /** Within which a database that takes writes has taken one. */
  private static final Duration FIRST_WRITE = Duration.ofSeconds(5);

  /** Part of a step that must remain once its warm-up is left out. */
  private static final double MIN_KEPT = 0.5;

  /** A database makes its page anew each second: less may hold one, which gives no rate. */
  private static final long MIN_KEPT_MILLIS = 2_200;

  private static final Duration MIN_WATCH = Duration.ofMillis(500);

  /** Of the rows. */
  private static final double FEW_SLOW = 0.01;

  /** A step that drifts by less than this in a tenth of its length is level enough. */
  private static final double IRRELEVANT_DRIFT = 0.02;

  /** Of fewer the end of a warm-up can't be found, and this part of them is left out. */
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

  /** The same beside which others read. */
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

  /** Who reads what a job of this configuration writes. */
  record Beside(ReadLoad readers, JobConfig config) {}

  /** Whether the bound holds now; else a job with fewer writers is needed. */
  boolean bound(int inFlight) {
    return job.bound(inFlight);
  }

  long samplesAcked() {
    return log.samples();
  }

  /** Whether it writes new series now. */
  boolean registers() {
    return registers.test(samplesAcked());
  }

  /**
   * Reads on until a write was acknowledged, or as long as a step is: then it is known whether the
   * database takes any. One that has not answered at all gets as long again.
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
   * Reads on until so many samples were written, as long as there is time; not for long where
   * nothing at all is.
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

  /** All of what comes from now on, for a time, whatever it is like. */
  Measured all(Load load, Duration time) {
    return allUntilWritten(load, 0, time, Duration.ZERO);
  }

  /**
   * As above, and until so many samples were written since the job began, and then for a margin; as
   * far as there is time.
   */
  Measured allUntilWritten(Load load, long samples, Duration least, Duration margin) {
    long from = nowMillis();
    watch(clock.atMost(least));
    watchUntilWritten(samples, clock.left().minus(margin));
    watch(clock.atMost(margin));
    return since(load, from);
  }

  /** Up to which all was observed. */
  long nowMillis() {
    return log.completeUntilMillis();
  }

  /** Of the samples acknowledged since then, from when they were due. */
  Histogram dueMicros(long fromMillis) {
    return log.dueMicros(fromMillis, nowMillis());
  }

  /** All that was observed since then, whatever it is like. */
  Measured since(Load load, long fromMillis) {
    return new Measured(
        log.window(load, fromMillis, nowMillis(), 0, List.of()),
        log.rates(fromMillis, nowMillis()));
  }

  /**
   * Reads on until so many samples more were written, and no more of the rows are slow than before.
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
   * Measures a step from now on: at least as long as {@code least}, longer while it warms up,
   * drifts, or is short for its latencies, but at most {@code most}, and at most until the search's
   * time is over. It begins anew if meanwhile the job came to series that are new, or past all of
   * them.
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
   * Writers that the database was away from come back when their pause is over; what waited for it
   * is no latency of the step.
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
    /** A drift may have been chance, once. */
    boolean needsMore(boolean extended) {
      return !steady
          || end < tooShortUntilMillis
          || drifts && !extended
          || !measured.window().valid();
    }

    /** Whether no more time makes it better. */
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
      marks.add("it was not steady after %s s".formatted(Amounts.tenths((end - begin) / 1e3)));
    }
    if (drifts) {
      marks.add("its throughput drifts");
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
