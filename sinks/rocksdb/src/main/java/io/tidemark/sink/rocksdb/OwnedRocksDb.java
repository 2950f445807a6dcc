package io.tidemark.sink.rocksdb;

import io.tidemark.process.FolderCopy;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedServer;
import io.tidemark.sink.OwnedDatabase;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A RocksDB in a {@link Server} of our own, on a free port of 127.0.0.1, with its data in a
 * temporary folder. Process and folder vanish with this process, however it ends. Not thread-safe.
 */
public final class OwnedRocksDb implements OwnedDatabase {
  /** How {@code target.type: rocksdb} is started. */
  static final Starter STARTER =
      new Starter() {
        @Override
        public String product() {
          return "RocksDB";
        }

        @Override
        public OwnedDatabase start(Settings settings) {
          return OwnedRocksDb.start(settings);
        }

        @Override
        public OwnedDatabase startFrom(Path saved, Settings settings) {
          return OwnedRocksDb.startFrom(saved, settings);
        }
      };

  private static final String VARIABLE = "TIDEMARK_ROCKSDB";
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(60);
  private static final int CONNECT_MILLIS = 1_000;

  private final URI url = Loopback.http(Loopback.freePort());
  private final OwnedServer server = new OwnedServer("RocksDB at " + url, "rocksdb");

  private OwnedRocksDb() {}

  /**
   * With no data. Returns when it is ready to be written to.
   *
   * @throws IllegalArgumentException if RocksDB's library is not found
   */
  public static OwnedRocksDb start(Settings settings) {
    var database = new OwnedRocksDb();
    try {
      Files.createDirectory(database.server.files());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return database.launched(settings);
  }

  /**
   * @param saved from {@link #saveTo}; not changed
   */
  public static OwnedRocksDb startFrom(Path saved, Settings settings) {
    var database = new OwnedRocksDb();
    FolderCopy.copy(saved, database.server.files());
    return database.launched(settings);
  }

  private OwnedRocksDb launched(Settings settings) {
    try {
      launch(settings);
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void launch(Settings settings) {
    var command = new ArrayList<String>();
    if (!settings.cpus().isEmpty()) {
      command.addAll(List.of("taskset", "-c", settings.cpus()));
    }
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-Xmx512m", "-cp", classPath(), Server.class.getName()));
    command.add("-folder=" + server.files());
    command.add("-port=" + url.getPort());
    settings.insertSlots().ifPresent(slots -> command.add("-insert-slots=" + slots));
    command.addAll(settings.arguments());
    server.start("KILL", command, "RocksDB's server", STARTS_WITHIN, this::isListening);
  }

  /** RocksDB's own library is not in the job's jar: it has sixty megabytes. */
  private static String classPath() {
    String own = System.getProperty("java.class.path");
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isBlank()) {
      if (!Files.isReadable(Path.of(named))) {
        throw new IllegalArgumentException("%s=%s can't be read".formatted(VARIABLE, named));
      }
      return named + File.pathSeparator + own;
    }
    if (OwnedRocksDb.class.getResource("/org/rocksdb/RocksDB.class") == null) {
      throw new IllegalArgumentException(
          "no RocksDB here; name the jar of org.rocksdb:rocksdbjni in %s, or a running server in target.urls"
              .formatted(VARIABLE));
    }
    return own;
  }

  private boolean isListening() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public URI url() {
    return url;
  }

  @Override
  public Path folder() {
    return server.folder();
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
    server.stop(STOPS_WITHIN, LinuxProcess::askToEnd);
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
