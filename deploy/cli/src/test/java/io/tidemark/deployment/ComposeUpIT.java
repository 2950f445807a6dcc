package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.deployment.Compose.Answer;
import io.tidemark.process.Loopback;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What README.md of {@code deploy/compose} has one type. It does not run where a registry does not
 * answer, or where something listens on these ports already: they are fixed.
 */
@Tag("slow")
@Tag("guards:deploy/compose")
class ComposeUpIT {
  private static final int GRAFANA = 3000;
  private static final int FLINK = 8081;
  private static final int DATABASE = 8428;
  private static final int MONITORING = 8429;
  private static final int VMALERT = 8880;
  private static final int KAFKA = 9092;
  private static final int[] PORTS = {GRAFANA, FLINK, DATABASE, MONITORING, VMALERT, KAFKA};

  /** Two gigabytes of images. */
  private static final Duration PULLED_WITHIN = Duration.ofMinutes(15);

  private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(2);
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final HttpClient http = HttpClient.newHttpClient();
  private Compose compose;

  @BeforeEach
  void up() {
    Optional<Compose> found = Compose.found("tidemark-test");
    assumeTrue(found.isPresent(), "neither `docker compose` nor `docker-compose` is here");
    int[] taken = IntStream.of(PORTS).filter(ComposeUpIT::isTaken).toArray();
    assumeTrue(
        taken.length == 0, () -> "these ports of 127.0.0.1 are taken: " + Arrays.toString(taken));
    Answer pulled = found.get().run(PULLED_WITHIN, "pull", "-q");
    assumeTrue(
        pulled.exitCode() == 0,
        () -> "the images of deploy/compose do not come: " + pulled.lastLine());
    compose = found.get();
    done("up", "-d");
  }

  private static boolean isTaken(int port) {
    try (var socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private void done(String... arguments) {
    Answer answer = compose.run(ANSWERS_WITHIN, arguments);
    assertThat(answer.exitCode()).as(answer.output()).isZero();
  }

  @AfterEach
  void down() {
    if (compose != null) {
      done("down", "-v");
    }
  }

  @Test
  void aJobWritesIntoTheDatabaseAndAllOfItIsWatched() throws Exception {
    awaitAnswer(FLINK, "/overview", "\"slots-available\":2");
    done(
        "exec",
        "-T",
        "jobmanager",
        "flink",
        "run",
        "-d",
        "/opt/tidemark/tidemark-job.jar",
        "-c",
        "/opt/tidemark/run.yaml");

    awaitAnswer(FLINK, "/jobs/overview", "RUNNING");
    awaitAnswer(DATABASE, "/api/v1/status/tsdb", "\"totalSeries\":[1-9]");
    awaitAnswer(
        MONITORING, "/api/v1/query?query=vm_rows_inserted_total%3E0", "\"job\":\"database\"");
    awaitAnswer(MONITORING, "/api/v1/query?query=sum(up)%3E2", "\"value\"");
    awaitAnswer(VMALERT, "/api/v1/rules", "\"rules\":\\[\\{");
    awaitAnswer(GRAFANA, "/api/dashboards/uid/tidemark-ceiling", "Tidemark: the ceiling");
    try (var kafka = Admin.create(Map.of("bootstrap.servers", "localhost:" + KAFKA))) {
      assertThat(Patience.get(kafka.describeCluster().nodes())).hasSize(1);
    }
  }

  private void awaitAnswer(int port, String path, String pattern) {
    URI address = Loopback.http(port).resolve(path);
    Patience.untilAsserted(
        PATIENCE, () -> assertThat(answer(address)).as("%s", address).containsPattern(pattern));
  }

  /** What went wrong, where there is none. */
  private String answer(URI address) {
    try {
      return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body();
    } catch (IOException e) {
      return e.toString();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
