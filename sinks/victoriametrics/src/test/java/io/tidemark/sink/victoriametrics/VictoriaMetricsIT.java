package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.http.Targets;
import org.junit.jupiter.api.Test;

class VictoriaMetricsIT {
  @Test
  void reportsEachSignalThatIsRead() throws Exception {
    try (var database =
            Patience.started(
                "VictoriaMetrics",
                () -> OwnedVictoriaMetrics.start(Settings.DEFAULT.withInsertSlots(3)));
        var probe = new VictoriaMetrics().probe(Database.target("", database.url()))) {
      TsdbNode node = probe.read().nodes().get(0);

      assertThat(node.role()).isEqualTo(TsdbNode.Role.SINGLE);
      assertThat(node.startSeconds()).isPresent();
      assertThat(node.cpu().seconds()).isPresent();
      assertThat(node.cpu().cores().getAsDouble())
          .isBetween(0.1, (double) Runtime.getRuntime().availableProcessors());
      assertThat(node.residentBytes().getAsDouble()).isGreaterThan(1e6);
      assertThat(node.slots().capacity()).hasValue(3);
      assertThat(node.slots().inUse()).isPresent();
      assertThat(node.slots().limitReached()).isPresent();
      assertThat(node.slots().limitTimeouts()).isPresent();
      assertThat(node.rows().inserted()).hasValue(0);
      assertThat(node.rows().ignored()).containsKey("big_timestamp");
      assertThat(node.rows().slowInserts()).isPresent();
      assertThat(node.rows().newSeries()).isPresent();
      assertThat(node.storage().diskBytes()).isPresent();
    }
  }

  @Test
  void rejectsABodyThatIsNoRemoteWrite() throws Exception {
    try (var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
        var client = Database.client(database.url())) {
      WriteResult result = client.write(new Payload(new byte[] {1, 2, 3}, "snappy", 1, 3)).get();

      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.REJECT);
      assertThat(result.error()).startsWith("HTTP 400: ");
    }
  }

  @Test
  void endsTheRunWhenASingleNodeIsWrittenToAsACluster() throws Exception {
    try (var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
        var client = Database.client("0", database.url())) {
      WriteResult result = client.write(Targets.payload(10, "snappy")).get();

      assertThat(result.outcome()).as(result.error()).isEqualTo(ResponseClass.FATAL);
      assertThat(result.error()).contains("target.tenant");
    }
  }
}
