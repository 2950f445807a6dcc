package io.tidemark.readers;

import io.tidemark.series.Labels;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.query.QueryClient;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Sees how soon what is acknowledged can be read: it looks for the samples that a {@link
 * MarkerWriter} wrote until they are found. Samples may be found in another order than they were
 * written in. Does not wait for an answer. Thread-safe.
 *
 * <p>A new series is found later than a sample of a series that exists, since its labels have to be
 * indexed first: samples that were acknowledged before the first one was found count for nothing.
 */
final class MarkerProbe {
  static final String METRIC = "tidemark_freshness_marker";

  /** Between two questions: by half of it each sample is found late. */
  static final long LOOK_MILLIS = 20;

  private static final long MOST_MICROS = 3_600_000_000L;
  private static final int DIGITS = 3;

  /** A sample that was acknowledged, and not found yet. */
  private record Marker(long timestampMillis, long acknowledgedMicros) {}

  private final QueryClient.Stored stored;
  private final QueryClient.Bounds bounds;
  private final LongSupplier unixMicros;

  private final NavigableMap<Long, Marker> unseen = new TreeMap<>();
  private boolean paused = true;
  private boolean looking;

  /** Whether a sample of the series was ever found. */
  private boolean isSeriesKnown;

  private long asked;
  private long refused;
  private long lost;
  private Histogram micros = new Histogram(MOST_MICROS, DIGITS);

  /**
   * @param stored what is stored of the writer's series
   * @param unixMicros the time: the writer is another process, so it is the host's
   */
  MarkerProbe(QueryClient.Stored stored, QueryClient.Bounds bounds, LongSupplier unixMicros) {
    this.stored = stored;
    this.bounds = bounds;
    this.unixMicros = unixMicros;
  }

  /** The series of its own that a target gets, with the labels that all get there. */
  static Labels series(TargetConfig target) {
    var labels = new TreeMap<>(target.extraLabels());
    labels.putAll(Map.of("__name__", METRIC));
    return Labels.of(labels);
  }

  /**
   * What it counted. Counters are since the beginning.
   *
   * @param unseenMicros since when the oldest sample waits to be found; 0 if none does
   * @param micros from acknowledgement to answer, since the count before
   */
  record Count(long asked, long refused, long lost, long unseenMicros, Histogram micros) {}

  synchronized Count count() {
    Histogram since = micros;
    micros = new Histogram(MOST_MICROS, DIGITS);
    long oldest = unseen.values().stream().mapToLong(this::waits).max().orElse(0);
    return new Count(asked, refused, lost, oldest, since);
  }

  private long waits(Marker marker) {
    return Math.max(0, unixMicros.getAsLong() - marker.acknowledgedMicros());
  }

  /**
   * A sample was written, and is to be found.
   *
   * @param number its value
   * @param atMicros Unix time of the acknowledgement
   */
  synchronized void acknowledged(long number, long timestampMillis, long atMicros) {
    if (!paused) {
      unseen.put(number, new Marker(timestampMillis, atMicros));
    }
  }

  /** A sample was not stored. */
  synchronized void refused() {
    refused++;
  }

  /** Looks for all samples that were not found yet, unless a question is still on its way. */
  void look() {
    long from;
    long to;
    synchronized (this) {
      forgetLost();
      if (paused || looking || unseen.isEmpty()) {
        return;
      }
      looking = true;
      asked++;
      from = unseen.firstEntry().getValue().timestampMillis();
      to = unseen.lastEntry().getValue().timestampMillis();
    }
    stored.values(from, to, bounds).whenComplete((values, never) -> found(values));
  }

  private void forgetLost() {
    long timeout = bounds.timeout().toNanos() / 1_000;
    while (!unseen.isEmpty() && waits(unseen.firstEntry().getValue()) > timeout) {
      unseen.pollFirstEntry();
      lost++;
    }
  }

  private synchronized void found(double[] values) {
    looking = false;
    if (!isSeriesKnown && values.length > 0) {
      isSeriesKnown = true;
      unseen.clear();
    }
    for (double value : values) {
      Marker marker = unseen.remove((long) value);
      if (marker != null) {
        micros.recordValue(Math.min(MOST_MICROS, waits(marker)));
      }
    }
  }

  /** Looks for nothing until {@link #resume}, and not for what was not found yet. */
  synchronized void pause() {
    paused = true;
    unseen.clear();
  }

  synchronized void resume() {
    paused = false;
  }
}
