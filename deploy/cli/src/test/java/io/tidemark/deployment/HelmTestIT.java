package io.tidemark.deployment;

import static io.tidemark.deployment.Chart.at;
import static io.tidemark.deployment.Chart.maps;
import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.process.Loopback;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code helm test} runs in its pod, beside pages as Flink serves them. */
class HelmTestIT {
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private HttpServer flink;

  /**
   * @param output of both streams
   */
  private record Tested(int exitCode, String output) {}

  private int serving(String path, String page) throws IOException {
    flink = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    flink.createContext(
        path,
        exchange -> {
          byte[] body = page.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    flink.start();
    return flink.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    if (flink != null) {
      flink.stop(0);
    }
  }

  /** Helm's library renders no hooks, so the pod is looked at in a chart where it is none. */
  private Map<String, Object> container(String mode) throws IOException {
    try (Stream<Path> files = Files.walk(Chart.FOLDER)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = folder.resolve(Chart.FOLDER.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.write(copy, Files.readAllBytes(file));
      }
    }
    Path hook = folder.resolve("templates/test.yaml");
    Files.writeString(hook, Files.readString(hook).replace("helm.sh/hook: test", "is: no hook"));
    var chart = Chart.withDatabase(folder).set("mode", mode);
    return maps(at(Chart.rendered(chart).get("Pod/tidemark-test"), "spec", "containers")).get(0);
  }

  private Tested test(String mode, int port) throws Exception {
    Map<String, Object> container = container(mode);
    var command = new ArrayList<String>();
    for (String part : List.of("command", "args")) {
      ((List<?>) container.get(part)).forEach(each -> command.add(each.toString()));
    }
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .putAll(Map.of("FLINK_HOST", "127.0.0.1", "FLINK_PORT", "" + port, "WITHIN", "1"));
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Patience.awaitEnd(process, ENDS_WITHIN);
    return new Tested(process.exitValue(), output);
  }

  private static String job(String state, int running, int finished) {
    return """
        {"jobs":[{"jid":"1","name":"tidemark","start-time":1,"end-time":-1,"duration":9,"state":"%s",\
        "last-modification":1,"tasks":{"running":%d,"canceling":0,"canceled":0,"total":4,"created":0,\
        "scheduled":0,"deploying":0,"reconciling":0,"finished":%d,"initializing":0,"failed":0},\
        "pending-operators":0}]}"""
        .formatted(state, running, finished);
  }

  @Test
  void passesWhereAllTasksOfTheJobRun() throws Exception {
    int port = serving("/jobs/overview", job("RUNNING", 3, 1));

    Tested tested = test("application", port);

    assertThat(tested.exitCode()).as(tested.output()).isZero();
  }

  @Test
  void passesWhereTheJobHasFinished() throws Exception {
    int port = serving("/jobs/overview", job("FINISHED", 0, 4));

    assertThat(test("application", port).exitCode()).isZero();
  }

  /** Flink says RUNNING of it all the same. */
  @Test
  void failsWhereTasksWaitForSlots() throws Exception {
    int port = serving("/jobs/overview", job("RUNNING", 2, 0));

    assertThat(test("application", port).exitCode()).isEqualTo(1);
  }

  @Test
  void failsWhereTheJobDoesNotRunAndSaysWhatItHeard() throws Exception {
    int port = serving("/jobs/overview", "{\"jobs\":[{\"jid\":\"1\",\"state\":\"FAILED\"}]}");

    Tested tested = test("application", port);

    assertThat(tested.exitCode()).isEqualTo(1);
    assertThat(tested.output())
        .contains("no job runs at 127.0.0.1:" + port)
        .contains("\"state\":\"FAILED\"");
  }

  @Test
  void failsWhereNobodyListens() throws Exception {
    assertThat(test("application", Loopback.freePort()).exitCode()).isEqualTo(1);
  }

  @Test
  void passesWhereASessionAnswers() throws Exception {
    int port = serving("/overview", "{\"taskmanagers\":0,\"slots-total\":0}");

    Tested tested = test("session", port);

    assertThat(tested.exitCode()).as(tested.output()).isZero();
  }

  @Test
  void asksTheServiceThatFlinkMakes() throws IOException {
    assertThat(maps(container("application").get("env")))
        .contains(Map.of("name", "FLINK_HOST", "value", "tidemark-rest"));
    assertThat(new Helm(Chart.FOLDER).show().readme().call()).contains("helm test");
  }
}
