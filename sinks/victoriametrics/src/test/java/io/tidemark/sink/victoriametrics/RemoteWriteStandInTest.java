package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbNode.Role;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RemoteWriteStandInTest {
  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  private final RemoteWriteStandIn standIn = new RemoteWriteStandIn();

  @Test
  void theProbeReadsWhatTheSimulationReports() {
    TsdbNode single = node(Role.SINGLE, of(0), Map.of());
    TsdbNode insert =
        node(
            Role.INSERT, ABSENT, Map.of("storage:8400", new TsdbNode.Link(of(12.5), of(1), of(0))));

    assertThat(read(single)).isEqualTo(single);
    assertThat(read(insert)).isEqualTo(insert);
  }

  @Test
  void whatIsNoRemoteWriteIsRefused() {
    assertThatThrownBy(() -> standIn.samples(new byte[] {1, 2, 3}, "snappy"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private TsdbNode read(TsdbNode reported) {
    byte[] page = standIn.metricsPage(reported).getBytes(StandardCharsets.UTF_8);
    return MetricsPage.parse(page).node(reported.name(), reported.readAtNanos());
  }

  private static TsdbNode node(
      Role role, OptionalDouble readOnly, Map<String, TsdbNode.Link> links) {
    return TsdbNode.named("simulated", role)
        .readAtNanos(7)
        .startSeconds(of(1_800_000_000))
        .cpu(new TsdbNode.Cpu(of(3.25), of(1.5)))
        .pressure(new TsdbNode.Pressure(of(0.5), of(0.75), of(0.25), of(0.125), of(0.0625)))
        .residentBytes(of(1 << 20))
        // A flag on its page was set.
        .slots(new TsdbNode.Slots(of(3), of(4), of(100), of(2), Optional.of(false)))
        .rows(new TsdbNode.Rows(of(1e9), Map.of("big_timestamp", 5.0), of(6), of(8), of(7)))
        .storage(new TsdbNode.Storage(readOnly, ABSENT, of(9), of(10), ABSENT, of(2), ABSENT))
        .links(links)
        .flags(Map.of("maxConcurrentInserts", "4"))
        .build();
  }

  private static OptionalDouble of(double value) {
    return OptionalDouble.of(value);
  }
}
