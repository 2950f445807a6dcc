package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.Patience;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.client.TestCertificates;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsIT {
  @TempDir static Path folder;

  private static Path authority;
  private static Path otherAuthority;
  private static SSLContext good;
  private static SSLContext expired;
  private static SSLContext otherHost;
  private static TestCertificates.Pem ours;
  private static TestCertificates.Pem stranger;

  @BeforeAll
  static void makeCertificates() throws Exception {
    var certificates = new TestCertificates(folder);
    authority = certificates.authority("authority");
    otherAuthority = certificates.authority("other-authority");
    good = certificates.server("good", "authority", "ip:127.0.0.1", "-1d", 10);
    expired = certificates.server("expired", "authority", "ip:127.0.0.1", "-10d", 5);
    otherHost = certificates.server("other", "authority", "dns:db.example", "-1d", 10);
    ours = certificates.client("ours", "authority");
    stranger = certificates.client("stranger", "other-authority");
  }

  @Test
  void writesToAServerWhoseAuthorityIsTrusted() throws Exception {
    try (var server = ScriptedServer.startTls(good, ScriptedAnswer.status(204));
        var client = client(server.url(), authority)) {
      for (int i = 0; i < 3; i++) {
        WriteResult result = Targets.write(client);
        assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
      }

      assertThat(server.connections()).isEqualTo(1);
      assertThat(server.requests().get(0).body()).isEqualTo(Targets.payload(100).body());
    }
  }

  @Test
  void showsItsCertificateToAServerThatAsksForOne() throws Exception {
    var tls =
        new TargetConfig.Tls(
            authority.toString(), ours.certificate().toString(), ours.key().toString(), false);
    try (var server = ScriptedServer.startMutualTls(good, ScriptedAnswer.status(204));
        var client = client(server.url(), tls)) {
      WriteResult result = Targets.write(client);
      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
    }
  }

  @Test
  void isNotAcceptedWithoutACertificateOrWithAStrangers() throws Exception {
    var strangers =
        new TargetConfig.Tls(
            authority.toString(),
            stranger.certificate().toString(),
            stranger.key().toString(),
            false);
    for (TargetConfig.Tls tls : List.of(TargetConfig.Tls.of(authority.toString()), strangers)) {
      try (var server = ScriptedServer.startMutualTls(good, ScriptedAnswer.status(204));
          var client = client(server.url(), tls)) {
        assertThat(Targets.write(client).outcome()).isNotEqualTo(ResponseClass.OK);
        assertThat(server.requests()).isEmpty();
      }
    }
  }

  @Test
  void saysWhichFileIsNotAKeyAndHowToMakeOne() throws Exception {
    Path old = Files.writeString(folder.resolve("old.key"), "-----BEGIN RSA PRIVATE KEY-----\nx");
    var tls =
        new TargetConfig.Tls(
            authority.toString(), ours.certificate().toString(), old.toString(), false);
    assertThatThrownBy(() -> client(URI.create("https://127.0.0.1:1"), tls))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.tls.key-file", "openssl pkcs8")
        .hasMessageContaining(old.toString());
  }

  @Test
  void trustsWhoeverAnswersWhereItIsToldNotToLook() throws Exception {
    for (SSLContext bad : List.of(expired, otherHost)) {
      try (var server = ScriptedServer.startTls(bad, ScriptedAnswer.status(204));
          var client = client(server.url(), new TargetConfig.Tls("", "", "", true))) {
        WriteResult result = Targets.write(client);
        assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
      }
    }
  }

  @Test
  void sendsALargeBodyWhole() throws Exception {
    var payload = Targets.payload(3_000_000);
    try (var server = ScriptedServer.startTls(good, ScriptedAnswer.status(204));
        var client = client(server.url(), authority)) {
      WriteResult result = client.write(payload).get();

      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
      assertThat(server.requests().get(0).body()).isEqualTo(payload.body());
    }
  }

  @Test
  void endsTheRunWhenTheCertificateHasExpired() throws Exception {
    try (var server = ScriptedServer.startTls(expired, ScriptedAnswer.status(204));
        var client = client(server.url(), authority)) {
      assertRefused(Targets.write(client), server, "NotAfter");
    }
  }

  @Test
  void endsTheRunWhenTheCertificateIsForAnotherHost() throws Exception {
    try (var server = ScriptedServer.startTls(otherHost, ScriptedAnswer.status(204));
        var client = client(server.url(), authority)) {
      assertRefused(Targets.write(client), server, "127.0.0.1");
    }
  }

  @Test
  void endsTheRunWhenTheAuthorityIsUnknown() throws Exception {
    try (var server = ScriptedServer.startTls(good, ScriptedAnswer.status(204));
        var client = client(server.url(), otherAuthority)) {
      assertRefused(Targets.write(client), server, "target.tls.ca-file");
    }
    try (var server = ScriptedServer.startTls(good, ScriptedAnswer.status(204));
        var client = Targets.client(server.url())) {
      assertRefused(Targets.write(client), server, "target.tls.ca-file");
    }
  }

  @Test
  void endsTheRunWhenThePortSpeaksPlainHttp() throws Exception {
    try (var plain = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        var client = client(URI.create("https://127.0.0.1:" + plain.getLocalPort()), authority)) {
      var write = client.write(Targets.payload(100));
      try (var socket = plain.accept()) {
        socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
        WriteResult result = write.get();

        assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.FATAL);
        assertThat(result.error()).startsWith("TLS: ").contains("target.urls");
      }
    }
  }

  @Test
  void retriesWhenTheConnectionEndsDuringTheHandshake() throws Exception {
    try (var dying = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        var client = client(URI.create("https://127.0.0.1:" + dying.getLocalPort()), authority)) {
      for (boolean reset : new boolean[] {false, true}) {
        var write = client.write(Targets.payload(100));
        var socket = dying.accept();
        socket.getInputStream().read();
        socket.setSoLinger(reset, 0);
        if (!reset) {
          // Reading all there is makes the close an orderly one.
          socket.getInputStream().readNBytes(socket.getInputStream().available());
        }
        socket.close();

        assertThat(write.get().outcome()).isEqualTo(ResponseClass.RETRY);
      }
    }
  }

  @Test
  void sendsAgainAtOnceWhenAKeptAliveConnectionTurnsOutClosed() throws Exception {
    try (var server =
            ScriptedServer.startTls(
                good,
                ScriptedAnswer.status(204),
                ScriptedAnswer.close(),
                ScriptedAnswer.status(204));
        var client = client(server.url(), authority)) {
      Targets.write(client);
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
      assertThat(result.attempts()).isEqualTo(2);
    }
  }

  @Test
  void retriesWhenTheServerDiesWithARequestInHand() throws Exception {
    try (var server = ScriptedServer.startTls(good, ScriptedAnswer.reset());
        var client = client(server.url(), authority)) {
      assertThat(Targets.write(client).outcome()).isEqualTo(ResponseClass.RETRY);
    }
  }

  private static HttpWriteClient client(URI url, Path trusted) {
    return client(url, TargetConfig.Tls.of(trusted.toString()));
  }

  private static HttpWriteClient client(URI url, TargetConfig.Tls tls) {
    return Targets.client(Targets.of(url).withTls(tls), Patience.ofSeconds(5));
  }

  private static void assertRefused(WriteResult result, ScriptedServer server, String reason) {
    assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.FATAL);
    assertThat(result.error()).startsWith("TLS: ").contains(reason);
    assertThat(server.requests()).isEmpty();
  }
}
