package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.readers.Freshness;
import io.tidemark.readers.Reads;
import io.tidemark.run.RunResult;
import io.tidemark.statistics.Stability;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunPageTest {
  @Test
  void saysHowEvenlyItWrote() {
    double[] rates = new double[60];
    Arrays.fill(rates, 100_000);
    Arrays.fill(rates, 40, 43, 0);
    String page = MarkdownPage.of(RunPage.of(result(Stability.of(rates), 0, null)));

    assertThat(page)
        .contains(
            "6.00 M samples were written in 60.0 s: 100 k samples/s (the rate of 1.50 M series at 15 s).")
        .contains("COMPLETE · 6000000 amplified = 6000000 acknowledged")
        .contains("- Stalled seconds: 5 %")
        .contains("- Reached in 95 % of seconds:")
        .contains("p95 20.0")
        .contains("- Series: 20.0 k active, 312 new a minute (churn 1.56 % a minute)")
        .contains("- undecodable: metrics, partition 0, offset or line 7");
  }

  @Test
  void aRunThatLacksSamplesSaysSoFirst() {
    Page page = RunPage.of(result(null, 7, null));

    assertThat(page.badge()).isEqualTo("INCOMPLETE");
    assertThat(MarkdownPage.of(page)).contains("The run was too short to say");
  }

  @Test
  void saysWhatWasReadBesideTheWrites() {
    var reads =
        new Reads(
            60,
            305,
            290,
            10,
            5,
            4.83,
            12.0,
            80.0,
            900.0,
            2_000_000,
            6.0,
            Map.of("HTTP 422: no", 10L),
            null,
            new Freshness(290, 610.0, 1_020.0, 1_050.0, 0, 2, 12, 900));
    RunResult result = result(null, 0, reads);

    assertThat(MarkdownPage.of(RunPage.of(result)))
        .contains("- Answered: 4.83 queries/s")
        .contains("- Latency from when each was due: p50 12.0, p99 80.0 ms")
        .contains("- Failed: 10; most often: HTTP 422: no")
        .contains("- Due and not asked at the end: 5")
        .contains("- Freshness: samples visible after p50 610, p99 1020 ms, 2 not found in time")
        .contains("- Readers' own CPU: 0.10 cores");
    assertThat(RunSummary.of(result))
        .contains("readers    4.83 queries/s, p50 12.0, p99 80.0 ms, 0.10 cores of their own")
        .contains("10 failed, 5 overdue")
        .contains("not read   10; most often: HTTP 422: no");
  }

  private static RunResult result(Stability stability, long pending, Reads reads) {
    return new RunResult(
        10,
        0,
        300_000,
        6_000_000 + pending,
        6_000_000,
        0,
        pending,
        new RunResult.DeadLetters(0, 0, 0, 0),
        0,
        new RunResult.Series(20_000, 312.0, 0.0156),
        600,
        0,
        1_000_000,
        100_000,
        60,
        100_000,
        stability,
        1.5,
        0.25,
        new RunResult.Latency(10, 15, 20, 25, 30),
        0.1,
        Map.of("undecodable", "metrics, partition 0, offset or line 7: why: <broken>"),
        20,
        1,
        "time",
        2,
        8,
        "victoriametrics http://127.0.0.1:8428",
        null,
        null,
        false,
        null,
        null,
        "0.1.0",
        "2.2.1",
        reads,
        null);
  }
}
