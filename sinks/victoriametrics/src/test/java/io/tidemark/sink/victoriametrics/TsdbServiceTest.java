package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.Concept;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.http.Targets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TsdbServiceTest {
  @Test
  void findsVictoriaMetricsByItsType() {
    assertThat(byType("victoriametrics")).isInstanceOf(VictoriaMetrics.class);
  }

  @Test
  void namesTheTypesThereAre() {
    assertThatThrownBy(() -> byType("influx"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("target.type=influx", "null", "victoriametrics");
  }

  @Test
  void acceptsAndDiscardsWithoutADatabase() throws Exception {
    Tsdb discard = byType("null");
    try (var client = discard.client(Database.target(""), Targets.options(Duration.ofSeconds(1)));
        var probe = discard.probe(Database.target(""))) {
      WriteResult result = client.write(Targets.payload(100, "snappy")).getNow(null);
      TsdbSignals signals = probe.read();

      assertThat(result.outcome()).isEqualTo(ResponseClass.OK);
      assertThat(result.bytesSent()).isEqualTo(100);
      assertThat(client.cpuNanos()).isZero();
      assertThat(signals.nodes()).isEmpty();
    }
  }

  @Test
  void namesTheFlagThatRaisesItsInsertSlots() {
    assertThat(byType("victoriametrics").capabilities().remedy(Concept.INSERT_SLOTS).orElseThrow())
        .contains("-maxConcurrentInserts");
    assertThat(byType("null").capabilities().has(Concept.INSERT_SLOTS)).isFalse();
  }

  private static Tsdb byType(String type) {
    return Tsdb.byType(type, TsdbServiceTest.class.getClassLoader());
  }
}
