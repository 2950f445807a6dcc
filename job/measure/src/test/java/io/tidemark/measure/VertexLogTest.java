package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.FlinkJob.VertexReading;
import java.util.List;
import org.junit.jupiter.api.Test;

class VertexLogTest {
  private final VertexLog log = new VertexLog();

  @Test
  void sharesAreOfWhatEachTimeGrewBy() {
    read(0, 5_000, 0, 5_000);
    read(1_000, 5_250, 700, 5_050);

    assertShares(0, 1_000, 0.25, 0.7, 0.05);
  }

  @Test
  void beginsAnewWithARestartedTask() {
    read(0, 50_000, 10_000, 40_000);
    read(1_000, 100, 0, 900);
    read(2_000, 600, 0, 1_400);

    assertShares(0, 2_000, 0.5, 0, 0.5);
  }

  @Test
  void noShareIsNegative() {
    read(0, 0, 0, 0);
    read(1_000, -20, 0, 1_020);

    assertShares(0, 1_000, 0, 0, 1);
  }

  private void read(long millis, double busy, double backpressured, double idle) {
    log.add(millis, List.of(new VertexReading("v", "write", 1, busy, backpressured, idle)));
  }

  private void assertShares(long from, long to, double busy, double backpressured, double idle) {
    assertThat(log.shares(from, to))
        .containsExactly(new VertexLog.Shares("v", "write", 1, busy, backpressured, idle));
  }
}
