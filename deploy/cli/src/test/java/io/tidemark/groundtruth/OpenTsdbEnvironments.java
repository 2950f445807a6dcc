package io.tidemark.groundtruth;

import io.tidemark.process.LinuxProcess;
import io.tidemark.simulated.Link;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.opentsdb.OwnedOpenTsdb;
import io.tidemark.testing.DiskLimit;
import io.tidemark.testing.SyncDisk;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Bottlenecks of a real OpenTSDB on a real HBase, put there on purpose. */
final class OpenTsdbEnvironments {
  private static final String TYPE = "opentsdb";

  private OpenTsdbEnvironments() {}

  /** A control group of its own, as a container has, with HBase in it. */
  static Environment quota(double cores) throws Exception {
    var server = start(Settings.DEFAULT);
    try {
      return to(server.url(), server, List.of(server, new QuotaGroup(server.process(), cores)));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** What is put into HBase's log is on disk before it goes on, at so many bytes a second. */
  static Environment slowLog(long bytesPerSecond) throws Exception {
    var parts = new ArrayList<AutoCloseable>();
    try {
      var disk = new SyncDisk();
      parts.add(disk);
      var server =
          start(Settings.arguments("hbase.wal.dir=file://" + disk.folder().resolve("wal")));
      parts.add(server);
      parts.add(new DiskLimit(hbase(server.process()), disk.folder(), bytesPerSecond));
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
    return to(link.url(), server, List.of(server, link))
        .with("target.metrics-urls=[" + server.url() + "]");
  }

  /** Of all that it takes, one is the probe's. */
  static Environment connections(int limit) {
    var server = start(Settings.arguments("tsd.core.connections.limit=" + (limit + 1)));
    return to(server.url(), server, List.of(server));
  }

  private static OwnedOpenTsdb start(Settings settings) {
    Assumptions.assumeTrue(
        System.getenv("TIDEMARK_OPENTSDB") != null, "no OpenTSDB (TIDEMARK_OPENTSDB)");
    return OwnedOpenTsdb.start(settings);
  }

  private static LinuxProcess hbase(LinuxProcess script) throws IOException {
    for (long pid : script.started().toArray()) {
      if (Files.readString(Path.of("/proc/%d/cmdline".formatted(pid))).contains("HMaster")) {
        return new LinuxProcess(pid);
      }
    }
    throw new AssertionError("no HBase among what was started");
  }

  private static Environment to(URI url, OwnedOpenTsdb server, List<AutoCloseable> parts) {
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
