package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CeilingSummaryTest {
  private final String summary = CeilingSummary.of(ExampleReport.result());

  @Test
  void saysAllThatAForecastChanges() {
    assertThat(summary.lines())
        .contains(
            "forecast     2× the cores, 16 insert slots, the database on a host of its own: 3.94 M samples/s,"
                + " then stopped by the database's insert slots (extrapolated)");
  }

  @Test
  void saysHowProbableEachCauseIs() {
    assertThat(summary.lines())
        .contains(
            "probable     TSDB_SLOTS 0.93, TSDB_CPU 0.08, none of these 0.06; every other less than 0.05",
            "changed      the database's insert slots 8 → 16: +92.9 %;"
                + " TSDB_SLOTS 0.55 → 0.93, TSDB_CPU 0.31 → 0.08",
            "changed      requests in flight 32 → 64: +0.5 %; no probability moved by 0.05 or more");
  }

  /** What more cores do not change is said of them together. */
  @Test
  void saysOnceWhatStopsTheTrafficFromSomeNumberOfCoresOn() {
    assertThat(summary.lines().filter(line -> line.startsWith("forecast")))
        .hasSize(3)
        .last()
        .isEqualTo(
            "forecast     from 4× the cores on, the database on a host of its own: 7.84 M samples/s,"
                + " then stopped by the job (extrapolated)");
  }

  @Test
  void saysBothEndsOfAGainThatIsARange() {
    assertThat(summary).contains("TSDB_SLOTS 1.50–2.00×").contains("TSDB_CPU 1.00×");
  }

  @Test
  void saysWhatTheDatabaseBeganWith() {
    assertThat(summary.lines())
        .contains(
            "began with   90d of generated past: 2.59 G samples of 20.0 k series, 1.20 GiB on disk");
  }

  @Test
  void saysWhatIsSafeThroughEachEvent() {
    assertThat(summary.lines())
        .contains(
            "event           samples/s  holds  above that",
            "merge              1.60 M      2  no failure up to the safe rate",
            "node-down           900 k      2  at 920 k samples/s, p99<500ms failed (2.10 s): the database's CPU (CPU of the database: 7.80 of 8 cores; confidence: medium)");
  }

  @Test
  void endsWithOneSentence() {
    assertThat(summary).endsWith(ExampleReport.result().sentence() + "\n");
  }
}
