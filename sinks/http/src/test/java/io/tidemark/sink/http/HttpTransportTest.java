package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class HttpTransportTest {
  @Test
  void closesAConnectionThatLiesIdle() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.status(204));
        var transport =
            new HttpTransport("test", SSLContext.getDefault(), Duration.ofMillis(100))) {
      send(transport, server);
      awaitNoConnection(server);
      HttpAnswer answer = send(transport, server);

      assertThat(answer.status()).isEqualTo(204);
      assertThat(answer.staleConnection()).isFalse();
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void endsItsThreadsWhenItCloses() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.status(204))) {
      var transport = new HttpTransport("ends-its-threads", SSLContext.getDefault());
      send(transport, server);
      List<Thread> threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().startsWith("ends-its-threads-"))
              .toList();
      transport.close();

      assertThat(threads).isNotEmpty();
      for (Thread thread : threads) {
        thread.join(5_000);
        assertThat(thread.isAlive()).as(thread.getName()).isFalse();
      }
      awaitNoConnection(server);
    }
  }

  private static HttpAnswer send(HttpTransport transport, ScriptedServer server) throws Exception {
    var call =
        new HttpCall(
            Targets.address(server.url()),
            "POST",
            List.of(),
            new byte[10],
            1024,
            System.nanoTime(),
            Duration.ofSeconds(20));
    return transport.send(call).get(20, TimeUnit.SECONDS);
  }

  private static void awaitNoConnection(ScriptedServer server) {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (server.openConnections() > 0 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(server.openConnections()).isZero();
  }
}
