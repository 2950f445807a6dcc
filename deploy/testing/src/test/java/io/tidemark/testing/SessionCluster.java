package io.tidemark.testing;

import io.tidemark.process.FolderCopy;
import io.tidemark.process.NotInTime;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A real Flink session cluster in processes of its own, driven by {@code deploy/session/session}.
 * {@link #close} ends them and removes the session's folder; a JVM that ends without it does the
 * same.
 */
public final class SessionCluster implements AutoCloseable {
  private static final Pattern JOB_ID = Pattern.compile("JobID ([0-9a-f]{32})");
  private static final List<String> PROCESSES = List.of("jobmanager", "taskmanager");
  private static final Duration COMMAND = Duration.ofMinutes(5);

  private final Path root = Repository.root();
  private final Path folder;
  private final Thread onExit = new Thread(this::end);
  private String restUrl;
  private ZooKeeper zooKeeper;

  private SessionCluster(Path folder) {
    this.folder = folder;
  }

  /**
   * @param options Flink options as {@code key=value}, which replace the script's own
   */
  public static SessionCluster start(int taskManagers, int slotsEach, String... options) {
    return start(arguments(taskManagers, slotsEach, List.of(options)));
  }

  private static List<String> arguments(int taskManagers, int slotsEach, List<String> options) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("--taskmanagers", Integer.toString(taskManagers)));
    arguments.addAll(List.of("--slots", Integer.toString(slotsEach)));
    for (String option : options) {
      arguments.addAll(List.of("-D", option));
    }
    return arguments;
  }

  /**
   * One TaskManager, with Flink's metrics for Prometheus on 127.0.0.1.
   *
   * @param port the JobManager's; the next one is the TaskManager's
   */
  public static SessionCluster startWithPrometheus(int slots, int port) {
    return start(
        List.of("--slots", Integer.toString(slots), "--prometheus-port", Integer.toString(port)));
  }

  /** One TaskManager with two task slots, on a Flink that this build is not compiled against. */
  public static SessionCluster startFlink(String version) {
    return start(List.of("--flink", version));
  }

  /**
   * With a ZooKeeper, so that jobs survive {@link #restartJobManager}. TaskManagers that die are
   * noticed within five seconds, later on a slow host.
   *
   * @param more Flink options as {@code key=value}, which replace the script's own
   */
  public static SessionCluster startHighlyAvailable(
      int taskManagers, int slotsEach, String... more) {
    SessionCluster cluster = make();
    cluster.zooKeeper = ZooKeeper.start(Path.of(cluster.session("fetch", List.of()).strip()));
    long lostAfterMillis = Patience.ofSeconds(5).toMillis();
    var options =
        new ArrayList<>(
            List.of(
                "heartbeat.interval=500",
                "heartbeat.timeout=" + lostAfterMillis,
                "high-availability.type=zookeeper",
                "high-availability.zookeeper.quorum=" + cluster.zooKeeper.address(),
                // Until it is over, a dead JobManager still leads.
                "high-availability.zookeeper.client.session-timeout=" + lostAfterMillis,
                "high-availability.storageDir=" + cluster.folder.resolve("ha").toUri()));
    options.addAll(List.of(more));
    return start(cluster, arguments(taskManagers, slotsEach, options));
  }

  private static SessionCluster start(List<String> arguments) {
    return start(make(), arguments);
  }

  private static SessionCluster make() {
    try {
      var cluster = new SessionCluster(Files.createTempDirectory("tidemark-session"));
      Runtime.getRuntime().addShutdownHook(cluster.onExit);
      return cluster;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SessionCluster start(SessionCluster cluster, List<String> arguments) {
    var all = new ArrayList<>(arguments);
    String options = String.join(" ", JavaCommand.briefLife());
    // Flink does not start with a key that has no value.
    for (String process : options.isEmpty() ? List.<String>of() : PROCESSES) {
      all.addAll(List.of("-D", "env.java.opts.%s=%s".formatted(process, options)));
    }
    try {
      cluster.restUrl = cluster.session("start", all).strip();
    } catch (IllegalStateException e) {
      cluster.close();
      throw new NotInTime("a session cluster", e);
    }
    return cluster;
  }

  /** Without a slash at the end. */
  public String restUrl() {
    return restUrl;
  }

  /** Holds {@code log/}, {@code checkpoints/} and {@code savepoints/}. */
  public Path folder() {
    return folder;
  }

  /** Process ids of the JobManager and of every TaskManager that was started, by their names. */
  public SortedMap<String, Long> processes() {
    var processes = new TreeMap<String, Long>();
    try (Stream<Path> files = Files.list(folder.resolve("pids"))) {
      for (Path file : files.toList()) {
        // Behind it stands when that process began.
        String id = Files.readString(file).split(" ")[0];
        processes.put(file.getFileName().toString(), Long.parseLong(id));
      }
      return processes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** SIGKILL. TaskManagers are numbered from 0 in the order of their start. */
  public void killTaskManager(int number) {
    session("kill-taskmanager", List.of(Integer.toString(number)));
  }

  /** Returns the new TaskManager's number, before it has registered. */
  public int addTaskManager() {
    return Integer.parseInt(session("add-taskmanager", List.of()).strip());
  }

  /** SIGKILL, and a new one at the same address; returns before that answers. */
  public void restartJobManager() {
    session("restart-jobmanager", List.of());
  }

  /** Submits detached with the distribution's own {@code bin/flink run}; returns the job's id. */
  public String flinkRun(List<String> arguments) {
    var all = new ArrayList<>(List.of("run", "--detached"));
    all.addAll(arguments);
    String printed = flink(all);
    Matcher id = JOB_ID.matcher(printed);
    if (!id.find()) {
      throw new IllegalStateException("bin/flink run printed no job id:\n" + printed);
    }
    return id.group(1);
  }

  /** Any command of {@code bin/flink} against this cluster; returns what it printed. */
  public String flink(List<String> arguments) {
    String home = session("fetch", List.of()).strip();
    var command = new ArrayList<>(List.of(home + "/bin/flink"));
    command.addAll(arguments);
    return run(command);
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(onExit);
    end();
  }

  private void end() {
    session("stop", List.of());
    if (zooKeeper != null) {
      zooKeeper.close();
    }
    FolderCopy.remove(folder);
  }

  private String session(String command, List<String> arguments) {
    var all = new ArrayList<>(List.of(root.resolve("deploy/session/session").toString(), command));
    all.addAll(List.of("--dir", folder.toString()));
    all.addAll(arguments);
    return run(all);
  }

  private String run(List<String> command) {
    try {
      Path printed = Files.createTempFile("tidemark-command", ".out");
      Path errors = Files.createTempFile("tidemark-command", ".err");
      var builder = new ProcessBuilder(command).redirectOutput(printed.toFile());
      builder.redirectError(errors.toFile());
      builder.environment().put("FLINK_CONF_DIR", folder.resolve("conf").toString());
      builder.environment().put("FLINK_LOG_DIR", folder.resolve("log").toString());
      Process process = builder.start();
      boolean ended = process.waitFor(Patience.of(COMMAND).toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        process.destroy();
      }
      String text = Files.readString(printed);
      String errorText = Files.readString(errors);
      Files.delete(printed);
      Files.delete(errors);
      if (!ended || process.exitValue() != 0) {
        throw new IllegalStateException(
            String.join(" ", command) + " failed:\n" + text + errorText);
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + command, e);
    }
  }
}
