package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class HttpTransportTest {
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);

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
        thread.join(Patience.of(ENDS_WITHIN).toMillis());
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
            Patience.ofSeconds(20));
    return Patience.get(transport.send(call));
  }

  private static void awaitNoConnection(ScriptedServer server) {
    Patience.untilAsserted(ENDS_WITHIN, () -> assertThat(server.openConnections()).isZero());
  }
}
