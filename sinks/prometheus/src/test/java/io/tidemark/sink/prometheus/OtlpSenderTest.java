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
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.http.ScriptedAnswer;
import io.tidemark.sink.http.ScriptedServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What OTLP over HTTP wants of a sender, as its specification says. */
class OtlpSenderTest {
  private static final long HOUR = 1_750_000_000_000L;

  @ParameterizedTest
  @CsvSource({"gzip, true", "none, false"})
  void postsAMessageInProtobuf(String compression, boolean isPacked) throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.status(200))) {
      WriteResult result = write(server, compression);

      assertThat(result.outcome()).isEqualTo(ResponseClass.OK);
      ScriptedServer.Request request = server.requests().get(0);
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.pathAndQuery()).isEqualTo("/api/v1/otlp/v1/metrics");
      assertThat(request.headers())
          .containsEntry("content-type", "application/x-protobuf")
          .containsEntry("x-scope-orgid", "a");
      assertThat(request.headers().get("user-agent")).startsWith("tidemark/");
      assertThat(request.headers().get("content-encoding")).isEqualTo(isPacked ? "gzip" : null);
      byte[] raw =
          isPacked
              ? new GZIPInputStream(new ByteArrayInputStream(request.body())).readAllBytes()
              : request.body();
      assertThat(new String(raw, StandardCharsets.UTF_8)).contains("up", "series");
    }
  }

  /**
   * @param retryAfterMillis of the server's, which a sender must keep to
   */
  @ParameterizedTest
  @CsvSource({
    "200, '', OK, '', 0",
    "202, '', OK, HTTP 202, 0",
    "400, 'out of order sample', REJECT, out of order sample, 0",
    "400, 'no such thing', REJECT, HTTP 400, 0",
    "413, '', REJECT, HTTP 413, 0",
    "401, '', FATAL, HTTP 401, 0",
    "404, 'otlp write receiver needs to be enabled', FATAL, HTTP 404, 0",
    "405, '', FATAL, HTTP 405, 0",
    "501, '', FATAL, HTTP 501, 0",
    "429, 'slow down', THROTTLED, HTTP 429, 7000",
    "500, 'oops', RETRY, HTTP 500, 0",
    "502, '', RETRY, HTTP 502, 0",
    "503, 'busy', THROTTLED, HTTP 503, 7000",
    "504, '', RETRY, HTTP 504, 0"
  })
  void doesWithAnAnswerWhatThePageSays(
      int status, String body, ResponseClass outcome, String code, long retryAfterMillis)
      throws Exception {
    String[] headers = retryAfterMillis == 0 ? new String[0] : new String[] {"Retry-After: 7"};
    try (var server =
        ScriptedServer.start(
            ScriptedAnswer.withBody(status, body, headers), ScriptedAnswer.status(404))) {
      WriteResult result = write(server, "gzip");

      assertThat(result.outcome()).isEqualTo(outcome);
      if (outcome != ResponseClass.OK) {
        assertThat(result.code()).isEqualTo(code);
        assertThat(result.error()).contains(body);
      }
      assertThat(result.retryAfterMillis().orElse(0)).isEqualTo(retryAfterMillis);
    }
  }

  @Test
  void saysHowAPrometheusIsToBeStarted() throws Exception {
    try (var server =
        ScriptedServer.start(
            ScriptedAnswer.withBody(404, "otlp write receiver needs to be enabled with --x"))) {
      assertThat(write(server, "gzip").error()).contains("with --web.enable-otlp-receiver");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 405})
  void namesThePathsOfOtlpWhereNoneIsThere(int status) throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.status(status))) {
      assertThat(write(server, "gzip").error()).contains("/api/v1/otlp/v1/metrics of Prometheus");
    }
  }

  /** The words of a refusal are its reason, as those of remote write's are. */
  @ParameterizedTest
  @CsvSource({
    "1, 'out of order sample', REJECT, out of order sample",
    "2, 'who knows', REJECT, not written",
    "0, 'a warning', OK, ''"
  })
  void countsAsRefusedWhatAPartialSuccessRejects(
      long rejected, String text, ResponseClass outcome, String code) throws Exception {
    byte[] answer =
        message(
            out ->
                out.writeByteArray(
                    1,
                    message(
                        partial -> {
                          partial.writeInt64(1, rejected);
                          partial.writeString(2, text);
                        })));
    try (var server =
        ScriptedServer.start(ScriptedAnswer.withBody(200, answer), ScriptedAnswer.status(404))) {
      WriteResult result = write(server, "gzip");

      assertThat(result.outcome()).isEqualTo(outcome);
      if (outcome == ResponseClass.REJECT) {
        assertThat(result.code()).isEqualTo(code);
        assertThat(result.error())
            .isEqualTo("rejected_data_points: %d of 2: %s".formatted(rejected, text));
      }
    }
  }

  /** Of a receiver that renames, so that what comes again is found. */
  @ParameterizedTest
  @CsvSource({
    "http.server.duration, http_server_duration",
    "a__b, a_b",
    "2nd, key_2nd",
    "_private, key_private",
    "_private, _private",
    "_2xx, 2xx",
    "ä, _",
    "load., load"
  })
  void comparesNamesAsReceiversStoreThem(String sent, String stored) {
    Map<String, String> labels = OtlpWrite.asStored(Map.of("__name__", "up", sent, "a.b"));

    assertThat(labels).isEqualTo(OtlpWrite.asStored(Map.of("__name__", "up", stored, "a.b")));
    assertThat(OtlpWrite.asStored(Map.of("__name__", sent)))
        .isEqualTo(OtlpWrite.asStored(Map.of("__name__", stored)));
    assertThat(labels).containsValue("a.b");
  }

  @Test
  void takesAColonForAnUnderscoreInLabelsAlone() {
    assertThat(OtlpWrite.asStored(Map.of("aws:zone", "a")))
        .isEqualTo(OtlpWrite.asStored(Map.of("aws_zone", "a")));
    assertThat(OtlpWrite.asStored(Map.of("__name__", "up:rate5m")))
        .isNotEqualTo(OtlpWrite.asStored(Map.of("__name__", "up_rate5m")));
  }

  @Test
  void refusesNamesOfWhichReceiversLeaveNothing() {
    WireFormat format = format(TargetConfig.of("remote-write").withOption("protocol", "otlp"));

    assertThat(format.refuse(Labels.of(Map.of("__name__", "up", "_", "1"))))
        .isEqualTo("no-letter-in-a-name");
    assertThat(format.refuse(Labels.of(Map.of("__name__", "漢")))).isEqualTo("no-letter-in-a-name");
    assertThat(format.refuse(Labels.of(Map.of("a", "b")))).isEqualTo("no-metric-name");
    assertThat(format.refuse(Labels.of(Map.of("__name__", "_1", "a", "漢")))).isNull();
  }

  private interface Fields {
    void write(CodedOutputStream to) throws IOException;
  }

  private static byte[] message(Fields fields) throws IOException {
    var bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    fields.write(out);
    out.flush();
    return bytes.toByteArray();
  }

  private static WireFormat format(TargetConfig target) {
    return new RemoteWriteReceiver()
        .format(
            target, new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.SERIES));
  }

  private static WriteResult write(ScriptedServer server, String compression) throws Exception {
    TargetConfig target =
        TargetConfig.of("remote-write", server.url())
            .withOption("protocol", "otlp")
            .withOption("compression", compression)
            .withOption("tenant", "a");
    Labels labels = Labels.of(Map.of("__name__", "up", "series", "s"));
    var samples = List.of(new Sample(labels, HOUR, 1), new Sample(labels, HOUR + 1_000, 2));
    try (var client =
        new RemoteWriteReceiver()
            .client(target, new ClientOptions(1, Patience.ofSeconds(20), "otlp"))) {
      return Patience.get(client.write(format(target).encode(samples)));
    }
  }
}
