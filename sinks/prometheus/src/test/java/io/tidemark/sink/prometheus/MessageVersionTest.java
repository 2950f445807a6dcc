package io.tidemark.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.http.ScriptedAnswer;
import io.tidemark.sink.http.ScriptedServer;
import io.tidemark.sink.http.ScriptedServer.Request;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How version 2 is offered, and what is made of a receiver that does not know it. */
class MessageVersionTest {
  private static final String WRITTEN = "X-Prometheus-Remote-Write-Samples-Written: ";
  private static final List<Sample> SAMPLES =
      List.of(
          new Sample(Labels.of(Map.of("__name__", "up", "i", "1")), 1_750_000_000_000L, 1),
          new Sample(Labels.of(Map.of("__name__", "up", "i", "2")), 1_750_000_001_000L, 2));

  @Test
  void saysWhatABodyOfVersion2Is() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.status(204, WRITTEN + 2))) {
      WriteResult result = write(server, 1).get(0);

      assertThat(result.outcome()).isEqualTo(ResponseClass.OK);
      Request request = server.requests().get(0);
      assertThat(request.headers())
          .containsEntry(
              "content-type", "application/x-protobuf;proto=io.prometheus.write.v2.Request")
          .containsEntry("content-encoding", "snappy")
          .containsEntry("x-prometheus-remote-write-version", "2.0.0");
      assertThat(RemoteWriteFormat.decode(request.body(), "snappy;2")).isEqualTo(SAMPLES);
    }
  }

  /** 204 without a count: one that does not look at the type, and has found nothing to store. */
  @ParameterizedTest
  @ValueSource(ints = {415, 204})
  void sendsVersion1ToAReceiverThatKnowsNoOther(int status) throws Exception {
    try (var server =
        ScriptedServer.start(ScriptedAnswer.status(status), ScriptedAnswer.status(204))) {
      List<WriteResult> results = write(server, 2);

      assertThat(results).extracting(WriteResult::outcome).containsOnly(ResponseClass.OK);
      assertThat(results).extracting(WriteResult::attempts).containsExactly(2, 1);
      assertThat(server.requests())
          .extracting(request -> request.headers().get("x-prometheus-remote-write-version"))
          .containsExactly("2.0.0", "0.1.0", "0.1.0");
      assertThat(RemoteWriteFormat.decode(server.requests().get(1).body(), "snappy"))
          .isEqualTo(SAMPLES);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void refusesWhatWasAcceptedAndNotWritten(int written) throws Exception {
    try (var server =
        ScriptedServer.start(
            ScriptedAnswer.status(204, WRITTEN + written), ScriptedAnswer.status(404))) {
      WriteResult result = write(server, 1).get(0);

      assertThat(result.outcome()).isEqualTo(ResponseClass.REJECT);
      assertThat(result.code()).isEqualTo("not written");
    }
  }

  private static List<WriteResult> write(ScriptedServer server, int times) throws Exception {
    TargetConfig target =
        TargetConfig.of("remote-write", server.url()).withOption("message-version", "v2");
    Payload payload =
        new RemoteWriteReceiver()
            .format(
                target,
                new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.SERIES))
            .encode(SAMPLES);
    var results = new ArrayList<WriteResult>();
    try (var client =
        new RemoteWriteReceiver()
            .client(target, new ClientOptions(1, Patience.ofSeconds(20), "version"))) {
      for (int i = 0; i < times; i++) {
        results.add(Patience.get(client.write(payload)));
      }
    }
    return results;
  }
}
