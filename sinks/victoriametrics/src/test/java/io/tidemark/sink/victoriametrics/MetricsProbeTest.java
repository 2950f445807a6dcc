package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Totals;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.http.ScriptedAnswer;
import io.tidemark.sink.http.ScriptedServer;
import io.tidemark.sink.http.Targets;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsProbeTest {
  private static final String SINGLE_NODE =
      """
      process_cpu_seconds_total 12.5
      vm_concurrent_insert_capacity 8
      vm_rows_inserted_total{type="promremotewrite"} 100
      """;

  private static final String VMSTORAGE =
      """
      process_cpu_seconds_total 1
      vm_storage_is_read_only{path="/data"} 0
      """;

  @TempDir Path folder;

  @Test
  void readsThePagesOfAllProcessesOverOneConnectionEach() throws Exception {
    try (var one = ScriptedServer.start(ScriptedAnswer.withBody(200, SINGLE_NODE));
        var other = ScriptedServer.start(ScriptedAnswer.withBody(200, VMSTORAGE));
        var probe = probe(one.url().resolve("/api/v1/write"), other.url())) {
      for (int i = 0; i < 3; i++) {
        assertThat(new Totals(probe.read()).cpuSeconds()).hasValue(13.5);
      }

      assertThat(one.requests()).hasSize(3);
      assertThat(one.connections()).isEqualTo(1);
      assertThat(one.requests().get(0).method()).isEqualTo("GET");
      assertThat(one.requests().get(0).pathAndQuery()).isEqualTo("/metrics");
    }
  }

  @Test
  void readsMetricsUrlsInsteadWhereTheyAreGiven() throws Exception {
    try (var written = ScriptedServer.start(ScriptedAnswer.status(404));
        var read = ScriptedServer.start(ScriptedAnswer.withBody(200, SINGLE_NODE));
        var probe =
            probe(
                new TargetConfig(
                    "victoriametrics",
                    List.of(written.url()),
                    false,
                    List.of(read.url()),
                    List.of(),
                    Map.of(),
                    false,
                    new TreeMap<>(),
                    Database.target("").auth(),
                    Database.target("").tls()))) {
      assertThat(new Totals(probe.read()).slots()).hasValue(8);
      assertThat(written.requests()).isEmpty();
    }
  }

  @Test
  void readsAPageLargerThanAnyBuffer() throws Exception {
    String page = "some_other_metric{x=\"y\"} 1\n".repeat(100_000) + SINGLE_NODE;
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(200, page));
        var probe = probe(server.url())) {
      assertThat(new Totals(probe.read()).slots()).hasValue(8);
    }
  }

  @Test
  void namesEachProcessByItsPage() throws Exception {
    try (var one = ScriptedServer.start(ScriptedAnswer.withBody(200, SINGLE_NODE));
        var other = ScriptedServer.start(ScriptedAnswer.withBody(200, VMSTORAGE));
        var probe = probe(one.url(), other.url())) {
      assertThat(probe.read().nodes())
          .extracting(TsdbNode::name)
          .containsExactly(one.url() + "/metrics", other.url() + "/metrics");
    }
  }

  @Test
  void aPageServedAgainIsNoNewer() throws Exception {
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.withBody(200, SINGLE_NODE),
                ScriptedAnswer.withBody(200, SINGLE_NODE),
                ScriptedAnswer.withBody(200, VMSTORAGE));
        var probe = probe(server.url())) {
      long first = probe.read().nodes().get(0).readAtNanos();
      long again = probe.read().nodes().get(0).readAtNanos();
      long changed = probe.read().nodes().get(0).readAtNanos();

      assertThat(again).isEqualTo(first);
      assertThat(changed - first).isPositive();
    }
  }

  /** Of a database to which nothing happens, for VictoriaMetrics makes a page each second. */
  @Test
  void theSamePageMoreThanASecondLaterIsNewer() throws Exception {
    var nowNanos = new AtomicLong();
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(200, SINGLE_NODE));
        var probe = VictoriaMetrics.probe(Database.target("", server.url()), nowNanos::get)) {
      probe.read();
      nowNanos.set(2_000_000_000);

      assertThat(probe.read().nodes().get(0).readAtNanos()).isEqualTo(2_000_000_000);
    }
  }

  @Test
  void authenticatesAsTheWriterDoes() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "t0k3n");
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(200, SINGLE_NODE));
        var probe =
            probe(
                Database.target("", server.url()).withAuth(Targets.bearerFile(token.toString())))) {
      probe.read();

      assertThat(server.requests().get(0).headers()).containsEntry("authorization", "Bearer t0k3n");
    }
  }

  @Test
  void readsAgainWhenAKeptAliveConnectionTurnsOutClosed() throws Exception {
    try (var server =
            ScriptedServer.start(
                ScriptedAnswer.withBody(200, SINGLE_NODE),
                ScriptedAnswer.close(),
                ScriptedAnswer.withBody(200, SINGLE_NODE));
        var probe = probe(server.url())) {
      probe.read();

      assertThat(new Totals(probe.read()).slots()).hasValue(8);
    }
  }

  @Test
  void saysWhichPageCannotBeReadAndWhy() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(401, "who are you"));
        var probe = probe(server.url())) {
      assertThatThrownBy(probe::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(server.url() + "/metrics: HTTP 401: who are you")
          .hasMessageContaining("target.auth");
    }
  }

  @Test
  void failsWhereNothingAnswers() throws Exception {
    URI url;
    try (var gone = ScriptedServer.start(ScriptedAnswer.status(200))) {
      url = gone.url();
    }
    try (var probe = probe(url)) {
      assertThatThrownBy(probe::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(url + "/metrics: Connection refused");
    }
  }

  @Test
  void failsOnAPageThatHoldsNoMetrics() throws Exception {
    try (var server = ScriptedServer.start(ScriptedAnswer.withBody(200, "<html>hello</html>"));
        var probe = probe(server.url())) {
      assertThatThrownBy(probe::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no metrics of VictoriaMetrics");
    }
  }

  @Test
  void failsOnAPageWithoutAnEnd() throws Exception {
    var written = new AtomicLong();
    try (var server = ScriptedServer.start(ScriptedAnswer.endless(200, written));
        var probe = probe(server.url())) {
      assertThatThrownBy(probe::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("maxBytes=16777216");
    }
  }

  private static CapacityProbe probe(URI... urls) {
    return probe(Database.target("", urls));
  }

  private static CapacityProbe probe(TargetConfig target) {
    return new VictoriaMetrics().probe(target);
  }
}
