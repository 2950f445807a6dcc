package io.tidemark.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Names and labels as node_exporter 1.5 has them; numbers chosen to be told apart. */
class NodeExporterPageTest {
  private static Map<String, Double> parse(String page) {
    return NodeExporterPage.parse(page.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void addsUpWhatIsNeitherIdleNorWaitingForTheDisk() {
    assertThat(
            parse(
                """
                # TYPE node_cpu_seconds_total counter
                node_cpu_seconds_total{cpu="0",mode="idle"} 1000
                node_cpu_seconds_total{cpu="0",mode="iowait"} 500
                node_cpu_seconds_total{cpu="0",mode="steal"} 4
                node_cpu_seconds_total{cpu="0",mode="user"} 10
                node_cpu_seconds_total{cpu="1",mode="system"} 20
                node_cpu_seconds_total{cpu="1",mode="steal"} 8
                node_cpu_guest_seconds_total{cpu="0",mode="user"} 7
                node_disk_io_time_seconds_total{device="vda"} 3
                node_disk_io_time_seconds_total{device="vdb"} 5
                node_pressure_cpu_waiting_seconds_total 1
                node_pressure_io_stalled_seconds_total 11
                node_pressure_io_waiting_seconds_total 12
                node_pressure_memory_stalled_seconds_total 13
                node_pressure_memory_waiting_seconds_total 14
                """))
        .isEqualTo(
            Map.of(
                "cores", 2.0,
                "busy", 42.0,
                "stolen", 12.0,
                "disk vda", 3.0,
                "disk vdb", 5.0,
                "io stalled", 11.0,
                "io waiting", 12.0,
                "memory stalled", 13.0,
                "memory waiting", 14.0));
  }

  @Test
  void isEmptyOfAPageOfSomethingElse() {
    assertThat(parse("vm_app_version 1\n")).isEmpty();
    assertThat(parse("<html>")).isEmpty();
  }

  @Test
  void takesNoMoreDisksThanAHostHas() {
    var page = new StringBuilder();
    for (int i = 0; i < 100_000; i++) {
      page.append("node_disk_io_time_seconds_total{device=\"d%d\"} 1%n".formatted(i));
    }

    assertThat(parse(page.toString())).hasSize(256);
  }
}
