package io.tidemark.sink.rrdcached;

import io.tidemark.process.Loopback;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.DatabaseServer;
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
public final class OwnedRrdcached extends DatabaseServer {
  /** How {@code target.type: rrdcached} is started. */
  static final Starter STARTER =
      Starter.of("RRDcached", OwnedRrdcached::start, OwnedRrdcached::startFrom);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(2);

  /** It reads its journal first. */
  private static final Duration STARTS_WITHIN = Duration.ofMinutes(2);

  /** It writes what it holds: a file for each series. */
  private static final Duration STOPS_WITHIN = Duration.ofMinutes(5);

  private static final Life LIFE = new Life(STARTS_WITHIN, STOPS_WITHIN, "TERM", "KILL");

  private final Program program;

  private OwnedRrdcached(Program program) {
    super(
        "RRDcached",
        "rrdcached",
        URI.create("%s://127.0.0.1:%d".formatted(Connection.SCHEME, Loopback.freePort())),
        LIFE);
    this.program = program;
  }

  /**
   * With no data. Returns when it is ready to be written to.
   *
   * @throws IllegalArgumentException if its program is not found
   */
  public static OwnedRrdcached start(Settings settings) {
    return started(new OwnedRrdcached(Program.found()), settings, OwnedRrdcached::initialize);
  }

  /**
   * @param saved from {@link #saveTo}; not changed
   */
  public static OwnedRrdcached startFrom(Path saved, Settings settings) {
    return startedFrom(
        saved,
        new OwnedRrdcached(Program.found()),
        settings,
        daemon -> Program.user().giveAway(daemon.folder()));
  }

  private void initialize() {
    try {
      Files.createDirectories(base());
      Files.createDirectories(journal());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Program.user().giveAway(folder());
  }

  @Override
  protected List<String> command(Settings settings) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("-g", "-l", "127.0.0.1:" + url().getPort()));
    arguments.addAll(List.of("-p", pidFile().toString()));
    arguments.addAll(List.of("-b", base().toString(), "-B", "-R"));
    arguments.addAll(List.of("-j", journal().toString(), "-F"));
    // Each file is written a minute or one and a half after its first value, not all at once.
    arguments.addAll(List.of("-w", "60", "-z", "30", "-f", "600"));
    arguments.addAll(settings.arguments());
    return program.command(folder(), arguments);
  }

  @Override
  protected String program() {
    return program.file().toString();
  }

  @Override
  protected boolean isReady() {
    try (var connection = Connection.open(url(), ANSWERS_WITHIN)) {
      connection.command("PING");
      return true;
    } catch (IOException | RefusedException e) {
      return false;
    }
  }

  @Override
  public TargetConfig target(TargetConfig configured) {
    return configured.withUrls(List.of(url())).withOption("pid-file", pidFile().toString());
  }

  /** Its base folder: the files of series lie below. */
  public Path base() {
    return files().resolve("rrd");
  }

  /**
   * Returns when it has written to its files what it held of them, if nobody writes to it
   * meanwhile.
   *
   * @throws RunException if that took too long
   */
  public void flush() throws IOException {
    try (var connection = Connection.open(url(), STOPS_WITHIN)) {
      connection.command("FLUSHALL");
      var written = new String[1];
      boolean isDone =
          Poll.until(
              STOPS_WITHIN,
              LOOK_AGAIN,
              () -> {
                // Files that are being written are in no queue: their values are not counted yet.
                String before = written[0];
                String stats = stats(connection);
                written[0] = line(stats, "DataSetsWritten: ");
                return line(stats, "QueueLength: ").equals("0") && written[0].equals(before);
              });
      if (!isDone) {
        throw new RunException("RRDcached did not write its files within " + STOPS_WITHIN);
      }
    } catch (RefusedException e) {
      throw new IOException("RRDcached does not flush: " + e.getMessage(), e);
    }
  }

  private static String stats(Connection connection) {
    try {
      return String.join("\n", connection.command("STATS"));
    } catch (IOException | RefusedException e) {
      throw new RunException("RRDcached does not answer: " + e, e);
    }
  }

  /** What stands behind a name. */
  private static String line(String stats, String name) {
    return stats
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()))
        .findFirst()
        .orElseThrow();
  }

  private Path journal() {
    return files().resolve("journal");
  }

  private Path pidFile() {
    return folder().resolve("pid");
  }
}
