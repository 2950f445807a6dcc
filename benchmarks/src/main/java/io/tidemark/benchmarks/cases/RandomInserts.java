package io.tidemark.benchmarks.cases;

import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteResult;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Writes rows into a RocksDB at random places, as fast as it accepts them, for a while.
 *
 * @param rowsPerSecond rows acknowledged in each full second
 */
record RandomInserts(double[] rowsPerSecond) {
  static final String DESCRIPTION = "8 requests of 64 rows in flight";

  private static final Tsdb KIND = Tsdb.byType("rocksdb", RandomInserts.class.getClassLoader());
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final Map<String, String> ALL =
      Map.of("shape", "case", "value-bytes", "9405", "index", "true");
  private static final int IN_FLIGHT = 8;
  private static final int ROWS = 64;
  private static final long START_MILLIS = 1_700_000_000_000L;

  double rows() {
    double sum = 0;
    for (double rows : rowsPerSecond) {
      sum += rows;
    }
    return sum;
  }

  /**
   * Writes rows. The server makes a row's key from its series and time, so each time of a series is
   * another place.
   */
  static RandomInserts into(URI url, Map<String, String> options, Duration lasts) {
    TargetConfig target = TargetConfig.of(KIND.type(), url);
    for (Map<String, String> some : List.of(ALL, options)) {
      for (Map.Entry<String, String> option : some.entrySet()) {
        target = target.withOption(option.getKey(), option.getValue());
      }
    }
    var once = new Amplification(1, 1, 1_000, "instance", ValueMode.REPEAT, Layout.SERIES);
    WireFormat format = KIND.format(target, once);
    var series = new ArrayList<SeriesTemplate>();
    for (int i = 0; i < ROWS; i++) {
      series.add(format.template(Labels.of(Map.of("__name__", "row", "table", "t" + i))));
    }
    PayloadBuilder builder = format.newPayloadBuilder();
    int seconds = Math.toIntExact(lasts.toSeconds());
    var acknowledged = new AtomicLongArray(seconds + 1);
    var failed = new AtomicReference<WriteResult>();
    var permits = new Semaphore(IN_FLIGHT);
    try (var client = KIND.client(target, new ClientOptions(IN_FLIGHT, TIMEOUT, "case"))) {
      long start = System.nanoTime();
      for (long step = 0; System.nanoTime() - start < lasts.toNanos(); step++) {
        permits.acquireUninterruptibly();
        for (SeriesTemplate each : series) {
          builder.append(each, START_MILLIS + step, step);
        }
        client
            .write(builder.encode(once.all()))
            .thenAccept(
                result -> {
                  if (result.outcome() != ResponseClass.OK) {
                    failed.compareAndSet(null, result);
                  }
                  long second = (System.nanoTime() - start) / 1_000_000_000;
                  acknowledged.addAndGet((int) Math.min(second, seconds), ROWS);
                  permits.release();
                });
        builder.clear();
      }
      permits.acquireUninterruptibly(IN_FLIGHT);
    }
    if (failed.get() != null) {
      throw new IllegalStateException("not stored: " + failed.get());
    }
    var rows = new double[seconds];
    for (int i = 0; i < seconds; i++) {
      rows[i] = acknowledged.get(i);
    }
    return new RandomInserts(rows);
  }
}
