package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.PortForward;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Over the real client's WebSockets, to a server that stands for a pod's and says what it got. */
@Tag("seconds")
class ForwardTest {
  private static final Pod POD =
      new PodBuilder().withNewMetadata().withNamespace("load").withName("jm").endMetadata().build();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http = HttpClient.newHttpClient();
  private HttpServer pod;
  private FakeApiServer server;
  private KubernetesClient client;
  private Forward forward;

  @BeforeEach
  void start() throws IOException {
    pod = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    pod.setExecutor(Executors.newCachedThreadPool());
    pod.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    pod.start();
    server = new FakeApiServer();
    Config config = Config.empty();
    config.setMasterUrl(server.url());
    client = new KubernetesClientBuilder().withConfig(config).build();
    forward = Forward.start(client, () -> Optional.of(POD), pod.getAddress().getPort());
  }

  @AfterEach
  void end() throws IOException {
    forward.close();
    client.close();
    server.close();
    pod.stop(0);
  }

  private CompletableFuture<HttpResponse<byte[]>> sent(byte[] body) {
    HttpRequest request =
        HttpRequest.newBuilder(forward.uri("http", "/jars/upload"))
            .timeout(Patience.of(PATIENCE))
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    return http.sendAsync(request, BodyHandlers.ofByteArray());
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  @Test
  void aJarIsUploadedWholeToAServerThatTakesItSlowly() {
    byte[] jar = random(20 << 20);

    assertThat(sent(jar).join().body()).isEqualTo(jar);
  }

  @Test
  void manyConnectionsAtOnceGetTheirOwnAnswers() {
    var answers = new ArrayList<CompletableFuture<HttpResponse<byte[]>>>();
    for (int i = 1; i <= 50; i++) {
      answers.add(sent(random(i * 1_000)));
    }

    for (int i = 1; i <= 50; i++) {
      assertThat(answers.get(i - 1).join().body()).isEqualTo(random(i * 1_000));
    }
  }

  /** As who only asks whether somebody listens. */
  @Test
  void aConnectionThatIsClosedAtOnceDisturbsNoOther() throws IOException {
    for (int i = 0; i < 20; i++) {
      URI address = forward.uri("http", "");
      new Socket(address.getHost(), address.getPort()).close();
      assertThat(sent(random(100)).join().body()).hasSize(100);
    }
  }

  @Test
  void aConnectionThatHasEndedEndsAtTheApiServerToo() throws IOException {
    URI address = forward.uri("http", "");
    try (var socket = new Socket(address.getHost(), address.getPort())) {
      socket.getOutputStream().write('G');
      assertThat(Patience.until(PATIENCE, () -> server.open() == 1)).isTrue();
    }
    assertThat(Patience.until(PATIENCE, () -> server.open() == 0)).isTrue();
  }

  /** Else {@link Forward} would not have to close it: docs/contributing/workarounds.md. */
  @Test
  void theClientsOwnForwardingKeepsAConnectionThatHasEnded() throws IOException {
    try (var listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var local = SocketChannel.open(listener.getLocalAddress());
      SocketChannel accepted = listener.accept();
      int port = pod.getAddress().getPort();
      try (PortForward own = client.pods().resource(POD).portForward(port, accepted, accepted)) {
        assertThat(Patience.until(PATIENCE, () -> server.open() == 1)).isTrue();
        local.close();
        assertThat(Patience.until(Duration.ofSeconds(1), () -> !own.isAlive())).isFalse();
        assertThat(server.open()).isEqualTo(1);
      }
    }
  }

  @Test
  void whoAsksWhileNoPodRunsSeesAClosedConnection() throws IOException {
    try (var nowhere = Forward.start(client, Optional::empty, 1);
        var socket = new Socket("127.0.0.1", nowhere.uri("http", "").getPort())) {
      assertThat(socket.getInputStream().read()).isNegative();
    }
  }
}
