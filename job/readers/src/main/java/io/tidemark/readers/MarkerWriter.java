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
 * Writes samples of a separate series, each with its number as its value, and reports when each was
 * acknowledged. The process of the readers, which can't write, looks for them. Thread-safe.
 */
final class MarkerWriter implements AutoCloseable {
  /** Mean time between two samples. */
  private static final int MARK_MILLIS = 200;

  /** Gets to know what became of the samples. */
  interface Listener {
    /**
     * @param number number of the sample, which is its value
     * @param timestampMillis timestamp of the sample
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
   * @param series series that nobody else writes
   * @param newestMillis returns the Unix time of the samples that the job writes
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

  /**
   * Starts to write into a target, at random intervals, so that they keep no step with regular
   * flushes of the database.
   */
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

  /** Writes the next sample, unless the previous one is still unanswered. */
  void mark() {
    Sample sample;
    synchronized (this) {
      if (paused || writing) {
        return;
      }
      writing = true;
      // A generator's time may stand still or start again, but a sample must never replace another
      // one.
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

  /** Stops writing until {@link #resume}. */
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
