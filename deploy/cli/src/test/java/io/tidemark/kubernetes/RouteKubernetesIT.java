package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.tidemark.cluster.Route;
import io.tidemark.process.Patience;
import io.tidemark.sink.TargetConfig;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The way to a Flink and its database, through the port forwarding of a real API server. */
@NeedsKubernetes
class RouteKubernetesIT {
  private static final String FLINK = "route-flink";
  private static final String DATABASE = "route-database";
  private static final String FILES = "route-files";
  private static final int FILES_PORT = 8080;
  private static final Path JAR = Repository.root().resolve("job/target/tidemark-job.jar");
  private static final String JAR_IN_PODS = "/opt/flink/usrlib/tidemark-job.jar";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Somebody who waits sees the end of his connection long before he would give up. */
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(30);

  private static TestKubernetes kubernetes;
  private static Route route;
  private static ProgramPod files;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    kubernetes.make(ImagePod.of(FLINK, kubernetes.namespace, "jobmanager"));
    kubernetes.database(DATABASE);
    files =
        new ProgramPod(
            FILES,
            FILES_PORT,
            List.of(FileProgram.class),
            List.of(Integer.toString(FILES_PORT), JAR_IN_PODS));
    kubernetes.program(files);
    route =
        new KubernetesRoute(
            new KubernetesClientBuilder().build(), kubernetes.namespace, FLINK, () -> {});
    await("Flink's REST API", PATIENCE, () -> page("overview").contains("flink-version"));
  }

  @AfterAll
  static void end() {
    route.close();
    kubernetes.close();
  }

  /** "" while Flink does not answer. */
  private static String page(String path) {
    try {
      return TestKubernetes.page(route.rest(), path);
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void aDatabaseIsReachedByTheNameThatPodsHaveForIt() throws IOException {
    URI inPods = URI.create("http://%s.%s:8428".formatted(DATABASE, kubernetes.namespace));

    URI here = route.reachable(TargetConfig.of("victoriametrics", inPods)).urls().get(0);

    assertThat(here.getHost()).isEqualTo("127.0.0.1");
    assertThat(TestKubernetes.page(here, "metrics")).contains("vm_app_version");
  }

  @Test
  void theJobsJarIsUploadedWhole() throws Exception {
    String boundary = "tidemark";
    var head =
        """
        --%s\r
        Content-Disposition: form-data; name="jarfile"; filename="job.jar"\r
        Content-Type: application/x-java-archive\r
        \r
        """
            .formatted(boundary);
    var body =
        BodyPublishers.concat(
            BodyPublishers.ofString(head),
            BodyPublishers.ofFile(JAR),
            BodyPublishers.ofString("\r\n--%s--\r\n".formatted(boundary)));
    HttpRequest upload =
        HttpRequest.newBuilder(route.rest().resolve("/jars/upload"))
            .header("Content-Type", "multipart/form-data; boundary=" + boundary)
            .timeout(Patience.of(PATIENCE))
            .POST(body)
            .build();

    HttpResponse<String> answer = HttpClient.newHttpClient().send(upload, BodyHandlers.ofString());

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(kubernetes.inside(flink(), "bash", "-c", "sha256sum /tmp/flink-web-*/*/*_job.jar"))
        .startsWith(Sha256.of(JAR));
  }

  private static Pod flink() {
    return kubernetes.pods(FLINK, "jobmanager").get(0);
  }

  @Test
  void aLargeBodyIsReadWhole() throws Exception {
    try (Forward forward = forward()) {
      HttpRequest request =
          HttpRequest.newBuilder(forward.uri("http", "/")).timeout(Patience.of(PATIENCE)).build();

      HttpResponse<InputStream> answer =
          HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream());

      assertThat(Sha256.of(answer.body())).isEqualTo(Sha256.of(JAR));
    }
  }

  /** Who waits for an answer must not wait for ever, and who comes next gets it of the new pod. */
  @Test
  void aConnectionEndsWithItsPodAndTheNextOneFollowsANewPod() throws Exception {
    try (Forward forward = forward();
        var waiting = new Socket("127.0.0.1", forward.uri("http", "").getPort())) {
      waiting.setSoTimeout((int) Patience.of(ENDS_WITHIN).toMillis());
      // The server has a request whose end is still to come.
      waiting.getOutputStream().write("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
      await("a connection in the pod", PATIENCE, RouteKubernetesIT::isConnected);

      kubernetes.kill(filesPod().orElseThrow());

      assertThat(waiting.getInputStream().read()).isNegative();
      kubernetes.replace(files);
      try (InputStream again = forward.uri("http", "/").toURL().openStream()) {
        assertThat(again.readAllBytes()).hasSize((int) Files.size(JAR));
      }
    }
  }

  /** As the pod's kernel has it: 8080 is 1F90, and 01 is ESTABLISHED. */
  private static boolean isConnected() {
    return kubernetes
        .inside(filesPod().orElseThrow(), "cat", "/proc/net/tcp", "/proc/net/tcp6")
        .lines()
        .anyMatch(line -> line.matches(" *\\d+: \\w+:1F90 \\w+:\\w+ 01 .*"));
  }

  private static Forward forward() {
    return Forward.start(kubernetes.client, RouteKubernetesIT::filesPod, FILES_PORT);
  }

  private static Optional<Pod> filesPod() {
    return ServiceAddress.running(
        kubernetes
            .client
            .pods()
            .inNamespace(kubernetes.namespace)
            .withLabel("app", FILES)
            .list()
            .getItems());
  }
}
