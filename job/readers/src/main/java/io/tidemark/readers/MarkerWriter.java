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
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Writes samples of one series of its own, each with its number for a value, and says when each was
 * acknowledged: the readers' process, which can't write, looks for them. Thread-safe.
 */
final class MarkerWriter implements AutoCloseable {
  /** Between two samples, on average. */
  private static final int MARK_MILLIS = 200;

  /** What has become of the samples. */
  interface Listener {
    /**
     * @param number of the sample, which is its value
     * @param timestampMillis of the sample
     */
    void acknowledged(long number, long timestampMillis);

    void refused();
  }

  private final Labels series;
  private final WireFormat format;
  private final WriteClient client;
  private final LongSupplier newestMillis;
  private final Listener listener;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            var daemon = new Thread(work, "tidemark-freshness");
            daemon.setDaemon(true);
            return daemon;
          });

  private boolean paused = true;
  private boolean writing;
  private long number;
  private long timestampMillis;

  /**
   * @param series that nobody else writes
   * @param newestMillis Unix time of the samples that are written beside it
   */
  MarkerWriter(
      Labels series,
      WireFormat format,
      WriteClient client,
      LongSupplier newestMillis,
      Listener listener) {
    this.series = series;
    this.format = format;
    this.client = client;
    this.newestMillis = newestMillis;
    this.listener = listener;
  }

  /** Into a target, at moments that keep no step with whatever it flushes regularly. */
  static MarkerWriter start(
      TargetConfig target, Duration timeout, LongSupplier newestMillis, Listener listener) {
    Tsdb kind = Tsdb.byType(target.type(), MarkerWriter.class.getClassLoader());
    var once = new Amplification(1, 1, 1, "instance", ValueMode.REPEAT, Layout.TIME);
    var writer =
        new MarkerWriter(
            MarkerProbe.series(target),
            kind.format(target, once),
            kind.client(target, new ClientOptions(1, timeout, "tidemark-freshness")),
            newestMillis,
            listener);
    writer.markOnAndOn(new Random());
    return writer;
  }

  private void markOnAndOn(Random random) {
    thread.schedule(
        () -> {
          mark();
          markOnAndOn(random);
        },
        MARK_MILLIS / 2 + random.nextInt(MARK_MILLIS),
        TimeUnit.MILLISECONDS);
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
    client
        .write(format.encode(List.of(sample)))
        .whenComplete((result, never) -> written(sample, result));
  }

  private void written(Sample sample, WriteResult result) {
    boolean acknowledged =
        result.outcome() == ResponseClass.OK || result.outcome() == ResponseClass.ALREADY_STORED;
    if (acknowledged) {
      listener.acknowledged((long) sample.value(), sample.timestampMillis());
    } else {
      listener.refused();
    }
    synchronized (this) {
      writing = false;
    }
  }

  /** Writes nothing until {@link #resume}. */
  synchronized void pause() {
    paused = true;
  }

  synchronized void resume() {
    paused = false;
  }

  @Override
  public void close() {
    thread.shutdownNow();
    client.close();
  }
}
