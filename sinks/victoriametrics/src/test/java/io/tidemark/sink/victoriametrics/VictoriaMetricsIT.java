package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.http.Targets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VictoriaMetricsIT {
  private static final long TIMESTAMP = 1_700_000_000_000L;
  private static final Amplification THREE_BY_TWO =
      new Amplification(3, 2, 60_000, "instance", ValueMode.REPEAT, Layout.TIME);

  private final Tsdb tsdb = new VictoriaMetrics();

  @Test
  void storesWhatItAcknowledgesAndShowsItsSignals() throws Exception {
    try (var database = OwnedVictoriaMetrics.start(Settings.DEFAULT.withInsertSlots(3))) {
      TargetConfig target = Database.target("", database.url());
      try (var client = tsdb.client(target, Targets.options(Duration.ofSeconds(30)));
          var probe = tsdb.probe(target)) {
        TsdbSignals before = probe.read();
        WriteResult result = client.write(onePayload(target, TIMESTAMP)).get();
        TsdbSignals after = probe.read();

        assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.OK);
        TsdbNode first = before.nodes().get(0);
        TsdbNode node = after.nodes().get(0);
        assertThat(first.slots().capacity()).hasValue(3);
        assertThat(first.rows().inserted()).hasValue(0);
        assertThat(node.rows().inserted().getAsDouble()).isIn(0.0, 3.0 * 2);
        assertThat(node.cpu().seconds().getAsDouble())
            .isGreaterThanOrEqualTo(first.cpu().seconds().getAsDouble());
        assertThat(node.cpu().cores().getAsDouble())
            .isBetween(0.1, (double) Runtime.getRuntime().availableProcessors());
        assertThat(node.residentBytes().getAsDouble()).isGreaterThan(1e6);
        assertThat(node.startSeconds()).isEqualTo(first.startSeconds());
        assertThat(node.rows().ignored()).containsKey("big_timestamp");
        assertThat(node.storage().diskBytes()).isPresent();
        assertThat(node.slots().inUse()).isPresent();
        assertThat(node.slots().limitReached()).isPresent();

        get(database, "/internal/force_flush");
        assertThat(get(database, "/api/v1/export?match[]=up").lines())
            .containsExactlyInAnyOrder(
                exported("{\"__name__\":\"up\",\"instance\":\"a\"}"),
                exported("{\"__name__\":\"up\",\"instance\":\"a~1\"}"));
      }
    }
  }

  @Test
  void rejectsABodyThatIsNoRemoteWrite() throws Exception {
    try (var database = OwnedVictoriaMetrics.start();
        var client = Database.client(database.url())) {
      WriteResult result = client.write(new Payload(new byte[] {1, 2, 3}, "snappy", 1, 3)).get();

      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.REJECT);
      assertThat(result.error()).startsWith("HTTP 400: ");
    }
  }

  @Test
  void endsTheRunWhenASingleNodeIsWrittenToAsACluster() throws Exception {
    try (var database = OwnedVictoriaMetrics.start();
        var client = Database.client("0", database.url())) {
      WriteResult result = client.write(Targets.payload(10, "snappy")).get();

      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.FATAL);
      assertThat(result.error()).contains("target.tenant");
    }
  }

  @Test
  void retriesAfterTheDatabaseIsKilled() throws Exception {
    try (var database = OwnedVictoriaMetrics.start();
        var client = Database.client(database.url())) {
      assertThat(client.write(onePayload(Database.target(""), TIMESTAMP)).get().outcome())
          .isEqualTo(ResponseClass.OK);
      database.process().kill();
      WriteResult result = client.write(onePayload(Database.target(""), TIMESTAMP)).get();

      assertThat(result.outcome()).isEqualTo(ResponseClass.RETRY);
      assertThat(result.code()).isEmpty();
    }
  }

  private static String get(OwnedVictoriaMetrics database, String path) throws IOException {
    try (var answer = database.url().resolve(path).toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Payload onePayload(TargetConfig target, long timestampMillis) {
    WireFormat format = tsdb.format(target, THREE_BY_TWO);
    PayloadBuilder builder = format.newPayloadBuilder();
    builder.append(
        format.template(Labels.of(Map.of("__name__", "up", "instance", "a"))), timestampMillis, 7);
    return builder.encode(THREE_BY_TWO.all());
  }

  /** A line of the export format: the three ticks lie a third of a minute apart. */
  private static String exported(String metric) {
    return "{\"metric\":%s,\"values\":[7,7,7],\"timestamps\":[%d,%d,%d]}"
        .formatted(metric, TIMESTAMP, TIMESTAMP + 20_000, TIMESTAMP + 40_000);
  }
}
