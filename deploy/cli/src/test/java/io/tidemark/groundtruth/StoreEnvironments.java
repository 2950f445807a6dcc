package io.tidemark.groundtruth;

import io.tidemark.process.QuotaGroup;
import io.tidemark.simulated.Link;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.testing.DiskLimit;
import io.tidemark.testing.SyncDisk;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;

/** Bottlenecks of real stores, put there on purpose. */
enum StoreEnvironments {
  IGNITE(
      "ignite",
      "TIDEMARK_IGNITE",
      folder -> List.of("ignite.system.partitionsLogPath=\"%s\"".formatted(folder.resolve("log")))),
  /** With HBase, in the same control group. */
  OPENTSDB("opentsdb", "TIDEMARK_OPENTSDB", folder -> List.of()),
  /** Twelve copies a minute. */
  RRDCACHED("rrdcached", "", folder -> List.of("-j", folder.toString()), "target.step=5s");

  private final String type;
  private final String variable;
  private final Function<Path, List<String>> logIn;
  private final List<String> settings;

  /**
   * @param variable of the environment that names its program, which not every test run has; "" for
   *     none
   * @param logIn arguments of its command line that have its log in a folder
   */
  StoreEnvironments(
      String type, String variable, Function<Path, List<String>> logIn, String... settings) {
    this.type = type;
    this.variable = variable;
    this.logIn = logIn;
    this.settings = List.of(settings);
  }

  /** A control group of its own, as a container has. */
  Environment quota(double cores) throws Exception {
    var server = start(Settings.DEFAULT);
    try {
      return to(server.url(), server, List.of(server, new QuotaGroup(server.process(), cores)));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** At the end of a line. */
  Environment behindLine(long bytesPerSecond) throws Exception {
    var server = start(Settings.DEFAULT);
    var link = Link.to(server.url(), bytesPerSecond, Duration.ZERO);
    URI url =
        URI.create("%s://127.0.0.1:%d".formatted(server.url().getScheme(), link.url().getPort()));
    Environment environment = to(url, server, List.of(server, link));
    return this == OPENTSDB
        ? environment.with("target.metrics-urls=[" + server.url() + "]")
        : environment;
  }

  /** What is put into its log is on disk before it goes on, at so many bytes a second. */
  Environment slowLog(long bytesPerSecond) throws Exception {
    var parts = new ArrayList<AutoCloseable>();
    try {
      var disk = new SyncDisk();
      parts.add(disk);
      var server = start(Settings.arguments(logIn.apply(disk.folder()).toArray(String[]::new)));
      parts.add(server);
      parts.add(new DiskLimit(server.process(), disk.folder(), bytesPerSecond));
      return to(server.url(), server, parts);
    } catch (IOException e) {
      end(parts);
      return Assumptions.abort("no disk can be made slow here: " + e);
    } catch (RuntimeException e) {
      end(parts);
      throw e;
    }
  }

  /** With that argument of its command line. */
  Environment with(String argument) {
    var server = start(Settings.arguments(argument));
    return to(server.url(), server, List.of(server));
  }

  private OwnedDatabase start(Settings settings) {
    Assumptions.assumeTrue(
        variable.isEmpty() || System.getenv(variable) != null,
        () -> "%s is not set: there is no %s".formatted(variable, type));
    return Tsdb.byType(type, getClass().getClassLoader()).starter().orElseThrow().start(settings);
  }

  private Environment to(URI url, OwnedDatabase server, List<AutoCloseable> parts) {
    var all = new ArrayList<>(settings);
    all.add("target.type=" + type);
    all.add("target.urls=[" + url + "]");
    server
        .target(TargetConfig.of(type))
        .options()
        .forEach((name, value) -> all.add("target.%s=%s".formatted(name, value)));
    return Environment.of(parts.toArray(AutoCloseable[]::new)).with(all.toArray(String[]::new));
  }

  private static void end(List<AutoCloseable> parts) {
    Environment.of(parts.toArray(AutoCloseable[]::new)).close();
  }
}
