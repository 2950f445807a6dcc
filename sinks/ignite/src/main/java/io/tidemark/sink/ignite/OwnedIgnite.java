package io.tidemark.sink.ignite;

import io.tidemark.process.Loopback;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.DatabaseServer;
import io.tidemark.sink.client.Installed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real Ignite of our own, a cluster of one server, on free ports of 127.0.0.1, with its data in a
 * temporary folder. Process and folder vanish with this process, however it ends. Arguments of its
 * settings are {@code name=value} of its configuration, if they begin with {@code ignite.}, and
 * else its JVM's; {@code ignite.metrics.} are of its cluster, which is told them once, when it is
 * made. Not thread-safe.
 */
public final class OwnedIgnite extends DatabaseServer {
  /** How {@code target.type: ignite} is started. */
  static final Starter STARTER = Starter.slow("Ignite", OwnedIgnite::start, OwnedIgnite::startFrom);

  private static final String VARIABLE = "TIDEMARK_IGNITE";
  private static final String NODE = "tidemark";
  private static final String PREFIX = "ignite.";
  private static final String OF_CLUSTER = PREFIX + "metrics.";
  private static final int ANSWERS_WITHIN_MILLIS = 2_000;
  private static final Duration STARTS_WITHIN = Duration.ofMinutes(3);

  /** It writes what it has in memory to its files. */
  private static final Duration STOPS_WITHIN = Duration.ofMinutes(2);

  private static final Life LIFE = new Life(STARTS_WITHIN, STOPS_WITHIN, "TERM", "KILL");

  /** Of java.base: what Ignite reflects into (its own documentation has the list). */
  private static final List<String> OPENED =
      List.of(
          "java.io",
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.math",
          "java.nio",
          "java.time",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.locks",
          "jdk.internal.access",
          "jdk.internal.misc",
          "sun.nio.ch",
          "sun.reflect.generics.reflectiveObjects",
          "sun.security.x509");

  private final Path jars;
  private final int rest = Loopback.freePort();
  private final int network = Loopback.freePort();

  /** Whether a cluster is still to be made of it. */
  private boolean isNew;

  /** Of its configuration, a line each. */
  private final List<String> cluster = new ArrayList<>();

  private OwnedIgnite(Path jars, boolean isNew) {
    super(
        "Ignite",
        "ignite",
        URI.create("%s://127.0.0.1:%d".formatted(Connector.SCHEME, Loopback.freePort())),
        LIFE);
    this.jars = jars;
    this.isNew = isNew;
  }

  /**
   * With no data. Returns when it is ready to be written to.
   *
   * @throws IllegalArgumentException if its jars are not found
   */
  public static OwnedIgnite start(Settings settings) {
    return started(new OwnedIgnite(jars(), true), settings, server -> {});
  }

  /**
   * @param saved from {@link #saveTo}; not changed
   */
  public static OwnedIgnite startFrom(Path saved, Settings settings) {
    return startedFrom(saved, new OwnedIgnite(jars(), false), settings, server -> {});
  }

  private static Path jars() {
    return Installed.fetched("Ignite", VARIABLE);
  }

  private Path pidFile() {
    return folder().resolve("pid");
  }

  @Override
  protected List<String> command(Settings settings) {
    Path config = folder().resolve("ignite.conf");
    var lines = new ArrayList<String>(config());
    var command = new ArrayList<String>();
    // The shell becomes the server: it has the same id.
    command.addAll(List.of("sh", "-c", "echo $$ >\"$0\"; exec \"$@\"", pidFile().toString()));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    OPENED.forEach(name -> command.add("--add-opens=java.base/%s=ALL-UNNAMED".formatted(name)));
    command.add("-Xmx1g");
    command.add("-Dio.netty.tryReflectionSetAccessible=true");
    // Its REST has no address in the configuration.
    command.add("-Dmicronaut.server.host=127.0.0.1");
    cluster.clear();
    for (String argument : settings.arguments()) {
      if (argument.startsWith(OF_CLUSTER)) {
        cluster.add(argument);
      } else {
        (argument.startsWith(PREFIX) ? lines : command).add(argument);
      }
    }
    command.addAll(List.of("-cp", jars.resolve("*").toString()));
    command.add("org.apache.ignite.internal.app.IgniteRunner");
    command.addAll(List.of("--node-name", NODE, "--config-path", config.toString()));
    command.addAll(List.of("--work-dir", files().toString()));
    try {
      Files.createDirectories(files());
      // It writes into the file itself.
      Files.write(config, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return command;
  }

  private List<String> config() {
    String here = "[\"127.0.0.1\"]";
    return List.of(
        "ignite.network.port=" + network,
        "ignite.network.listenAddresses=" + here,
        "ignite.network.nodeFinder.netClusterNodes=[\"127.0.0.1:%d\"]".formatted(network),
        "ignite.clientConnector.port=" + url().getPort(),
        "ignite.clientConnector.listenAddresses=" + here,
        "ignite.rest.port=" + rest);
  }

  @Override
  protected String program() {
    return "Ignite";
  }

  /** A new server waits to be told that it is a cluster. */
  @Override
  protected boolean isReady() {
    try {
      String state = rest("node/state", "");
      if (state.contains("\"STARTED\"")) {
        return true;
      }
      if (isNew && state.contains("\"STARTING\"")) {
        rest(
            "cluster/init",
            "{\"metaStorageNodes\":[\"%s\"],\"cmgNodes\":[\"%s\"],\"clusterName\":\"%s\",\"clusterConfiguration\":\"%s\"}"
                .formatted(NODE, NODE, NODE, inJson(String.join("\n", cluster))));
        isNew = false;
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  private static String inJson(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  /**
   * @param body "" to ask, else to tell
   */
  private String rest(String path, String body) throws IOException {
    URI address = Loopback.http(rest).resolve("/management/v1/" + path);
    var connection = (HttpURLConnection) address.toURL().openConnection();
    connection.setConnectTimeout(ANSWERS_WITHIN_MILLIS);
    connection.setReadTimeout(ANSWERS_WITHIN_MILLIS);
    try {
      if (!body.isEmpty()) {
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
      }
      return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      connection.disconnect();
    }
  }

  @Override
  public TargetConfig target(TargetConfig configured) {
    return configured
        .withUrls(List.of(url()))
        .withOption("create-tables", "true")
        .withOption("pid-file", pidFile().toString());
  }
}
