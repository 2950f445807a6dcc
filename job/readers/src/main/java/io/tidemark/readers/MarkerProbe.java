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
 * Measures how soon acknowledged samples can be read. It looks for the samples of a {@link
 * MarkerWriter} until they are found, which may be in another order than they were written in. It
 * does not wait for an answer. Thread-safe.
 *
 * <p>The first samples of a new series are found later, because its labels have to be indexed
 * first. So samples that were acknowledged before the first one was found do not count.
 */
final class MarkerProbe {
  static final String METRIC = "tidemark_freshness_marker";

  /** Time between two questions; a sample is found half of it too late on average. */
  static final long LOOK_MILLIS = 20;

  private static final long MOST_MICROS = 3_600_000_000L;
  private static final int DIGITS = 3;

  /** A sample that was acknowledged, but not found yet. */
  private record Marker(long timestampMillis, long acknowledgedMicros) {}

  private final QueryClient.Stored stored;
  private final QueryClient.Bounds bounds;
  private final LongSupplier unixMicros;

  private final NavigableMap<Long, Marker> unseen = new TreeMap<>();
  private boolean paused = true;
  private boolean looking;

  /** Whether any sample of the series was found. */
  private boolean isSeriesKnown;

  private long asked;
  private long refused;
  private long lost;
  private Histogram micros = new Histogram(MOST_MICROS, DIGITS);

  /**
   * @param stored reads the stored samples of the writer's series
   * @param unixMicros the host's clock, because the writer is another process
   */
  MarkerProbe(QueryClient.Stored stored, QueryClient.Bounds bounds, LongSupplier unixMicros) {
    this.stored = stored;
    this.bounds = bounds;
    this.unixMicros = unixMicros;
  }

  /** Returns the series for freshness in a target, with the labels that all series get there. */
  static Labels series(TargetConfig target) {
    var labels = new TreeMap<>(target.extraLabels());
    labels.putAll(Map.of("__name__", METRIC));
    return Labels.of(labels);
  }

  /**
   * The counts; counters start when the process does.
   *
   * @param unseenMicros time for which the oldest sample has been waiting to be found; 0 if none
   *     waits
   * @param micros times from acknowledgement to answer since the previous count
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
   * Notes that a sample was acknowledged and is to be found.
   *
   * @param number number of the sample, which is its value
   * @param atMicros Unix time of the acknowledgement
   */
  synchronized void acknowledged(long number, long timestampMillis, long atMicros) {
    if (!paused) {
      unseen.put(number, new Marker(timestampMillis, atMicros));
    }
  }

  /** Notes that a sample was not stored. */
  synchronized void refused() {
    refused++;
  }

  /**
   * Asks for all samples that were not found yet, unless an earlier question is still unanswered.
   */
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

  /** Stops looking until {@link #resume}, and drops the samples that were not found yet. */
  synchronized void pause() {
    paused = true;
    unseen.clear();
  }

  synchronized void resume() {
    paused = false;
  }
}
