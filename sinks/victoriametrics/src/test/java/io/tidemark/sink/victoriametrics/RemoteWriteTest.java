package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.http.ScriptedAnswer;
import io.tidemark.sink.http.ScriptedServer;
import io.tidemark.sink.http.ScriptedServer.Request;
import io.tidemark.sink.http.Targets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemoteWriteTest {
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

  private static Request written(String tenant, String encoding) throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.status(204));
        var client = Database.client(tenant, server.url())) {
      client.write(Targets.payload(100, encoding)).get(30, TimeUnit.SECONDS);
      return server.requests().get(0);
    }
  }
}
