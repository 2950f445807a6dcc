package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.Loopback;
import io.tidemark.process.Patience;
import io.tidemark.run.Totals;
import io.tidemark.sink.NullTarget;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.jars.DatabaseJars;
import io.tidemark.testing.Repository;
import io.tidemark.testing.SessionCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs get the classes of their database wherever they run, by servers of each protocol that throw
 * away: by Flink's own client, on a session cluster, and as an application.
 */
@Tag("guards:job/pipeline")
@Tag("guards:sinks")
class DatabaseJarsIT {
  private static final Path TARGET = Repository.root().resolve("job/target");
  private static final ClassLoader LOADER = DatabaseJarsIT.class.getClassLoader();
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(2);
  private static final int SAMPLES = 1_000;
  private static SessionCluster cluster;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    cluster = SessionCluster.start(1, 1);
  }

  @AfterAll
  static void end() {
    cluster.close();
  }

  /** Who writes to one over HTTP, with {@code flink run} or one jarURI, needs nothing else. */
  @Test
  void thatOfTheJobHoldsWhatSpeaksHttpAndNothingOfTheOthers() throws IOException {
    Set<String> beside = DatabaseJars.beside(LOADER);
    try (var jar = new JarFile(TARGET.resolve("tidemark-job.jar").toFile())) {
      Set<String> others = new TreeSet<>(Tsdb.all(LOADER).keySet());
      others.removeAll(beside);
      assertThat(types(jar)).isEqualTo(others).contains("null").hasSizeGreaterThan(2);
      assertThat(jar.stream().map(Object::toString))
          .noneMatch(
              entry ->
                  entry.matches(
                      "(io/netty|it/unimi|com/github/benmanes|org/apache/ignite|org/msgpack|org/postgresql|org/mariadb|org/rocksdb)/.*"));
    }
    for (String type : beside) {
      try (var jar = new JarFile(TARGET.resolve("tidemark-%s.jar".formatted(type)).toFile())) {
        assertThat(types(jar)).containsExactly(type);
        assertThat(jar.stream().map(Object::toString))
            .noneMatch(entry -> entry.matches("(io/tidemark/job|org/mariadb|org/rocksdb)/.*"));
      }
    }
  }

  /** By the classes that it names as services. */
  private static Set<String> types(JarFile jar) throws IOException {
    var entry = jar.getEntry("META-INF/services/" + Tsdb.class.getName());
    String names = new String(jar.getInputStream(entry).readAllBytes());
    Map<String, String> types =
        Tsdb.all(LOADER).values().stream()
            .collect(Collectors.toMap(kind -> kind.getClass().getName(), Tsdb::type));
    return names.lines().map(types::get).collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void flinksClientIsToldWhichJarIsMissingAndRunsWithIt() {
    try (NullTarget nothing = nothing("mysql")) {
      List<String> settings = settings("mysql", nothing);
      assertThatThrownBy(() -> flinkRun(settings))
          .hasMessageContaining("needs tidemark-mysql.jar")
          .hasMessageContaining("-C file:///");
      assertThatThrownBy(() -> flinkRun(settings, "tidemark-mysql.jar"))
          .hasMessageContaining("needs mariadb-java-client.jar")
          .hasMessageContaining("-C file:///");
      assertThat(flinkRun(settings, "tidemark-mysql.jar", "mariadb-java-client.jar").acked())
          .isEqualTo(SAMPLES);
    }
  }

  private static Totals flinkRun(List<String> settings, String... jars) {
    var arguments = new ArrayList<String>();
    for (String jar : jars) {
      arguments.addAll(List.of("-C", TARGET.resolve(jar).toUri().toString()));
    }
    try (var run = new ClusterRun(cluster, arguments, settings)) {
      return run.awaitEnd();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ignite", "mysql", "postgresql"})
  void aSessionClusterIsGivenThem(String type) {
    try (NullTarget nothing = nothing(type);
        var run = new ClusterRun(cluster, settings(type, nothing), Optional.empty())) {
      assertThat(run.awaitEnd().acked()).isEqualTo(SAMPLES);
    }
  }

  /** As the image has them. */
  @Test
  void anApplicationFindsThemInUsrlib() throws Exception {
    Path home = folder.resolve("flink");
    Path flink = Path.of(printed(Repository.root() + "/deploy/session/session", "fetch").strip());
    for (String part : List.of("bin", "conf")) {
      printed("cp", "-r", flink.resolve(part).toString(), Files.createDirectories(home).toString());
    }
    Files.createSymbolicLink(home.resolve("plugins"), flink.resolve("plugins"));
    link(flink.resolve("lib"), home.resolve("lib"));
    link(TARGET, home.resolve("usrlib"));
    Files.writeString(
        home.resolve("conf/config.yaml"), configuration(home.resolve("conf/config.yaml")));

    try (NullTarget nothing = nothing("ignite")) {
      var job = new ArrayList<>(List.of("--job-classname", "io.tidemark.job.TidemarkJob"));
      settings("ignite", nothing).forEach(each -> job.addAll(List.of("--set", each)));
      Process taskManager = process(home, "taskmanager.sh", List.of());
      Process jobManager = process(home, "standalone-job.sh", job);
      try {
        Patience.awaitEnd(jobManager, ENDS_WITHIN);
        String log = Files.readString(folder.resolve("standalone-job.sh.log"));
        assertThat(log).contains("switched from state RUNNING to FINISHED");
        assertThat(jobManager.exitValue()).as(log).isZero();
      } finally {
        jobManager.destroyForcibly();
        taskManager.destroyForcibly();
      }
    }
  }

  /** Of links: the scripts do not look into a folder that is one. */
  private static void link(Path jars, Path folder) throws IOException {
    Files.createDirectory(folder);
    try (Stream<Path> files = Files.list(jars)) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
        Files.createSymbolicLink(folder.resolve(jar.getFileName()), jar);
      }
    }
  }

  /** Of the distribution's, what opens the JDK to it. */
  private static String configuration(Path shipped) throws IOException {
    int port = Loopback.freePort();
    int rest = Loopback.freePort();
    String opens =
        Files.readAllLines(shipped).stream()
            .map(String::strip)
            .filter(line -> line.startsWith("all: "))
            .findFirst()
            .orElseThrow()
            .substring("all: ".length());
    return """
        jobmanager.rpc.address: 127.0.0.1
        jobmanager.rpc.port: %d
        jobmanager.bind-host: 127.0.0.1
        taskmanager.host: 127.0.0.1
        taskmanager.bind-host: 127.0.0.1
        taskmanager.resource-id: taskmanager-0
        rest.address: 127.0.0.1
        rest.bind-address: 127.0.0.1
        rest.port: %d
        jobmanager.memory.process.size: 1g
        taskmanager.memory.process.size: 2g
        taskmanager.memory.managed.size: 32m
        parallelism.default: 1
        env.java.opts.all: %s
        """
        .formatted(port, rest, opens);
  }

  /** The script becomes the JVM. */
  private Process process(Path home, String script, List<String> arguments) throws IOException {
    var command = new ArrayList<>(List.of(home.resolve("bin/" + script).toString()));
    command.add("start-foreground");
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(folder.resolve(script + ".log").toFile());
    builder.environment().put("FLINK_CONF_DIR", home.resolve("conf").toString());
    return builder.start();
  }

  private static String printed(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(false).start();
      String printed = new String(process.getInputStream().readAllBytes());
      Patience.awaitEnd(process, ENDS_WITHIN);
      assertThat(process.exitValue()).as(String.join(" ", command)).isZero();
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static NullTarget nothing(String type) {
    return Tsdb.byType(type, LOADER).startNullTarget().orElseThrow();
  }

  private static List<String> settings(String type, NullTarget nothing) {
    URI url = nothing.url();
    return List.of(
        "target.type=" + type,
        "target.urls=[" + url + "]",
        "target.accept-load=true",
        "source.datagen.start=2026-01-01T00:00:00Z",
        "source.datagen.samples=" + SAMPLES,
        "parallelism=1");
  }
}
