package io.tidemark.sink.opentsdb;

import io.tidemark.process.FolderCopy;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedServer;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real OpenTSDB of our own on a real HBase, each on free ports of 127.0.0.1, with their data in a
 * temporary folder. Processes and folder vanish with this process, however it ends. Arguments of
 * its settings are {@code name=value} of opentsdb.conf, if they begin with {@code tsd.}, and else
 * of hbase-site.xml. Not thread-safe.
 */
public final class OwnedOpenTsdb implements OwnedDatabase {
  /** How {@code target.type: opentsdb} is started. */
  static final Starter STARTER =
      new Starter() {
        @Override
        public String product() {
          return "OpenTSDB";
        }

        @Override
        public OwnedDatabase start(Settings settings) {
          return OwnedOpenTsdb.start(settings);
        }

        @Override
        public OwnedDatabase startFrom(Path saved, Settings settings) {
          return OwnedOpenTsdb.startFrom(saved, settings);
        }
      };

  private static final String VARIABLE = "TIDEMARK_OPENTSDB";
  private static final int ANSWERS_WITHIN_MILLIS = 2_000;

  /** HBase, its tables and a TSD, on cores that others use as well. */
  private static final Duration STARTS_WITHIN = Duration.ofMinutes(5);

  /** HBase writes what it has in memory to its files. */
  private static final Duration STOPS_WITHIN = Duration.ofMinutes(3);

  private final URI url = Loopback.http(Loopback.freePort());
  private final OwnedServer server = new OwnedServer("OpenTSDB at " + url, "opentsdb");
  private final ServerFiles files =
      ServerFiles.in(server.folder().resolve("conf"), server.files(), url.getPort());
  private final Path jars;

  private OwnedOpenTsdb() {
    try {
      jars = jars();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * With no data. Returns when it is ready to be written to.
   *
   * @throws IllegalArgumentException if its jars are not found
   */
  public static OwnedOpenTsdb start(Settings settings) {
    return new OwnedOpenTsdb().launched(settings);
  }

  /**
   * @param saved from {@link #saveTo}; not changed
   */
  public static OwnedOpenTsdb startFrom(Path saved, Settings settings) {
    var database = new OwnedOpenTsdb();
    FolderCopy.copy(saved, database.server.files());
    return database.launched(settings);
  }

  private static Path jars() {
    String named = System.getenv(VARIABLE);
    if (named == null || !Files.isDirectory(Path.of(named))) {
      throw new IllegalArgumentException(
          "no OpenTSDB here [%s=%s]; start Tidemark with ./tidemark, which gets it, or name a running one in target.urls"
              .formatted(VARIABLE, named == null ? "" : named));
    }
    return Path.of(named).toAbsolutePath();
  }

  private OwnedOpenTsdb launched(Settings settings) {
    try {
      launch(settings);
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void launch(Settings settings) {
    files.write(settings);
    var command = new ArrayList<String>();
    if (!settings.cpus().isEmpty()) {
      command.addAll(List.of("taskset", "-c", settings.cpus()));
    }
    command.addAll(List.of("sh", files.script().toString(), java(), jars.toString()));
    command.addAll(List.of(files.folder().toString(), files.data().toString()));
    server.start("HUP", command, "OpenTSDB", STARTS_WITHIN, this::isReady);
    try {
      Files.writeString(pidFile(), Long.toString(process().pid()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private boolean isReady() {
    try {
      var connection = (HttpURLConnection) url.resolve("/api/version").toURL().openConnection();
      connection.setConnectTimeout(ANSWERS_WITHIN_MILLIS);
      connection.setReadTimeout(ANSWERS_WITHIN_MILLIS);
      try {
        return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public URI url() {
    return url;
  }

  @Override
  public TargetConfig target(TargetConfig configured) {
    return configured
        .withUrls(List.of(url))
        .withOption("pid-file", pidFile().toString())
        .withOption("max-tags", Integer.toString(ServerFiles.MAX_TAGS));
  }

  @Override
  public Path folder() {
    return server.folder();
  }

  private Path pidFile() {
    return folder().resolve("pid");
  }

  @Override
  public LinuxProcess process() {
    return server.process();
  }

  @Override
  public void restart(Settings settings) {
    stop();
    launch(settings);
  }

  @Override
  public void stop() {
    server.stop(STOPS_WITHIN, process -> process.signal("TERM"));
  }

  /** Starts it again after {@link LinuxProcess#kill}. */
  public void startAgain(Settings settings) {
    server.end();
    launch(settings);
  }

  @Override
  public void saveTo(Path folder) {
    server.saveTo(folder);
  }

  @Override
  public void close() {
    server.close();
  }
}
