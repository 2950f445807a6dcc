package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.Patience;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WriteResult;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HttpWriteClientTest {
  @Test
  void sendsTheBodyAndSaysWhatItIs() throws Exception {
    Payload payload = Targets.payload(1_000_000);
    try (var server = ScriptedServer.start(ScriptedAnswer.status(204));
        var client = Targets.client(server.url())) {
      WriteResult result = Patience.get(client.write(payload));

      assertThat(result.outcome()).isEqualTo(ResponseClass.OK);
      assertThat(result.code()).isEqualTo("HTTP 204");
      assertThat(result.attempts()).isEqualTo(1);
      assertThat(result.bytesSent()).isEqualTo(1_000_000);
      assertThat(result.error()).isEmpty();
      assertThat(result.endpoint()).isEqualTo(server.url() + "/write");
      var request = server.requests().get(0);
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.pathAndQuery()).isEqualTo("/write");
      assertThat(request.body()).isEqualTo(payload.body());
      assertThat(request.headers())
          .containsEntry("content-type", "text/plain")
          .containsEntry("content-length", "1000000")
          .containsEntry("host", server.url().getAuthority())
          .doesNotContainKeys("authorization", "expect", "accept-encoding", "cookie", "connection")
          .hasEntrySatisfying(
              "user-agent", agent -> assertThat(agent).matches("tidemark/\\d+\\..*"));
    }
  }

  @Test
  void refusesAPayloadOfAnotherDatabase() {
    try (var client = Targets.client(URI.create("http://127.0.0.1:1"))) {
      assertThatThrownBy(() -> client.write(new Payload(new byte[1], "snappy", 1, 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("encoding=snappy, known=[plain]");
    }
  }

  /** One that answers 200 and says in the body what it could not store, with what it was sent. */
  @Test
  void believesTheBodyWhereTheDatabaseSaysThere() throws Exception {
    var protocol =
        new HttpWriteClient.Protocol(
            url -> Targets.address(url).withQuery("key=secret"),
            Map.of("plain", Map.of()),
            StatusTable.HTTP,
            (payload, status, header, body) ->
                body.length == 0
                    ? Optional.empty()
                    : Optional.of(
                        new HttpWriteClient.Meaning(
                            ResponseClass.RETRY,
                            "failed",
                            status + ": " + new String(body, StandardCharsets.UTF_8))));
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.withBody(200, "not stored\nkey=secret"),
                ScriptedAnswer.status(400));
        var client =
            new HttpWriteClient(
                Targets.of(server.url()), Targets.options(Patience.ofSeconds(20)), protocol)) {
      WriteResult failed = Targets.write(client);
      assertThat(failed.outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(failed.code()).isEqualTo("failed");
      assertThat(failed.error()).isEqualTo("200: not stored ***");

      WriteResult refused = Targets.write(client);
      assertThat(refused.outcome()).isEqualTo(ResponseClass.REJECT);
      assertThat(refused.code()).isEqualTo("HTTP 400");
    }
  }

  @Test
  void usesOneConnectionForRequestsThatFollowEachOther() throws Exception {
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.status(204),
                ScriptedAnswer.withBody(503, "busy"),
                ScriptedAnswer.status(204));
        var client = Targets.client(server.url())) {
      for (int i = 0; i < 5; i++) {
        Targets.write(client);
      }

      assertThat(server.requests()).hasSize(5);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void opensAsManyConnectionsAsThereAreRequestsInFlight() throws Exception {
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.delayed(
                    Patience.of(Duration.ofMillis(100)), ScriptedAnswer.status(204)));
        var client = Targets.client(server.url())) {
      for (int round = 0; round < 2; round++) {
        var writes = new ArrayList<CompletableFuture<WriteResult>>();
        for (int i = 0; i < 4; i++) {
          writes.add(client.write(Targets.payload(100)));
        }
        for (CompletableFuture<WriteResult> write : writes) {
          assertThat(Patience.get(write).outcome()).isEqualTo(ResponseClass.OK);
        }
      }

      assertThat(server.connections()).isEqualTo(4);
    }
  }

  @Test
  void leavesAConnectionTheServerWantsClosed() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.status(204, "Connection: close"));
        var client = Targets.client(server.url())) {
      Targets.write(client);
      WriteResult second = Targets.write(client);

      assertThat(second.attempts()).isEqualTo(1);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void retriesWhenTheServerIsBusyAndPassesOnHowLongItWantsUsToWait() throws Exception {
    try (var server =
            ScriptedServer.start(ScriptedAnswer.withBody(429, "slow down", "Retry-After: 7"));
        var client = Targets.client(server.url())) {
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.THROTTLED);
      assertThat(result.retryAfterMillis()).isEqualTo(OptionalLong.of(7_000));
      assertThat(result.error()).isEqualTo("HTTP 429: slow down");
    }
  }

  @Test
  void givesTheServersOwnReasonForARejection() throws Exception {
    try (var server =
            ScriptedServer.start(ScriptedAnswer.withBody(400, "cannot\nparse \u0007 label"));
        var client = Targets.client(server.url())) {
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.REJECT);
      assertThat(result.error()).isEqualTo("HTTP 400: cannot parse label");
    }
  }

  @Test
  void doesNotFollowARedirect() throws Exception {
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.status(
                    302, "Location: http://user:pw@127.0.0.1:1/login?token=s3cr3t"));
        var client = Targets.client(server.url())) {
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.FATAL);
      assertThat(result.code()).isEqualTo("HTTP 302");
      assertThat(result.error())
          .contains("target.urls", "[location=http://127.0.0.1:1/login]")
          .doesNotContain("s3cr3t", "pw");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void tellsWaitingForTheAnswerFromSendingTheBody() throws Exception {
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.delayed(Duration.ofMillis(200), ScriptedAnswer.status(204)));
        var client = Targets.client(server.url())) {
      WriteResult result = Targets.write(client);

      long delayNanos = Duration.ofMillis(200).toNanos();
      assertThat(result.timing().answerNanos()).isGreaterThanOrEqualTo(delayNanos);
      assertThat(result.timing().connectNanos()).isPositive();
      assertThat(result.timing().sendNanos()).isPositive();
    }
  }

  @Test
  void spreadsOverEndpointsByWhatIsInFlight() throws Exception {
    try (var slow = ScriptedServer.start(ScriptedAnswer.silence());
        var quick = ScriptedServer.start(ScriptedAnswer.status(204));
        var client = Targets.client(slow.url(), quick.url())) {
      client.write(Targets.payload(100));
      for (int i = 0; i < 5; i++) {
        assertThat(Targets.write(client).endpoint()).startsWith(quick.url().toString());
      }

      assertThat(quick.requests()).hasSize(5);
    }
  }

  @Test
  void countsTheCpuTimeOfItsThreadsAndKeepsItWhenTheyEnd() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.status(204))) {
      var client = Targets.client(server.url());
      for (int i = 0; i < 20; i++) {
        Targets.write(client);
      }
      long open = client.cpuNanos();
      client.close();

      assertThat(open).isPositive();
      assertThat(client.cpuNanos()).isGreaterThanOrEqualTo(open);
    }
  }

  @Test
  void refusesATargetWithoutUrls() {
    assertThatThrownBy(() -> Targets.client())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("target.urls");
  }
}
