package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.http.ScriptedAnswer;
import io.tidemark.sink.http.ScriptedServer;
import io.tidemark.sink.http.ScriptedServer.Request;
import io.tidemark.sink.http.Targets;
import io.tidemark.sink.remotewrite.Compression;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteWriteTest {
  private static final List<Sample> SAMPLES =
      List.of(new Sample(Labels.of(Map.of("__name__", "up")), 1_750_000_000_000L, 1));
  private static final WireFormat FORMAT =
      new RemoteWriteFormat(
          Map.of(),
          new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME),
          Compression.ZSTD);

  @Test
  void saysWhatASnappyBodyIs() throws Exception {
    assertThat(written("", "snappy").headers())
        .containsEntry("content-type", "application/x-protobuf")
        .containsEntry("content-encoding", "snappy")
        .containsEntry("x-prometheus-remote-write-version", "0.1.0");
  }

  @Test
  void namesZstdInVictoriaMetricsOwnWay() throws Exception {
    assertThat(written("", "zstd").headers())
        .containsEntry("content-type", "application/x-protobuf")
        .containsEntry("content-encoding", "zstd")
        .containsEntry("x-victoriametrics-remote-write-version", "1")
        .doesNotContainKey("x-prometheus-remote-write-version");
  }

  @Test
  void writesToATenantsPath() throws Exception {
    assertThat(written("7:3", "snappy").pathAndQuery())
        .isEqualTo("/insert/7:3/prometheus/api/v1/write");
  }

  @ParameterizedTest
  @CsvSource({
    "400, 'requestURI: /insert/0/x; unsupported path requested: \"/insert/0/x\"', target.tenant",
    "403, '', target.tenant",
    "404, '', target.tenant",
    "501, '', remote write"
  })
  void endsTheRunOnAnAnswerThatNoOtherPayloadCanHelp(int status, String text, String advice) {
    assertThat(RemoteWrite.STATUSES.outcome(status, text)).isEqualTo(ResponseClass.FATAL);
    assertThat(RemoteWrite.STATUSES.error(status, text, null))
        .startsWith("HTTP " + status)
        .contains(advice);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 415})
  void packsAZstdBodyInSnappyForAServerThatDoesNotTakeItAndAllOthersAtOnce(int status)
      throws Exception {
    Payload zstd = FORMAT.encode(SAMPLES);
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.withBody(status, "what is this"), ScriptedAnswer.status(204));
        var client = Database.client(server.url())) {
      WriteResult first = Patience.get(client.write(zstd));
      WriteResult second = Patience.get(client.write(zstd));

      assertThat(first.outcome()).isEqualTo(ResponseClass.OK);
      assertThat(first.attempts()).isEqualTo(2);
      assertThat(second.attempts()).isEqualTo(1);
      assertThat(server.requests())
          .extracting(request -> request.headers().get("content-encoding"))
          .containsExactly("zstd", "snappy", "snappy");
      byte[] snappy = server.requests().get(1).body();
      assertThat(first.bytesSent()).isEqualTo(zstd.body().length + snappy.length);
      assertThat(RemoteWriteFormat.decode(snappy, "snappy")).isEqualTo(SAMPLES);
    }
  }

  @Test
  void goesOnInZstdWhereABodyIsRefusedForWhatItHolds() throws Exception {
    Payload zstd = FORMAT.encode(SAMPLES);
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.withBody(400, "bad"),
                ScriptedAnswer.withBody(400, "bad too"),
                ScriptedAnswer.status(204));
        var client = Database.client(server.url())) {
      WriteResult refused = Patience.get(client.write(zstd));
      assertThat(refused.outcome()).isEqualTo(ResponseClass.REJECT);
      assertThat(refused.error()).isEqualTo("HTTP 400: bad too");
      assertThat(Patience.get(client.write(zstd)).attempts()).isEqualTo(1);
      assertThat(server.requests())
          .extracting(request -> request.headers().get("content-encoding"))
          .containsExactly("zstd", "snappy", "zstd");
    }
  }

  private static Request written(String tenant, String encoding) throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.status(204));
        var client = Database.client(tenant, server.url())) {
      Patience.get(client.write(Targets.payload(100, encoding)));
      return server.requests().get(0);
    }
  }
}
