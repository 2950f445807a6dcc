package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostCpuTest {
  private static final List<String> COUNTERS =
      List.of(
          "cpu  1111 0 0 2000 0 0 0 0 0 0",
          "cpu0 100 20 30 1000 500 1 2 3 0 0",
          "cpu1 300 0 0 1000 0 0 0 0 0 0",
          "cpu2 711 0 0 0 0 0 0 0 0 0",
          "intr 12345 0 0");

  @Test
  void sumsWhatIsNeitherIdleNorWaitingForTheDisk() {
    HostCpu all = HostCpu.of(COUNTERS, List.of("Name:\tjava"));
    assertThat(all.cores()).isEqualTo(3);
    assertThat(all.busySeconds()).isEqualTo((156 + 300 + 711) / 100.0);
  }

  @Test
  void countsOnlyTheCoresThatThisProcessMayRunOn() {
    assertThat(HostCpu.of(COUNTERS, List.of("Cpus_allowed_list:\t1")))
        .isEqualTo(new HostCpu(1, 3, 0));
    assertThat(HostCpu.of(COUNTERS, List.of("Cpus_allowed_list:\t0-1,7")).cores()).isEqualTo(2);
  }

  @Test
  void isUnknownWhereThereAreNoCounters() {
    assertThat(HostCpu.of(List.of(), List.of()).cores()).isNaN();
  }
}
