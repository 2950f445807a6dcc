package io.tidemark.groundtruth;

import io.tidemark.simulated.Link;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.rrdcached.OwnedRrdcached;
import io.tidemark.testing.DiskLimit;
import io.tidemark.testing.SyncDisk;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Bottlenecks of a real RRDcached, put there on purpose. */
final class RrdEnvironments {
  private static final String TYPE = "rrdcached";

  private RrdEnvironments() {}

  /** A control group of its own, as a container has. */
  static Environment quota(double cores) throws Exception {
    var server = OwnedRrdcached.start(Settings.DEFAULT);
    try {
      return to(server.url(), server, List.of(server, new QuotaGroup(server.process(), cores)));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** What is put into its journal is on disk before it goes on, at so many bytes a second. */
  static Environment slowJournal(long bytesPerSecond) throws Exception {
    var parts = new ArrayList<AutoCloseable>();
    try {
      var disk = new SyncDisk();
      parts.add(disk);
      var server = OwnedRrdcached.start(Settings.arguments("-j", disk.folder().toString()));
      parts.add(server);
      parts.add(new DiskLimit(server.process(), disk.folder(), bytesPerSecond));
      return to(server.url(), server, parts);
    } catch (IOException e) {
      Environment.of(parts.toArray(AutoCloseable[]::new)).close();
      return Assumptions.abort("no disk can be made slow here: " + e);
    } catch (RuntimeException e) {
      Environment.of(parts.toArray(AutoCloseable[]::new)).close();
      throw e;
    }
  }

  /** At the end of a line. */
  static Environment behindLine(long bytesPerSecond) throws Exception {
    var server = OwnedRrdcached.start(Settings.DEFAULT);
    var link = Link.to(server.url(), bytesPerSecond, Duration.ZERO);
    URI url = URI.create("%s://127.0.0.1:%d".formatted(TYPE, link.url().getPort()));
    return to(url, server, List.of(server, link));
  }

  private static Environment to(URI url, OwnedRrdcached server, List<AutoCloseable> parts) {
    var settings = new ArrayList<String>();
    settings.add("target.type=" + TYPE);
    settings.add("target.urls=[" + url + "]");
    // Twelve copies a minute.
    settings.add("target.step=5s");
    server
        .target(TargetConfig.of(TYPE))
        .options()
        .forEach((name, value) -> settings.add("target.%s=%s".formatted(name, value)));
    return Environment.of(parts.toArray(AutoCloseable[]::new))
        .with(settings.toArray(String[]::new));
  }
}
