package io.tidemark.groundtruth;

import io.tidemark.simulated.Link;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.opentsdb.OwnedOpenTsdb;
import java.io.IOException;
import java.net.URI;
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

  /** At the end of a line. */
  static Environment behindLine(long bytesPerSecond) throws Exception {
    var server = start(Settings.DEFAULT);
    var link = Link.to(server.url(), bytesPerSecond, Duration.ZERO);
    return to(link.url(), server, List.of(server, link))
        .with("target.metrics-urls=[" + server.url() + "]");
  }

  /** Of all that it takes, one is the probe's; idle ones of who asked before may be more. */
  static Environment connections(int limit) {
    var server = start(Settings.arguments("tsd.core.connections.limit=" + (limit + 1)));
    return to(server.url(), server, List.of(server));
  }

  private static OwnedOpenTsdb start(Settings settings) {
    Assumptions.assumeTrue(
        System.getenv("TIDEMARK_OPENTSDB") != null, "no OpenTSDB (TIDEMARK_OPENTSDB)");
    return OwnedOpenTsdb.start(settings);
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
