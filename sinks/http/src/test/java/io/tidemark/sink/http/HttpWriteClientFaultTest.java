package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WriteResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HttpWriteClientFaultTest {
  @Test
  void sendsAgainAtOnceWhenAKeptAliveConnectionTurnsOutClosed() throws Exception {
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.status(204), ScriptedAnswer.close(), ScriptedAnswer.status(204));
        var client = Targets.client(server.url())) {
      Targets.write(client);
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.OK);
      assertThat(result.attempts()).isEqualTo(2);
      assertThat(result.bytesSent()).isEqualTo(200);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void sendsAgainAtOnceOnlyOnce() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.status(204), ScriptedAnswer.reset());
        var client = Targets.client(server.url())) {
      Targets.write(client);
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(result.attempts()).isEqualTo(2);
      assertThat(server.requests()).hasSize(3);
    }
  }

  @Test
  void doesNotSendAgainOnceAByteOfTheAnswerHasCome() throws Exception {
    for (ScriptedAnswer end : List.of(ScriptedAnswer.close(), ScriptedAnswer.reset())) {
      try (var server =
              ScriptedServer.start(
                  ScriptedAnswer.status(204), ScriptedAnswer.broken("HTTP/1.1 2", end));
          var client = Targets.client(server.url())) {
        Targets.write(client);
        WriteResult result = Targets.write(client);

        assertThat(result.outcome()).isEqualTo(ResponseClass.RETRY);
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(result.code()).isEmpty();
      }
    }
  }

  @Test
  void leavesAResetOnANewConnectionToTheCaller() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.reset());
        var client = Targets.client(server.url())) {
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(result.code()).isEmpty();
      assertThat(result.attempts()).isEqualTo(1);
      assertThat(result.error()).isNotEmpty();
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void retriesWhenTheAnswerBreaksOff() throws Exception {
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.broken(
                    "HTTP/1.1 400 Bad\r\nContent-Length: 100\r\n\r\nhalf",
                    ScriptedAnswer.close()));
        var client = Targets.client(server.url())) {
      assertThat(Targets.write(client).outcome()).isEqualTo(ResponseClass.RETRY);
    }
  }

  @Test
  void takesAnAnswerThatComesBeforeTheBodyIsSent() throws Exception {
    try (var early = listen();
        var client = Targets.client(url(early))) {
      var write = client.write(Targets.payload(50_000_000));
      try (var socket = early.accept()) {
        // An answer before any of the request would be none to it.
        socket.getInputStream().read();
        socket
            .getOutputStream()
            .write("HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig".getBytes());
        WriteResult result = Patience.get(write);

        assertThat(result.outcome()).isEqualTo(ResponseClass.REJECT);
        assertThat(result.code()).isEqualTo("HTTP 413");
        assertThat(result.bytesSent()).isLessThan(50_000_000);
      }
    }
  }

  @Test
  void leavesAConnectionOverWhichABodyIsStillOnItsWay() throws Exception {
    try (var early = listen();
        var client = Targets.client(url(early))) {
      var first = client.write(Targets.payload(50_000_000));
      try (var socket = early.accept()) {
        assertThat(socket.getInputStream().read()).as("the request has begun").isEqualTo('P');
        socket.getOutputStream().write("HTTP/1.1 204 No Content\r\n\r\n".getBytes());
        WriteResult result = Patience.get(first);
        assertThat(result.outcome()).as("nobody can have stored it").isEqualTo(ResponseClass.RETRY);
        assertThat(result.error())
            .contains("HTTP 204")
            .contains("before the whole request was sent");

        client.write(Targets.payload(100));
        early.setSoTimeout((int) Patience.ofSeconds(10).toMillis());
        try (var second = early.accept()) {
          assertThat(second.getInputStream().read()).isEqualTo('P');
        }
      }
    }
  }

  @Test
  void readsNoMoreThan64KiBOfAnEndlessAnswer() throws Exception {
    var written = new AtomicLong();
    try (var server = ScriptedServer.start(ScriptedAnswer.endless(500, written));
        var client = Targets.client(server.url())) {
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(result.code()).isEqualTo("HTTP 500");
      assertThat(result.error()).hasSizeLessThan(600).startsWith("HTTP 500: xxx");
      // What the two socket buffers take lies between the server's count and ours.
      assertThat(written.get()).isLessThan(16 * 1024 * 1024);
      assertThat(closesItsConnection(server)).isTrue();
    }
  }

  @Test
  void endsACallWhoseAnswerTrickles() throws Exception {
    try (var server =
            ScriptedServer.start(ScriptedAnswer.trickle(200, 1_000_000, Duration.ofMillis(20)));
        var client = Targets.client(Targets.of(server.url()), Duration.ofMillis(300))) {
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.RETRY);
      // The whole answer would have taken hours.
      assertThat(result.timing().totalNanos())
          .isGreaterThanOrEqualTo(Duration.ofMillis(300).toNanos());
      assertThat(closesItsConnection(server)).isTrue();
    }
  }

  @Test
  void endsACallThatGetsNoAnswer() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.silence());
        var client = Targets.client(Targets.of(server.url()), Duration.ofMillis(200))) {
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(result.error()).isEqualTo("no complete answer in time [timeout=200ms]");
    }
  }

  @Test
  void endsACallWhoseBodyIsNotTaken() throws Exception {
    try (var deaf = listen();
        var client = Targets.client(Targets.of(url(deaf)), Duration.ofMillis(300))) {
      WriteResult result = Patience.get(client.write(Targets.payload(50_000_000)));

      assertThat(result.outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(result.bytesSent()).isLessThan(50_000_000);
      assertThat(result.timing().sendNanos()).isGreaterThan(result.timing().answerNanos());
    }
  }

  @Test
  void endsACallThatGetsNoConnection() throws Exception {
    try (var full = listen();
        var crowd = new Crowd(full);
        var client = Targets.client(Targets.of(url(full)), Duration.ofMillis(300))) {
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(result.bytesSent()).isZero();
      assertThat(result.timing().connectNanos()).isGreaterThan(Duration.ofMillis(300).toNanos());
      assertThat(result.timing().sendNanos()).isZero();
      assertThat(crowd.size()).isPositive();
    }
  }

  @Test
  void retriesWhenTheConnectionIsRefused() throws Exception {
    URI url;
    try (var gone = ScriptedServer.start(ScriptedAnswer.status(204))) {
      url = gone.url();
    }
    try (var client = Targets.client(url)) {
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(result.code()).isEmpty();
      assertThat(result.attempts()).isEqualTo(1);
      assertThat(result.error()).contains("Connection refused");
    }
  }

  @Test
  void retriesWhenTheNameIsUnknown() throws Exception {
    // A label of more than 63 characters is no name, so the look-up fails without a network.
    try (var client = Targets.client(URI.create("http://" + "a".repeat(64) + ".invalid:8428"))) {
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(result.error()).isEqualTo("unknown host");
    }
  }

  @Test
  void completesWhatIsInFlightWhenItCloses() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.silence())) {
      var client = Targets.client(server.url());
      var write = client.write(Targets.payload(100));
      client.close();

      assertThat(Patience.get(write).outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(Targets.write(client).outcome()).isEqualTo(ResponseClass.RETRY);
    }
  }

  @Test
  void completesWhatIsStillConnectingWhenItCloses() throws Exception {
    try (var full = listen();
        var crowd = new Crowd(full);
        var server = ScriptedServer.start(ScriptedAnswer.status(204))) {
      var client = Targets.client(url(full), server.url());
      var write = client.write(Targets.payload(100));
      // Connections are begun in order: once the second is there, the first is under way.
      assertThat(Targets.write(client).outcome()).isEqualTo(ResponseClass.OK);
      client.close();

      assertThat(Patience.get(write).outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(crowd.size()).isPositive();
    }
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
  }

  private static URI url(ServerSocket listener) {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** Fills a listener's backlog, so that the system leaves further connections unanswered. */
  private record Crowd(List<SocketChannel> sockets) implements AutoCloseable {
    Crowd(ServerSocket listener) throws IOException {
      this(new ArrayList<>());
      for (int i = 0; i < 8; i++) {
        var socket = SocketChannel.open();
        socket.configureBlocking(false);
        socket.connect(listener.getLocalSocketAddress());
        sockets.add(socket);
      }
    }

    int size() {
      return sockets.size();
    }

    @Override
    public void close() throws IOException {
      for (SocketChannel socket : sockets) {
        socket.close();
      }
    }
  }

  /** The server notices when it next writes or reads; wait for that rather than for a time. */
  private static boolean closesItsConnection(ScriptedServer server) {
    return Patience.until(Duration.ofSeconds(10), () -> server.openConnections() == 0);
  }
}
