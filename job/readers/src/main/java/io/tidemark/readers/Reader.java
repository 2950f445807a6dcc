package io.tidemark.readers;

import io.tidemark.job.queries.Queries;
import io.tidemark.sink.query.Query;
import io.tidemark.sink.query.QueryClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Asks one expression after the other, at a rate or as fast as they are answered, and counts.
 *
 * <p>At a rate, the k-th query is due at k/rate. Its latency counts from then, even if it could not
 * be asked at once: a database that stops for a second delays all queries of that second, not just
 * one. Thread-safe.
 */
final class Reader {
  /** The largest latency that is distinguished; timeouts are shorter. */
  private static final long MOST_MICROS = 3_600_000_000L;

  private static final int DIGITS = 2;
  private static final int MAX_REASONS = 8;
  private static final String OTHERS = "other reasons";

  private final List<String> expressions;
  private final Queries bounds;
  private final QueryClient client;
  private final LongSupplier nanoTime;
  private final LongSupplier newestMillis;
  private final long beganNanos;

  private double rate;
  private boolean paused;

  /** Time from which the next queries are due, and the number that were asked since. */
  private long epochNanos;

  private long askedSinceEpoch;
  private int outstanding;

  /** Number of answers and commands so far, and how many of them {@link #ask} has considered. */
  private long changes;

  private long changesSeen;

  private long asked;
  private long answered;
  private long failed;
  private long bytes;
  private final Map<String, Long> failures = new LinkedHashMap<>();
  private Histogram latencies = new Histogram(MOST_MICROS, DIGITS);

  /**
   * @param newestMillis returns the Unix time at which the range of the next query ends
   */
  Reader(
      List<String> expressions,
      Queries bounds,
      QueryClient client,
      LongSupplier nanoTime,
      LongSupplier newestMillis) {
    this.expressions = List.copyOf(expressions);
    this.bounds = bounds;
    this.client = client;
    this.nanoTime = nanoTime;
    this.newestMillis = newestMillis;
    this.rate = bounds.rate();
    this.beganNanos = nanoTime.getAsLong();
    this.epochNanos = beganNanos;
  }

  /**
   * The counts; counters start when the process does.
   *
   * @param late queries that are due, but not asked yet
   * @param ended why no more queries are asked; null if more are
   * @param latencies latencies in microseconds since the previous count
   */
  record Count(
      long asked,
      long answered,
      long failed,
      long late,
      long bytes,
      Map<String, Long> failures,
      String ended,
      Histogram latencies) {}

  synchronized Count count() {
    Histogram since = latencies;
    latencies = new Histogram(MOST_MICROS, DIGITS);
    return new Count(asked, answered, failed, late(), bytes, Map.copyOf(failures), ended(), since);
  }

  /**
   * Asks all queries that are due.
   *
   * @return nanoseconds until the next query may be due; {@link Long#MAX_VALUE} if that takes an
   *     answer or a command first
   */
  long ask() {
    long dueNanos = next();
    while (dueNanos != Long.MIN_VALUE && dueNanos <= nanoTime.getAsLong()) {
      ask(dueNanos);
      dueNanos = next();
    }
    return dueNanos == Long.MIN_VALUE
        ? Long.MAX_VALUE
        : Math.max(0, dueNanos - nanoTime.getAsLong());
  }

  /** Returns the time at which the next query is due; {@link Long#MIN_VALUE} if none is. */
  private synchronized long next() {
    changesSeen = changes;
    if (paused || outstanding >= bounds.concurrency() || ended() != null) {
      return Long.MIN_VALUE;
    }
    return rate > 0 ? epochNanos + nanosOf(askedSinceEpoch) : nanoTime.getAsLong();
  }

  private long nanosOf(long queries) {
    return Math.round(queries / rate * 1e9);
  }

  private void ask(long dueNanos) {
    Query query;
    synchronized (this) {
      long to = newestMillis.getAsLong();
      query =
          new Query(
              expressions.get((int) (asked % expressions.size())),
              to - bounds.range().toMillis(),
              to,
              bounds.step().toMillis());
      asked++;
      askedSinceEpoch++;
      outstanding++;
    }
    client
        .ask(query, new QueryClient.Bounds(bounds.timeout(), bounds.answerBytes()))
        .whenComplete((answer, never) -> done(dueNanos, answer));
  }

  private synchronized void done(long dueNanos, QueryClient.Answer answer) {
    outstanding--;
    bytes += answer.bytes();
    if (answer.failed()) {
      failed++;
      boolean known = failures.containsKey(answer.failure()) || failures.size() < MAX_REASONS;
      failures.merge(known ? answer.failure() : OTHERS, 1L, Long::sum);
    } else {
      answered++;
      long micros = (nanoTime.getAsLong() - dueNanos) / 1_000;
      latencies.recordValue(Math.max(0, Math.min(MOST_MICROS, micros)));
    }
    changed();
  }

  private void changed() {
    changes++;
    notifyAll();
  }

  /**
   * Waits for an answer or a command since {@link #ask}, but not longer than this, to the
   * millisecond.
   */
  synchronized void await(long nanos) throws InterruptedException {
    if (changes == changesSeen && nanos > 0) {
      wait(Math.max(1, nanos / 1_000_000));
    }
  }

  /** Stops asking until {@link #resume}; queries in flight are still answered. */
  synchronized void pause() {
    paused = true;
    changed();
  }

  /** Continues; queries that were due during the pause are not asked. */
  synchronized void resume() {
    paused = false;
    epochNanos = nanoTime.getAsLong();
    askedSinceEpoch = 0;
    changed();
  }

  /** Sets the rate in queries per second. Queries that are due at the previous rate are dropped. */
  synchronized void rate(double perSecond) {
    rate = perSecond;
    epochNanos = nanoTime.getAsLong();
    askedSinceEpoch = 0;
    changed();
  }

  private long late() {
    if (paused || rate <= 0 || ended() != null) {
      return 0;
    }
    double due = (nanoTime.getAsLong() - epochNanos) / 1e9 * rate;
    return Math.max(0, (long) Math.floor(due) + 1 - askedSinceEpoch);
  }

  /** Returns why no more queries are asked; null if more are. */
  private String ended() {
    if (bytes >= bounds.totalBytes()) {
      return "queries.total-bytes=%d are read".formatted(bounds.totalBytes());
    }
    long nanos = nanoTime.getAsLong() - beganNanos;
    return nanos >= bounds.duration().toNanos() ? "queries.duration is over" : null;
  }
}
