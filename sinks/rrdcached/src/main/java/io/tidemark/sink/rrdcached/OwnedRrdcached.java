package io.tidemark.sink.rrdcached;

import io.tidemark.process.FolderCopy;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedServer;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real RRDcached of our own, on a free port of 127.0.0.1, with its files and its journal in a
 * temporary folder. Process and folder vanish with this process, however it ends. Not thread-safe.
 */
public final class OwnedRrdcached implements OwnedDatabase {
  /** How {@code target.type: rrdcached} is started. */
  static final Starter STARTER =
      new Starter() {
        @Override
        public String product() {
          return "RRDcached";
        }

        @Override
        public OwnedDatabase start(Settings settings) {
          return OwnedRrdcached.start(settings);
        }

        @Override
        public OwnedDatabase startFrom(Path saved, Settings settings) {
          return OwnedRrdcached.startFrom(saved, settings);
        }
      };

  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(2);

  /** It reads its journal first. */
  private static final Duration STARTS_WITHIN = Duration.ofMinutes(2);

  /** It writes what it holds: a file for each series. */
  private static final Duration STOPS_WITHIN = Duration.ofMinutes(5);

  private final URI url =
      URI.create("%s://127.0.0.1:%d".formatted(Rrdcached.SCHEME, Loopback.freePort()));
  private final OwnedServer server = new OwnedServer("RRDcached at " + url, "rrdcached");
  private final Program program;

  private OwnedRrdcached() {
    try {
      program = Program.found();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * With no data. Returns when it is ready to be written to.
   *
   * @throws IllegalArgumentException if its program is not found
   */
  public static OwnedRrdcached start(Settings settings) {
    var daemon = new OwnedRrdcached();
    return daemon.launched(
        settings,
        () -> {
          try {
            Files.createDirectories(daemon.files());
            Files.createDirectories(daemon.journal());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /**
   * @param saved from {@link #saveTo}; not changed
   */
  public static OwnedRrdcached startFrom(Path saved, Settings settings) {
    var daemon = new OwnedRrdcached();
    return daemon.launched(settings, () -> FolderCopy.copy(saved, daemon.server.files()));
  }

  private OwnedRrdcached launched(Settings settings, Runnable filled) {
    try {
      filled.run();
      Program.user().giveAway(folder());
      launch(settings);
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void launch(Settings settings) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("-g", "-l", "127.0.0.1:" + url.getPort()));
    arguments.addAll(List.of("-p", pidFile().toString()));
    arguments.addAll(List.of("-b", files().toString(), "-B", "-R"));
    arguments.addAll(List.of("-j", journal().toString(), "-F"));
    // Each file is written a minute or one and a half after its first value, not all at once.
    arguments.addAll(List.of("-w", "60", "-z", "30", "-f", "600"));
    arguments.addAll(settings.arguments());
    var command = new ArrayList<String>();
    if (!settings.cpus().isEmpty()) {
      command.addAll(List.of("taskset", "-c", settings.cpus()));
    }
    command.addAll(program.command(folder(), arguments));
    server.start("KILL", command, program.file().toString(), STARTS_WITHIN, this::isReady);
  }

  private boolean isReady() {
    try (var connection = Connection.open(url, ANSWERS_WITHIN)) {
      connection.command("PING");
      return true;
    } catch (IOException | RefusedException e) {
      return false;
    }
  }

  @Override
  public URI url() {
    return url;
  }

  @Override
  public TargetConfig target(TargetConfig configured) {
    return configured.withUrls(List.of(url)).withOption("pid-file", pidFile().toString());
  }

  @Override
  public Path folder() {
    return server.folder();
  }

  /** Its base folder: the files of series lie below. */
  Path files() {
    return server.files().resolve("rrd");
  }

  private Path journal() {
    return server.files().resolve("journal");
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
