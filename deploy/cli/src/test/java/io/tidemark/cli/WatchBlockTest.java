package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.Terminal;
import io.tidemark.watch.WatchedWindow;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class WatchBlockTest {
  private static final int WIDE = 1000;

  @Test
  void showsTheSignalsAndTheVerdictWithItsEvidence() {
    assertThat(WatchBlock.of(new WatchedWindow().judgement(), WIDE).lines())
        .startsWith(
            "2026-11-21T08:09:10Z job 7688808422d9aa93d5953b48701bf486, the last 10 s",
            "written    190 k samples/s (the rate of 2.85 M series at 15 s) in 19 requests/s",
            "latency    p50 51.2, p99 60 ms",
            "in flight  0.98 of 1, writers wait for a permit 95 % of the time",
            "                              busy   waits  backpressured   idle  cores",
            "Source: source -> parse        3 %                   97 %    0 %   0.04",
            "amplify                        2 %                   95 %    5 %   0.04",
            "write                        100 %    95 %            0 %    0 %   0.02",
            "acks                             -                      -      -      -",
            "job        0.20 of 2 cores, GC 1 % of the time, heap 30 % full",
            "database   0.20 of 4 cores, 0.10 of 8 insert slots taken",
            "verdict    JOB_IN_FLIGHT (confidence: medium)",
            "           190 k samples/s are written, stopped by the job's in-flight limit.",
            "probable   JOB_IN_FLIGHT 0.80, none of these 0.07, TSDB_CPU 0.06; every other less than 0.05",
            "advice     raise write.in-flight above 1: the database has free slots and CPU")
        .contains("evidence   requests in flight: 0.98 of 1 (at least 90 %)");
  }

  @Test
  void saysNothingOfInsertSlotsWhereNoneAreReported() {
    assertThat(WatchBlock.of(new WatchedWindow().withoutSlots().judgement(), WIDE).lines())
        .contains("database   0.20 of 4 cores");
  }

  @Test
  void aLineThatIsTooLongGoesOnBelow() {
    String block = WatchBlock.of(new WatchedWindow().judgement(), 79);

    assertThat(block.lines()).allMatch(line -> line.length() <= 79);
    assertThat(block.replaceAll("\n {11}(?=\\S)", " "))
        .contains("stopped by the job's in-flight limit.");
  }

  @Test
  void aTerminalShowsTheLastWindowOnlyAndNoMoreThanItHolds() {
    var out = new StringWriter();
    var console =
        new WatchConsole(
            new PrintWriter(out), new PrintWriter(out), false, false, new Terminal(60, 8));
    console.judged(new WatchedWindow().judgement());
    assertThat(out.toString().chars().filter(c -> c == '\n')).hasSize(7);
    out.getBuffer().setLength(0);

    console.judged(new WatchedWindow().judgement());

    assertThat(out.toString()).startsWith("\u001b[7A\r2026-");
  }
}
