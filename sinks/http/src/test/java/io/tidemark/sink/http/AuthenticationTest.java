package io.tidemark.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WriteResult;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthenticationTest {
  private static final String TOKEN = "t0k3n-of-the-day";

  @TempDir Path folder;

  @Test
  void endsTheRunWhenTheTokenIsWrong() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(401, "who are you"));
        var client = client(server.url())) {
      WriteResult result = Targets.write(client);

      assertThat(result.outcome()).isEqualTo(ResponseClass.FATAL);
      assertThat(result.error()).startsWith("HTTP 401: who are you; check target.auth");
    }
  }

  @Test
  void triesAgainWithATokenThatWasRotatedMeanwhile() throws Exception {
    Path file = folder.resolve("token");
    ScriptedAnswer rotateAndRefuse =
        (to, server) -> {
          Files.writeString(file, "t0k3n-of-tomorrow");
          return ScriptedAnswer.status(401).give(to, server);
        };
    try (var server = ScriptedServer.start(rotateAndRefuse, ScriptedAnswer.status(204));
        var client = client(server.url())) {
      assertThat(Targets.write(client).outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(Targets.write(client).outcome()).isEqualTo(ResponseClass.OK);

      assertThat(server.requests())
          .extracting(request -> request.headers().get("authorization"))
          .containsExactly("Bearer " + TOKEN, "Bearer t0k3n-of-tomorrow");
    }
  }

  @Test
  void showsNoSecretThatTheServerRepeats() throws Exception {
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.withBody(403, "no entry for Bearer " + TOKEN + ", sorry"));
        var client = client(server.url())) {
      WriteResult result = Targets.write(client);

      assertThat(result.error()).contains("no entry for Bearer ***, sorry");
      assertThat(result.toString()).doesNotContain(TOKEN);
      assertThat(client.toString()).doesNotContain(TOKEN);
    }
  }

  @Test
  void showsNoKeyOfTheUrlThatTheServerRepeats() throws Exception {
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.withBody(400, "requestURI: /write?authKey=k3y; no"));
        var client = client(URI.create(server.url() + "?authKey=k3y"))) {
      WriteResult result = Targets.write(client);

      assertThat(server.requests().get(0).pathAndQuery()).isEqualTo("/write?authKey=k3y");
      assertThat(result.toString()).contains("requestURI: ").doesNotContain("k3y");
    }
  }

  private HttpWriteClient client(URI url) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), TOKEN);
    return Targets.client(
        Targets.of(url).withAuth(Targets.bearerFile(file.toString())), Patience.ofSeconds(20));
  }
}
