package io.tidemark.listen;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.Main;
import io.tidemark.process.Patience;
import io.tidemark.series.Sample;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.TestCertificates;
import io.tidemark.sink.client.TlsContext;
import io.tidemark.testing.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process: how it begins, and that its file is whole however it ends. */
class ListenCommandIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Pattern LISTENS = Pattern.compile("listens on [0-9.]+:(\\d+)");

  /** More than each of the libraries that the JVM unpacks into files. */
  private static final int MAX_FILE_BYTES = 3 << 20;

  @TempDir Path folder;

  private final Requests requests = new Requests(11);
  private HttpClient client = HttpClient.newHttpClient();
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("fleet.capture");
  }

  @Test
  void ctrlCEndsItAtOnceWithAWholeFileAndTheSummary() throws Exception {
    try (var child = start(List.of(), "127.0.0.1:0", "--for", "1h")) {
      List<Sample> samples = requests.samples(100);
      String url = "http://127.0.0.1:" + port(child) + "/api/v1/write";
      assertThat(send(url, samples, "").statusCode()).isEqualTo(204);
      child.signal("INT");
      assertThat(child.exitCode(PATIENCE)).as(child.errors()).isEqualTo(130);
      JsonNode result = new ObjectMapper().readTree(child.output());
      assertThat(result.get("ended").asText()).isEqualTo("interrupted");
      assertThat(result.get("samplesWritten").asLong()).isEqualTo(100);
      assertThat(result.get("fileBytes").asLong()).isEqualTo(Files.size(file));
      assertThat(Requests.texts(Requests.in(file))).isEqualTo(Requests.texts(samples));
    }
  }

  @Test
  void endsAfterItsTimeThoughNothingComesAndSaysSo() throws Exception {
    try (var child = start(List.of(), "127.0.0.1:0", "--for", "1s")) {
      assertThat(child.exitCode(PATIENCE)).as(child.errors()).isZero();
      assertThat(child.errors()).contains("warning: nothing came");
      assertThat(Requests.in(file)).isEmpty();
    }
  }

  @Test
  void onAFullDiskWhatWasAcknowledgedIsKeptAndTheRestIsForLater() throws Exception {
    List<String> full = List.of("prlimit", "--fsize=" + MAX_FILE_BYTES);
    try (var child = start(full, "127.0.0.1:0", "--for", "1h")) {
      String url = "http://127.0.0.1:" + port(child) + "/api/v1/write";
      var acknowledged = new ArrayList<Sample>();
      HttpResponse<String> answer;
      while (true) {
        List<Sample> samples = requests.samples(10_000);
        answer = send(url, samples, "");
        if (answer.statusCode() != 204) {
          break;
        }
        acknowledged.addAll(samples);
      }
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      assertThat(answer.body()).contains("fleet.capture can't be written");
      assertThat(child.exitCode(PATIENCE)).isEqualTo(1);
      assertThat(child.errors()).contains("took no more", "it holds all that was acknowledged");
      JsonNode result = new ObjectMapper().readTree(child.output());
      assertThat(result.get("ended").asText()).isEqualTo("failed-file");
      assertThat(result.get("samplesWritten").asLong()).isEqualTo(acknowledged.size());
      assertThat(acknowledged).hasSizeGreaterThan(10_000);
      assertThat(Requests.texts(Requests.in(file))).isEqualTo(Requests.texts(acknowledged));
    }
  }

  @Test
  void beyondLoopbackItWarnsOfWhatIsOpenOnEachStart() throws Exception {
    try (var child = start(List.of(), "0.0.0.0:0", "--for", "1s", "--insecure")) {
      assertThat(child.exitCode(PATIENCE)).isZero();
      assertThat(child.errors())
          .contains("warning: --listen=0.0.0.0:0: whoever reaches it can write into the file");
    }
  }

  @Test
  void withTokenAndTlsItListensBeyondLoopback() throws Exception {
    var certificates = new TestCertificates(folder);
    Path authority = certificates.authority("house");
    TestCertificates.Pem pem =
        certificates.serverPem("receiver", "house", "ip:127.0.0.1", "-1d", 5);
    Path token = Files.writeString(folder.resolve("token"), "a-token-of-sixteen\n");
    client =
        HttpClient.newBuilder()
            .sslContext(TlsContext.of(TargetConfig.Tls.of(authority.toString())))
            .build();
    List<Sample> samples = requests.samples(100);
    try (var child =
        start(
            List.of(),
            "0.0.0.0:0",
            "--for",
            "1h",
            "--token-file",
            token.toString(),
            "--certificate-file",
            pem.certificate().toString(),
            "--key-file",
            pem.key().toString())) {
      String url = "https://127.0.0.1:" + port(child) + "/api/v1/write";
      assertThat(send(url, samples, "Bearer another-token-it-is").statusCode())
          .as(child.errors())
          .isEqualTo(401);
      assertThat(send(url, samples, "Bearer a-token-of-sixteen").statusCode()).isEqualTo(204);
      child.signal("TERM");
      assertThat(child.exitCode(PATIENCE)).as(child.errors()).isEqualTo(143);
      assertThat(child.errors() + child.output()).doesNotContain("warning", "a-token-of-sixteen");
    }
    assertThat(Requests.texts(Requests.in(file))).isEqualTo(Requests.texts(samples));
  }

  private ChildJvm start(List<String> wrapper, String address, String... more) {
    var arguments =
        new ArrayList<>(List.of("capture", "--json", "--to", file.toString(), "--listen", address));
    arguments.addAll(List.of(more));
    return ChildJvm.startUnder(
        wrapper, Main.class, List.of("-Xmx256m", "-XX:-UsePerfData"), arguments);
  }

  private static int port(ChildJvm child) {
    Patience.await(
        "its port, of what says " + child.errors(),
        PATIENCE,
        () -> LISTENS.matcher(child.errors()).find());
    Matcher listens = LISTENS.matcher(child.errors());
    assertThat(listens.find()).isTrue();
    return Integer.parseInt(listens.group(1));
  }

  private HttpResponse<String> send(String url, List<Sample> samples, String authorization)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/x-protobuf")
            .header("Content-Encoding", "snappy")
            .POST(BodyPublishers.ofByteArray(Requests.version1(samples)));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
