package io.tidemark.sink.rocksdb;

import io.tidemark.process.Loopback;
import io.tidemark.sink.client.DatabaseServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A RocksDB in a {@link Server} of our own, on a free port of 127.0.0.1, with its data in a
 * temporary folder. Process and folder vanish with this process, however it ends. Not thread-safe.
 */
public final class OwnedRocksDb extends DatabaseServer {
  /** Starts it for {@code target.type: rocksdb}. */
  static final Starter STARTER =
      Starter.of("RocksDB", OwnedRocksDb::start, OwnedRocksDb::startFrom);

  private static final String VARIABLE = "TIDEMARK_ROCKSDB";
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(60);
  private static final int CONNECT_MILLIS = 1_000;

  private static final Life LIFE = new Life(STARTS_WITHIN, STOPS_WITHIN, "TERM", "KILL");

  private OwnedRocksDb() {
    super("RocksDB", "rocksdb", Loopback.http(Loopback.freePort()), LIFE);
  }

  /**
   * Starts it without data; returns when it is ready to be written to.
   *
   * @throws IllegalArgumentException if RocksDB's library is not found
   */
  public static OwnedRocksDb start(Settings settings) {
    return started(new OwnedRocksDb(), settings, OwnedRocksDb::initialize);
  }

  /**
   * @param saved a folder from {@link #saveTo}, which is not changed
   */
  public static OwnedRocksDb startFrom(Path saved, Settings settings) {
    return startedFrom(saved, new OwnedRocksDb(), settings, database -> {});
  }

  private void initialize() {
    try {
      Files.createDirectory(files());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected List<String> command(Settings settings) {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-Xmx512m", "-cp", classPath(), Server.class.getName()));
    command.add("-folder=" + files());
    command.add("-port=" + url().getPort());
    settings.insertSlots().ifPresent(slots -> command.add("-insert-slots=" + slots));
    command.addAll(settings.arguments());
    return command;
  }

  @Override
  protected String program() {
    return "RocksDB's server";
  }

  /**
   * Returns the server's class path. RocksDB's own library is not in the job's jar, because it has
   * sixty megabytes.
   */
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

  @Override
  protected boolean isReady() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(url().getHost(), url().getPort()), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
