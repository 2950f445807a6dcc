package io.tidemark.measure;

import io.tidemark.hosts.HostsProbe;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Reads a database's signals in the background, because a busy database answers late. */
public final class DatabaseWatch implements AutoCloseable {
  /** Databases make their pages anew about once a second; asking more often shows when. */
  private static final long PERIOD_MILLIS = 200;

  /** A node_exporter makes its page when it is asked, which costs its host. */
  private static final long HOSTS_PERIOD_MILLIS = 1_000;

  private final DatabaseLog log = new DatabaseLog(Time.REAL);
  private final CapacityProbe probe;
  private final HostsProbe hosts;

  /** One thread for the database and one for its hosts, so that neither waits for the other. */
  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(
          2,
          work -> {
            Thread reader = new Thread(work, "tidemark-database-watch");
            reader.setDaemon(true);
            return reader;
          });

  public DatabaseWatch(TargetConfig target) {
    probe = Tsdb.byType(target.type(), DatabaseWatch.class.getClassLoader()).probe(target);
    hosts = new HostsProbe(target);
    threads.scheduleWithFixedDelay(this::read, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    if (!target.hostMetricsUrls().isEmpty()) {
      threads.scheduleWithFixedDelay(
          this::readHosts, 0, HOSTS_PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void readHosts() {
    try {
      log.addHosts(hosts.read(), System.nanoTime());
    } catch (IOException | RuntimeException e) {
      log.hostsFailed(String.valueOf(e.getMessage()));
    }
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
    threads.shutdownNow();
    hosts.close();
    probe.close();
  }
}
