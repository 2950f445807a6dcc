package io.tidemark.measure;

import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Reads a database's signals in the background, for a busy one answers late. */
public final class DatabaseWatch implements AutoCloseable {
  /** Pages are made anew about once a second; asking more often shows when. */
  private static final long PERIOD_MILLIS = 200;

  private final DatabaseLog log = new DatabaseLog(Time.REAL);
  private final CapacityProbe probe;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread reader = new Thread(work, "tidemark-database-watch");
            reader.setDaemon(true);
            return reader;
          });

  public DatabaseWatch(TargetConfig target) {
    probe = Tsdb.byType(target.type(), DatabaseWatch.class.getClassLoader()).probe(target);
    thread.scheduleWithFixedDelay(this::read, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void read() {
    try {
      log.add(probe.read());
    } catch (IOException | RuntimeException e) {
      log.failed(String.valueOf(e.getMessage()));
    }
  }

  public DatabaseLog log() {
    return log;
  }

  @Override
  public void close() {
    thread.shutdownNow();
    probe.close();
  }
}
