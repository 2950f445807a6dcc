package io.tidemark.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import io.tidemark.process.Patience;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.http.ScriptedAnswer;
import io.tidemark.sink.http.ScriptedServer;
import io.tidemark.sink.http.ScriptedServer.Request;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/** What is made of answers, against a server that says what the test has it say. */
class StoredSamplesTest {
  private static final List<Sample> SAMPLES =
      List.of(
          new Sample(Labels.of(Map.of("__name__", "up", "i", "1")), 1_750_000_000_000L, 1),
          new Sample(Labels.of(Map.of("__name__", "up", "i", "2")), 1_750_000_001_000L, 2));

  private static final ScriptedAnswer LATE = ScriptedAnswer.withBody(400, "out of order sample");

  @Test
  void asksForTheSamplesLabelsAndTimeBesideTheWrites() throws Exception {
    try (var server = ScriptedServer.start(LATE, ScriptedAnswer.withBody(200, "not snappy"))) {
      WriteResult result = write(server, "/mimir/api/v1/push", Map.of("tenant", "team-a"));

      assertThat(result.outcome()).isEqualTo(ResponseClass.REJECT);
      assertThat(result.code()).isEqualTo("out of order sample");
      Request write = server.requests().get(0);
      assertThat(write.pathAndQuery()).isEqualTo("/mimir/api/v1/push");
      assertThat(write.headers())
          .containsEntry("x-scope-orgid", "team-a")
          .containsEntry("content-type", "application/x-protobuf")
          .containsEntry("x-prometheus-remote-write-version", "0.1.0");
      Request read = server.requests().get(1);
      assertThat(read.method()).isEqualTo("POST");
      assertThat(read.pathAndQuery()).isEqualTo("/mimir/prometheus/api/v1/read");
      assertThat(read.headers())
          .containsEntry("x-scope-orgid", "team-a")
          .containsEntry("content-encoding", "snappy");
      assertThat(Snappy.uncompress(read.body())).isEqualTo(expectedRequest());
    }
  }

  /** prompb/remote.proto: a query from 1 to 2, and the label that both series have. */
  private static byte[] expectedRequest() throws Exception {
    var matcher = new byte[] {0x12, 8, '_', '_', 'n', 'a', 'm', 'e', '_', '_', 0x1A, 2, 'u', 'p'};
    var bytes = new ByteArrayOutputStream();
    CodedOutputStream query = CodedOutputStream.newInstance(bytes);
    query.writeInt64(1, 1_750_000_000_000L);
    query.writeInt64(2, 1_750_000_001_000L);
    query.writeByteArray(3, matcher);
    query.flush();
    var request = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(request);
    out.writeByteArray(1, bytes.toByteArray());
    out.flush();
    return request.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503})
  void sendsAgainWhereNobodyCanTellNow(int status) throws Exception {
    try (var server = ScriptedServer.start(LATE, ScriptedAnswer.status(status))) {
      assertThat(write(server, "", Map.of()).outcome()).isEqualTo(ResponseClass.RETRY);
    }
  }

  @Test
  void takesAReceiverAtItsWordWhereThereIsNoRemoteRead() throws Exception {
    try (var server = ScriptedServer.start(LATE, ScriptedAnswer.status(404), LATE, LATE)) {
      TargetConfig target = TargetConfig.of("remote-write", server.url());
      try (var client = client(target)) {
        for (int i = 0; i < 3; i++) {
          WriteResult result = Patience.get(client.write(payload()));
          assertThat(result.outcome()).isEqualTo(ResponseClass.REJECT);
        }
      }
      assertThat(server.requests())
          .extracting(Request::pathAndQuery)
          .containsExactly("/api/v1/write", "/api/v1/read", "/api/v1/write", "/api/v1/write");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, label value too long, REJECT, label limit",
    "400, snappy: corrupt input, REJECT, HTTP 400",
    "429, ingestion rate limit exceeded, THROTTLED, HTTP 429",
    "503, Service Unavailable, THROTTLED, HTTP 503",
    "500, out of order sample, RETRY, HTTP 500",
    "401, no org id, FATAL, HTTP 401",
    "404, remote write receiver needs to be enabled with --web.enable-remote-write-receiver, FATAL, HTTP 404",
    "405, Method Not Allowed, FATAL, HTTP 405"
  })
  void asksNothingAboutOtherAnswers(int status, String text, ResponseClass outcome, String code)
      throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(status, text))) {
      WriteResult result = write(server, "", Map.of());

      assertThat(result.outcome()).isEqualTo(outcome);
      assertThat(result.code()).isEqualTo(code);
      assertThat(result.error()).contains(text);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, OK", "3, OK", "1, REJECT", "0, OK", "some, OK", "'', OK"})
  void countsWhatTheReceiverSaysThatItWrote(String written, ResponseClass outcome)
      throws Exception {
    var answer =
        ScriptedAnswer.status(204, "X-Prometheus-Remote-Write-Samples-Written: " + written);
    try (var server = ScriptedServer.start(answer, ScriptedAnswer.status(404))) {
      WriteResult result = write(server, "", Map.of());

      assertThat(result.outcome()).isEqualTo(outcome);
      if (outcome == ResponseClass.REJECT) {
        assertThat(result.code()).isEqualTo("not written");
        assertThat(result.error()).contains("1 of 2 samples");
      }
    }
  }

  private static WriteResult write(ScriptedServer server, String path, Map<String, String> options)
      throws Exception {
    TargetConfig target = TargetConfig.of("remote-write", server.url().resolve(path));
    for (Map.Entry<String, String> option : options.entrySet()) {
      target = target.withOption(option.getKey(), option.getValue());
    }
    try (var client = client(target)) {
      return Patience.get(client.write(payload()));
    }
  }

  private static WriteClient client(TargetConfig target) {
    return new RemoteWriteReceiver()
        .client(target, new ClientOptions(1, Patience.ofSeconds(20), "stored"));
  }

  private static Payload payload() {
    return new RemoteWriteReceiver()
        .format(
            TargetConfig.of("remote-write"),
            new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.SERIES))
        .encode(SAMPLES);
  }
}
