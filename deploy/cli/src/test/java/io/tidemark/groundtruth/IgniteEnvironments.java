package io.tidemark.groundtruth;

import io.tidemark.simulated.Link;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.ignite.OwnedIgnite;
import io.tidemark.testing.DiskLimit;
import io.tidemark.testing.SyncDisk;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Bottlenecks of a real Ignite, put there on purpose. */
final class IgniteEnvironments {
  private static final String TYPE = "ignite";

  private IgniteEnvironments() {}

  /** A control group of its own, as a container has. */
  static Environment quota(double cores) throws Exception {
    var server = start(Settings.DEFAULT);
    try {
      return to(server.url(), server, List.of(server, new QuotaGroup(server.process(), cores)));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** What is put into its logs is on disk before it goes on, at so many bytes a second. */
  static Environment slowLog(long bytesPerSecond) throws Exception {
    var parts = new ArrayList<AutoCloseable>();
    try {
      var disk = new SyncDisk();
      parts.add(disk);
      var server =
          start(
              Settings.arguments(
                  "ignite.system.partitionsLogPath=\"%s\""
                      .formatted(disk.folder().resolve("log"))));
      parts.add(server);
      parts.add(new DiskLimit(server.process(), disk.folder(), bytesPerSecond));
      return to(server.url(), server, parts);
    } catch (IOException e) {
      Environment.of(parts.toArray(AutoCloseable[]::new)).close();
      return Assumptions.abort("no disk can be made slow here: " + e);
    }
  }

  /** At the end of a line. */
  static Environment behindLine(long bytesPerSecond) throws Exception {
    var server = start(Settings.DEFAULT);
    var link = Link.to(server.url(), bytesPerSecond, Duration.ZERO);
    URI url = URI.create("%s://127.0.0.1:%d".formatted(TYPE, link.url().getPort()));
    return to(url, server, List.of(server, link));
  }

  private static OwnedIgnite start(Settings settings) {
    Assumptions.assumeTrue(System.getenv("TIDEMARK_IGNITE") != null, "no Ignite (TIDEMARK_IGNITE)");
    return OwnedIgnite.start(settings);
  }

  private static Environment to(URI url, OwnedIgnite server, List<AutoCloseable> parts) {
    var settings = new ArrayList<String>();
    settings.add("target.type=" + TYPE);
    settings.add("target.urls=[" + url + "]");
    server
        .target(TargetConfig.of(TYPE))
        .options()
        .forEach((name, value) -> settings.add("target.%s=%s".formatted(name, value)));
    return Environment.of(parts.toArray(AutoCloseable[]::new))
        .with(settings.toArray(String[]::new));
  }
}
