package io.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Main;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Loopback;
import io.tidemark.process.Patience;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.Listeners;
import io.tidemark.testing.SessionCluster;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Whatever we start listens where no other machine reaches it. */
class ListenersIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** It is ended as soon as it was looked at. */
  private static final String LONG = "10m";

  /** Flink inside, a database of its own, and the page of metrics. */
  @Test
  void aRunWithItsDatabaseListensOnLoopbackAlone() {
    int metrics = Loopback.freePort();
    try (var run =
        start("run", "--duration", LONG, "--set", "metrics.prometheus-port=" + metrics)) {
      Patience.await("samples", PATIENCE, () -> run.errors().contains(" samples, "));
      List<Long> processes =
          LongStream.concat(LongStream.of(run.pid()), new LinuxProcess(run.pid()).started())
              .boxed()
              .toList();

      assertThatAllAreOnLoopback(processes);
      assertThat(Listeners.of(processes)).anyMatch(address -> address.getPort() == metrics);
      assertThat(Listeners.of(processes)).anyMatch(address -> address.getPort() != metrics);
    }
  }

  @Test
  void aSessionClusterListensOnLoopbackAlone() {
    int metrics = Loopback.freePort();
    try (var cluster = SessionCluster.startWithPrometheus(1, metrics)) {
      Collection<Long> processes = cluster.processes().values();

      assertThat(processes).hasSize(2);
      assertThatAllAreOnLoopback(processes);
      assertThat(Listeners.of(processes)).anyMatch(address -> address.getPort() == metrics);
    }
  }

  private static ChildJvm start(String... arguments) {
    return ChildJvm.start(Main.class, List.of("-Xmx512m"), "", List.of(arguments));
  }

  private static void assertThatAllAreOnLoopback(Collection<Long> processes) {
    assertThat(Listeners.of(processes))
        .isNotEmpty()
        .extracting(InetSocketAddress::getAddress)
        .allMatch(address -> address.isLoopbackAddress());
  }
}
