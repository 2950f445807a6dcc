package io.tidemark.groundtruth;

import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.rrdcached.OwnedRrdcached;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Bottlenecks of a real RRDcached, put there on purpose. */
final class RrdEnvironments {
  private static final String TYPE = "rrdcached";

  private RrdEnvironments() {}

  static Environment coresApart() {
    return to(OwnedRrdcached.start(Settings.DEFAULT.on("0"))).jobOn("1");
  }

  /** A control group of its own, as a container has. */
  static Environment quota(double cores) throws Exception {
    var server = OwnedRrdcached.start(Settings.DEFAULT);
    try {
      return to(server, new QuotaGroup(server.process(), cores));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private static Environment to(OwnedRrdcached server, AutoCloseable... more) {
    var parts = new ArrayList<AutoCloseable>(List.of(server));
    parts.addAll(List.of(more));
    var settings = new ArrayList<String>();
    settings.add("target.type=" + TYPE);
    settings.add("target.urls=[" + server.url() + "]");
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
