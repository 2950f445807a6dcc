package io.tidemark.search;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.FlinkSession;
import io.tidemark.cluster.Start;
import io.tidemark.job.RootCause;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.Window;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.statistics.Cusum;
import io.tidemark.statistics.Mser5;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** A running job that is measured step by step; cancelled when it is closed. */
final class ObservedJob implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(30);

  /** After the database was away: longer than writers pause between two tries of a search's job. */
  private static final Duration WRITES_AGAIN_WITHIN = Duration.ofSeconds(10);

  /** Two rounds of observations and answers, so that a new bound is in force. */
  private static final long SETTLE_MILLIS = 300;

  private static final int POLLS_PER_VERTEX_READING = 3;
  private static final int LATENCIES = 20;

  /** Part of a step that must remain once its warm-up is left out. */
  private static final double MIN_KEPT = 0.5;

  /** A database makes its page anew each second: less may hold one, which tells no rate. */
  private static final long MIN_KEPT_MILLIS = 2_200;

  /** A step that drifts by less than this in a tenth of its length is level enough. */
  private static final double IRRELEVANT_DRIFT = 0.02;

  private static final int MIN_GRID_STEPS = 20;

  private final FlinkJob job;
  private final Clock clock;
  private final ObservationLog log;
  private final DatabaseLog database;
  private int polls;
  private long measuredUntilMillis;

  private ObservedJob(FlinkJob job, Clock clock, DatabaseLog database, boolean sharedHost) {
    this.job = job;
    this.clock = clock;
    this.database = database;
    this.log = new ObservationLog(database, sharedHost);
  }

  /**
   * Returns when all its tasks run and its writers tell what they do.
   *
   * @param sharedHost whether the database runs on the job's host
   */
  static ObservedJob start(
      FlinkSession session,
      JobConfig config,
      Start from,
      DatabaseLog database,
      boolean sharedHost,
      Clock clock) {
    FlinkJob job = session.submit(config, from);
    var observed = new ObservedJob(job, clock, database, sharedHost);
    try {
      observed.awaitStart();
      return observed;
    } catch (RuntimeException e) {
      observed.close();
      throw e;
    }
  }

  private void awaitStart() {
    long deadline = System.nanoTime() + STARTS_WITHIN.toNanos();
    while (System.nanoTime() < deadline) {
      requireAlive();
      OptionalLong since = asked(job::runningSinceMillis);
      if (since.isPresent()) {
        read();
        if (!log.isEmpty()) {
          return;
        }
      }
      clock.pause(POLL);
    }
    throw new RunException(
        "the job did not start within %d s%s"
            .formatted(
                STARTS_WITHIN.toSeconds(),
                job.lastFailure().map(failure -> "; it failed: " + failure.cause()).orElse("")));
  }

  private void requireAlive() {
    if (asked(job::ended)) {
      throw new SearchEnded(
          SearchEnded.Why.LOST,
          "the job ended by itself: "
              + asked(job::lastFailure)
                  .map(FlinkJob.Failure::cause)
                  .orElse("its source has ended"));
    }
  }

  /** A Flink that does not answer is gone, with the job. */
  private static <T> T asked(Supplier<T> question) {
    try {
      return question.get();
    } catch (CompletionException e) {
      throw new SearchEnded(
          SearchEnded.Why.LOST, "Flink can't be asked any more: " + RootCause.of(e));
    }
  }

  /** Whether the bound holds now; else a job with fewer writers is needed. */
  boolean bound(int inFlight) {
    return asked(() -> job.boundInFlight(inFlight)).done();
  }

  void read() {
    try {
      log.add(job.observations(log.known()));
      if (polls++ % POLLS_PER_VERTEX_READING == 0) {
        log.add(System.currentTimeMillis(), job.vertices());
      }
    } catch (CompletionException e) {
      // It may be restarting; a job that is gone is noticed where it matters.
      requireAlive();
    }
  }

  long samplesAcked() {
    return log.samples();
  }

  /** Reads on for a while without measuring. */
  void watch(Duration time) {
    long deadline = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < deadline) {
      clock.pause(POLL);
      read();
    }
  }

  /**
   * Measures a step from now on: at least as long as {@code least}, longer while it warms up,
   * drifts, or is short for its latencies, but at most {@code most}.
   */
  Measured step(Load load, Duration least, Duration most) {
    awaitWrites();
    Measured measured = measure(load, least, most);
    measuredUntilMillis = System.currentTimeMillis();
    return measured;
  }

  /** Writers that the database was away from come back when their pause is over. */
  private void awaitWrites() {
    read();
    if (database.lostIn(measuredUntilMillis, System.currentTimeMillis())) {
      long before = samplesAcked();
      long deadline = System.nanoTime() + WRITES_AGAIN_WITHIN.toNanos();
      while (samplesAcked() == before && System.nanoTime() < deadline) {
        watch(POLL);
      }
    }
  }

  private Measured measure(Load load, Duration least, Duration most) {
    read();
    long begin = log.completeUntilMillis() + SETTLE_MILLIS;
    long wanted = least.toMillis();
    boolean extended = false;
    while (true) {
      clock.pause(POLL);
      read();
      long end = log.completeUntilMillis();
      boolean last =
          end - begin >= most.toMillis()
              || System.currentTimeMillis() - begin > most.toMillis() + wanted;
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
      requireAlive();
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
    try {
      if (!job.ended()) {
        job.cancel();
        Poll.until(ENDS_WITHIN, POLL, job::ended);
      }
    } catch (CompletionException e) {
      // Its Flink is gone, or will not be told: no reason to lose what was found.
    }
  }
}
