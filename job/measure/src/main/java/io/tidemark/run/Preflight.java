package io.tidemark.run;

import io.tidemark.job.RootCause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.SampleGaps;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.source.SourcePositions;
import io.tidemark.savepoint.Savepoint;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Consumer;

/**
 * Finds what can be known to be wrong before anything starts. It is only for jobs that run on this
 * machine, because others see other addresses and files.
 */
public final class Preflight {
  private static final int CONNECT_MILLIS = 5_000;

  private Preflight() {}

  /**
   * Checks what a configuration names.
   *
   * @param theirs whether its database was there before; else it is not looked for
   * @throws ConfigException naming the first address or file that is not there
   */
  static void check(JobConfig config, boolean theirs) {
    if (config.source().type() == JobConfig.SourceType.FILE) {
      config.source().file().paths().stream()
          .filter(path -> !JobConfig.FileInput.isPattern(path))
          .forEach(path -> requireFile("source.file.path", path));
    }
    requireFolder("checkpoint.dir", config.checkpoint().dir());
    if (config.deadLetter().type() == JobConfig.DeadLetterType.FILE) {
      requireFolder("dead-letter.path", config.deadLetter().path());
    }
    requireFile("target.auth.password-file", config.target().auth().passwordFile());
    requireFile("target.auth.bearer-token-file", config.target().auth().bearerTokenFile());
    requireFile("target.tls.ca-file", config.target().tls().caFile());
    requireFile("target.tls.certificate-file", config.target().tls().certificateFile());
    requireFile("target.tls.key-file", config.target().tls().keyFile());
    if (theirs && !config.target().type().equals("null")) {
      String type = config.target().type();
      config.target().urls().forEach(url -> requireListening(url, type));
    }
  }

  /** Returns a warning for each setting that nobody should have without knowing it. */
  static List<String> warnings(JobConfig config) {
    var warnings = new ArrayList<String>();
    if (config.target().tls().insecureSkipVerify()) {
      warnings.add(TargetConfig.Tls.INSECURE);
    }
    SampleGaps.warning(config).ifPresent(warnings::add);
    return warnings;
  }

  /** Returns what the configuration says and a cluster that is there already does not heed. */
  static List<String> notesOnCluster(JobConfig config) {
    return config.metrics().prometheusPort() == 0
        ? List.of()
        : List.of(
            "metrics.prometheus-port is for runs without --cluster; a cluster exports with reporters of its own (docs/metrics.md)");
  }

  /**
   * Checks a savepoint for a run of its own that begins where it was taken.
   *
   * @param path the path of a folder or its {@code _metadata}, or its URI
   * @param note takes what of the savepoint the configuration leaves out
   * @return its URI, which means the same in any working directory
   * @throws ConfigException if this build can't restore it, or its source is of another kind
   */
  public static String savepoint(String path, JobConfig config, Consumer<String> note) {
    return opened(path, config, note).path();
  }

  /**
   * Checks a savepoint as {@link #savepoint} does, for a run that goes on with all that is in it.
   *
   * @throws ConfigException also if its dead letters went to a topic, and now don't
   */
  static String resumed(String path, JobConfig config, Consumer<String> note) {
    var savepoint = opened(path, config, note);
    if (config.deadLetter().type() != JobConfig.DeadLetterType.KAFKA
        && savepoint.hasStateOf(DeadLetters.TOPIC_UID)) {
      throw new ConfigException(
          "the savepoint %s is of a run with dead-letter.type=kafka; set it, or leave what its topic had in state behind: flink run -s %1$s -n"
              .formatted(savepoint.path()));
    }
    return savepoint.path();
  }

  private static Savepoint opened(String path, JobConfig config, Consumer<String> note) {
    var savepoint = Savepoint.open(path);
    if (savepoint.positions(config.source()) instanceof SourcePositions.Kafka kafka) {
      SortedSet<String> unnamed = kafka.topicsBeside(config.source().kafka().topics());
      if (!unnamed.isEmpty()) {
        note.accept(
            "source.kafka.topics does not name %s of the savepoint: nothing is read of it, and its offsets are kept"
                .formatted(unnamed));
      }
    }
    return savepoint;
  }

  /**
   * Makes the folder if it is not there, and checks that it can be written to.
   *
   * @throws ConfigException if nothing can be written to it
   */
  public static void requireWritable(String key, String folder) {
    if (isElsewhere(folder)) {
      return;
    }
    Path path = local(folder);
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw notWritable(key, path, RootCause.of(e), e);
    }
    try {
      // Rights alone don't tell, because root has all of them, on a read-only disk, too.
      Files.delete(Files.createTempFile(path, "tidemark", ".part"));
    } catch (IOException e) {
      throw notWritable(key, path, "read-only, or not ours", e);
    }
  }

  private static ConfigException notWritable(String key, Path path, String why, Throwable cause) {
    return new ConfigException(
        "%s=%s can't be written to (%s); name another folder".formatted(key, path, why), cause);
  }

  private static boolean isElsewhere(String path) {
    return path.contains("://") && !path.startsWith("file://");
  }

  private static Path local(String path) {
    return path.startsWith("file:") ? Path.of(URI.create(path)) : Path.of(path);
  }

  /** Checks a folder without making it, because one that is not there may not be needed. */
  private static void requireFolder(String key, String path) {
    if (path.isEmpty() || isElsewhere(path)) {
      return;
    }
    Path there = local(path).toAbsolutePath();
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      throw notWritable(key, local(path), there + " is no folder", null);
    }
  }

  private static void requireFile(String key, String path) {
    if (path.isEmpty() || isElsewhere(path)) {
      return;
    }
    Path file = local(path);
    if (!Files.isReadable(file)) {
      throw new ConfigException(
          "%s=%s: %s"
              .formatted(
                  key, path, Files.exists(file) ? "can't be read" : "there is no such file"));
    }
  }

  /**
   * @param type the kind of the database
   */
  static int port(URI url, String type) {
    return url.getPort() > 0
        ? url.getPort()
        : Tsdb.byType(type, Preflight.class.getClassLoader()).defaultPort(url.getScheme());
  }

  private static void requireListening(URI url, String type) {
    if (url.getHost() == null) {
      requireFile("target.urls", url.getPath());
      return;
    }
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(url.getHost(), port(url, type)), CONNECT_MILLIS);
    } catch (IOException e) {
      throw new ConfigException(
          "target.urls: %s can't be reached (%s); start the database, or leave target.urls out for one of our own"
              .formatted(url, RootCause.of(e)),
          e);
    }
  }
}
