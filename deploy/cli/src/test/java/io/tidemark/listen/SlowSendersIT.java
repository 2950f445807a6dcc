package io.tidemark.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.testing.ChildJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who sends a byte now and then, or nothing, holds no connection for long. */
class SlowSendersIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String HEAD =
      "POST /api/v1/write HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-protobuf\r\n"
          + "Content-Encoding: snappy\r\n";

  @TempDir Path folder;

  private ChildJvm child;
  private int port;

  @BeforeEach
  void start() {
    child =
        ChildJvm.start(
            SmallReceiver.class,
            List.of("-Xmx128m"),
            "",
            List.of(folder.resolve("slow.capture").toString()));
    Patience.await("its port", PATIENCE, () -> child.output().endsWith("\n"));
    port = Integer.parseInt(child.output().strip());
  }

  @AfterEach
  void close() {
    child.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"in its headers", "in its body"})
  void whoTricklesIsCutOff(String where) throws Exception {
    try (Socket socket = connect()) {
      String begin =
          where.equals("in its headers") ? HEAD : HEAD + "Content-Length: 100000\r\n\r\nabc";
      socket.getOutputStream().write(begin.getBytes(StandardCharsets.US_ASCII));
      assertThat(Patience.until(PATIENCE, () -> isCutOff(socket))).isTrue();
    }
    assertThat(answers()).isTrue();
  }

  @Test
  void connectionsAreBoundedAndThoseThatSayNothingGo() throws Exception {
    var silent = new ArrayList<Socket>();
    try {
      for (int i = 0; i < SmallReceiver.CONNECTIONS; i++) {
        Socket socket = connect();
        socket.getOutputStream().write('P');
        silent.add(socket);
      }
      try (Socket oneMore = connect()) {
        assertThat(Patience.until(PATIENCE, () -> isCutOff(oneMore))).isTrue();
      }
      Patience.await("room", PATIENCE, this::answers);
      assertThat(silent).allSatisfy(socket -> assertThat(isCutOff(socket)).isTrue());
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  /** Trickles on until there is nobody to read it. */
  private static boolean isCutOff(Socket socket) {
    try {
      socket.getOutputStream().write('a');
      socket.setSoTimeout((int) Patience.of(Duration.ofMillis(200)).toMillis());
      return socket.getInputStream().read() < 0;
    } catch (java.net.SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private boolean answers() {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/api/v1/write".formatted(port)));
    try {
      int status =
          HttpClient.newHttpClient().send(request.build(), BodyHandlers.discarding()).statusCode();
      return status == Answer.NOT_ALLOWED;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
