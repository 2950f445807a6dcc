package io.tidemark.readers;

import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.query.QueryClient;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Sees how soon what is acknowledged can be read: it writes samples of one series of its own, each
 * with its number for a value, and looks for them until they are found. Samples may be found in
 * another order than they were written in. Neither waits for an answer. Thread-safe.
 */
final class MarkerProbe {
  static final String METRIC = "tidemark_freshness_marker";

  /** Between two samples, on average. */
  static final int MARK_MILLIS = 200;

  /** Between two questions: by half of it each sample is found late. */
  static final long LOOK_MILLIS = 20;

  private static final long MOST_MICROS = 3_600_000_000L;
  private static final int DIGITS = 3;

  /** A sample that was acknowledged, and not found yet. */
  private record Marker(long timestampMillis, long acknowledgedNanos) {}

  private final Labels series;
  private final WireFormat format;
  private final WriteClient writer;
  private final QueryClient.Stored stored;
  private final QueryClient.Bounds bounds;
  private final LongSupplier nanoTime;
  private final LongSupplier newestMillis;

  private final NavigableMap<Long, Marker> unseen = new TreeMap<>();
  private boolean paused = true;
  private boolean writing;
  private boolean looking;
  private long number;
  private long timestampMillis;
  private long asked;
  private long refused;
  private long lost;
  private Histogram micros = new Histogram(MOST_MICROS, DIGITS);

  /**
   * @param series that nobody else writes
   * @param newestMillis Unix time of the samples that are written beside it
   */
  MarkerProbe(
      Labels series,
      WireFormat format,
      WriteClient writer,
      QueryClient.Stored stored,
      QueryClient.Bounds bounds,
      LongSupplier nanoTime,
      LongSupplier newestMillis) {
    this.series = series;
    this.format = format;
    this.writer = writer;
    this.stored = stored;
    this.bounds = bounds;
    this.nanoTime = nanoTime;
    this.newestMillis = newestMillis;
  }

  /**
   * Into a target, whose extra labels its series has; empty where nothing looks for it.
   *
   * @param client asks what is written there
   */
  static Optional<MarkerProbe> of(
      TargetConfig target,
      QueryClient client,
      QueryClient.Bounds bounds,
      LongSupplier nanoTime,
      LongSupplier newestMillis) {
    var labels = new TreeMap<>(target.extraLabels());
    labels.putAll(Map.of("__name__", METRIC));
    Labels series = Labels.of(labels);
    return client
        .stored(series)
        .map(
            stored -> {
              Tsdb kind = Tsdb.byType(target.type(), MarkerProbe.class.getClassLoader());
              var once = new Amplification(1, 1, 1, "instance", ValueMode.REPEAT, Layout.TIME);
              return new MarkerProbe(
                  series,
                  kind.format(target, once),
                  kind.client(target, new ClientOptions(1, bounds.timeout(), "tidemark-freshness")),
                  stored,
                  bounds,
                  nanoTime,
                  newestMillis);
            });
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
    long oldest =
        unseen.values().stream()
            .mapToLong(marker -> nanoTime.getAsLong() - marker.acknowledgedNanos())
            .max()
            .orElse(0);
    return new Count(asked, refused, lost, oldest / 1_000, since);
  }

  /** Writes the next sample, unless one is still on its way. */
  void mark() {
    Sample sample;
    synchronized (this) {
      if (paused || writing) {
        return;
      }
      writing = true;
      // What a generator writes may stand still, or begin anew; a sample never takes the place of
      // another.
      timestampMillis = Math.max(timestampMillis + 1, newestMillis.getAsLong());
      sample = new Sample(series, timestampMillis, ++number);
    }
    writer
        .write(format.encode(List.of(sample)))
        .whenComplete((result, never) -> written(sample, result));
  }

  private synchronized void written(Sample sample, WriteResult result) {
    writing = false;
    boolean acknowledged =
        result.outcome() == ResponseClass.OK || result.outcome() == ResponseClass.ALREADY_STORED;
    if (!acknowledged) {
      refused++;
    } else if (!paused) {
      unseen.put((long) sample.value(), new Marker(sample.timestampMillis(), nanoTime.getAsLong()));
    }
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
    long timeout = bounds.timeout().toNanos();
    boolean isLost;
    do {
      isLost =
          !unseen.isEmpty()
              && nanoTime.getAsLong() - unseen.firstEntry().getValue().acknowledgedNanos()
                  > timeout;
      if (isLost) {
        unseen.pollFirstEntry();
        lost++;
      }
    } while (isLost);
  }

  private synchronized void found(double[] values) {
    looking = false;
    long now = nanoTime.getAsLong();
    for (double value : values) {
      Marker marker = unseen.remove((long) value);
      if (marker != null) {
        micros.recordValue(Math.min(MOST_MICROS, (now - marker.acknowledgedNanos()) / 1_000));
      }
    }
  }

  /** Writes nothing until {@link #resume}; what was not found yet is not looked for. */
  synchronized void pause() {
    paused = true;
    unseen.clear();
  }

  synchronized void resume() {
    paused = false;
  }
}
