package io.tidemark.sink.client;

import io.tidemark.process.FolderCopy;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.OwnedServer;
import io.tidemark.process.RunException;
import io.tidemark.sink.OwnedDatabase;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What all databases have in common that Tidemark starts as one server, with its data in a
 * temporary folder. Process and folder vanish with this process, however it ends. Not thread-safe.
 */
public abstract class DatabaseServer implements OwnedDatabase {
  private static final Duration ANSWERS_AT_ONCE = Duration.ofSeconds(1);

  /** A write may take this long if the configuration says nothing else. */
  private static final Duration TAKES_WITHIN = Duration.ofSeconds(30);

  private final URI url;
  private final Life life;
  private final OwnedServer server;

  /**
   * @param endSignal the signal, such as TERM, at which the server writes what it has to disk and
   *     ends
   * @param lastSignal see {@link io.tidemark.process.OwnedProcess#start(Path, String, List)}
   */
  public record Life(
      Duration startsWithin, Duration stopsWithin, String endSignal, String lastSignal) {}

  /**
   * Makes the server's folder, but does not start it.
   *
   * @param purpose a part of its folders' names
   */
  protected DatabaseServer(String product, String purpose, URI url, Life life) {
    this.url = url;
    this.life = life;
    server = new OwnedServer(product + " at " + url, purpose);
  }

  /**
   * Fills the server's folder and starts it; if that fails, neither process nor folder remains.
   *
   * @param fill makes {@link #files}
   */
  protected static <T extends DatabaseServer> T started(
      T database, Settings settings, Consumer<T> fill) {
    try {
      fill.accept(database);
      ((DatabaseServer) database).launch(settings);
      return database;
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /**
   * Starts it from a copy of its data.
   *
   * @param saved a folder from {@link #saveTo}, which is not changed
   * @param own makes the copy the server's own
   */
  protected static <T extends DatabaseServer> T startedFrom(
      Path saved, T database, Settings settings, Consumer<T> own) {
    return started(
        database,
        settings,
        filled -> {
          FolderCopy.copy(saved, filled.files());
          own.accept(filled);
        });
  }

  /** Returns the command line of its program; the settings' own arguments come last. */
  protected abstract List<String> command(Settings settings);

  /** Returns the program's name for messages. */
  protected abstract String program();

  /** Tells whether it can be written to. */
  protected abstract boolean isReady();

  private void launch(Settings settings) {
    var command = new ArrayList<String>();
    if (!settings.cpus().isEmpty()) {
      command.addAll(List.of("taskset", "-c", settings.cpus()));
    }
    command.addAll(command(settings));
    if (!settings.program().isEmpty()) {
      start(settings.program(), command);
    }
    try {
      server.start(life.lastSignal(), command, program(), life.startsWithin(), this::isReady);
    } catch (RunException e) {
      throw explained(e);
    }
  }

  private void start(String other, List<String> command) {
    if (!command.contains(program())) {
      throw new IllegalArgumentException(
          "%s starts no program of another version [program=%s]".formatted(program(), other));
    }
    command.replaceAll(part -> part.equals(program()) ? other : part);
  }

  /** Returns why it did not start, with what to do if that is known. */
  protected RunException explained(RunException failed) {
    return failed;
  }

  /** Returns the folder of its data, in {@link #folder}, which does not exist at first. */
  protected final Path files() {
    return server.files();
  }

  @Override
  public final URI url() {
    return url;
  }

  @Override
  public final Path folder() {
    return server.folder();
  }

  @Override
  public final LinuxProcess process() {
    return server.process();
  }

  @Override
  public final void restart(Settings settings) {
    stop();
    launch(settings);
  }

  @Override
  public final void stop() {
    server.stop(life.stopsWithin(), this::askToEnd);
  }

  private void askToEnd(LinuxProcess process) {
    if (process.isAlive()) {
      process.signal(life.endSignal());
    }
  }

  /** Starts it again after {@link LinuxProcess#kill}. */
  public final void startAgain(Settings settings) {
    server.end();
    launch(settings);
  }

  @Override
  public final void saveTo(Path folder) {
    server.saveTo(folder);
  }

  @Override
  public final void close() {
    server.close();
  }

  /** Tells whether it answers a GET with 200 at once. */
  protected final boolean answersOk(String path) {
    return answersOk(path, ANSWERS_AT_ONCE);
  }

  /** Tells whether it takes a request to do something, although it may be busy now. */
  protected final boolean takes(String path) {
    return answersOk(path, TAKES_WITHIN);
  }

  private boolean answersOk(String path, Duration within) {
    try {
      var connection = (HttpURLConnection) url.resolve(path).toURL().openConnection();
      connection.setConnectTimeout((int) within.toMillis());
      connection.setReadTimeout((int) within.toMillis());
      try {
        return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      return false;
    }
  }
}
