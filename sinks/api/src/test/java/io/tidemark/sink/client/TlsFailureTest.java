package io.tidemark.sink.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateExpiredException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;

class TlsFailureTest {
  @Test
  void aConnectionThatEndsDuringTheHandshakeIsNoRefusal() throws Exception {
    Throwable closed = handshakeWith(socket -> {});
    assertThat(closed).isInstanceOf(SSLException.class);
    assertThat(TlsFailure.isRefusal(new IOException("wrapped", closed))).isFalse();
  }

  @Test
  void aPortThatSpeaksNoTlsIsOne() throws Exception {
    Throwable plain =
        handshakeWith(
            socket ->
                socket
                    .getOutputStream()
                    .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8)));
    assertThat(TlsFailure.isRefusal(plain)).isTrue();
  }

  @Test
  void certificatesAndAlertsAreOnes() {
    var handshake = new SSLHandshakeException("PKIX path validation failed");
    handshake.initCause(new CertificateExpiredException());
    assertThat(TlsFailure.isRefusal(handshake)).isTrue();
    assertThat(TlsFailure.isRefusal(new SSLPeerUnverifiedException("another host"))).isTrue();
    assertThat(TlsFailure.isRefusal(new SSLHandshakeException("Received fatal alert"))).isTrue();
  }

  @Test
  void aConnectionThatBreaksInMidStreamIsNone() {
    var reset = new SSLException("Connection reset", new SocketException("Connection reset"));
    assertThat(TlsFailure.isRefusal(reset)).isFalse();
    assertThat(TlsFailure.isRefusal(new IOException("no TLS at all"))).isFalse();
  }

  private interface Server {
    void answer(Socket socket) throws IOException;
  }

  /** What a client says when a server reads its first bytes, answers and closes. */
  private static Throwable handshakeWith(Server server) throws Exception {
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var answering =
          new Thread(
              () -> {
                try (Socket accepted = listening.accept()) {
                  accepted.getInputStream().read(new byte[4096]);
                  server.answer(accepted);
                } catch (IOException e) {
                  // The client says what happened.
                }
              });
      answering.start();
      try (var socket =
          (SSLSocket)
              SSLSocketFactory.getDefault()
                  .createSocket(listening.getInetAddress(), listening.getLocalPort())) {
        return catchThrowable(socket::startHandshake);
      } finally {
        answering.join();
      }
    }
  }
}
