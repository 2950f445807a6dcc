package io.tidemark.readers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ReaderPageTest {
  private final ReaderPage page = new ReaderPage("tidemark");

  private static Histogram micros(long... values) {
    var micros = new Histogram(3_600_000_000L, 3);
    for (long value : values) {
      micros.recordValue(value);
    }
    return micros;
  }

  private static Report report(long answered, Histogram latencies, MarkerProbe.Count marks) {
    return new Report(
        new Reader.Count(answered + 3, answered, 2, 1, 4_096, Map.of(), null, latencies), marks);
  }

  @Test
  void saysNothingBeforeTheFirstReport() {
    assertThat(page.text()).isEmpty();
  }

  @Test
  void countsSinceTheBeginningAndTakesQuantilesOfTheLastSeconds() {
    page.add(report(5, micros(500_000), new MarkerProbe.Count(9, 0, 0, 0, micros(1_000_000))));
    page.add(report(8, micros(250_000), new MarkerProbe.Count(9, 0, 4, 0, micros(2_000_000))));

    assertThat(page.text().lines().filter(line -> !line.startsWith("#")))
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("tidemark_readers_latency_seconds{")
                    .contains("quantile=\"0.5\"} 0.25"))
        .anySatisfy(line -> assertThat(line).contains("quantile=\"0.99\"} 0.5"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("tidemark_freshness_seconds{")
                    .contains("quantile=\"0.99\"} 2.0"))
        .contains(
            "tidemark_readers_queries_total{job_name=\"tidemark\",outcome=\"answered\"} 8.0",
            "tidemark_readers_queries_total{job_name=\"tidemark\",outcome=\"failed\"} 2.0",
            "tidemark_readers_bytes_total{job_name=\"tidemark\"} 4096.0",
            "tidemark_readers_late_queries{job_name=\"tidemark\"} 1.0",
            "tidemark_freshness_lost_total{job_name=\"tidemark\"} 4.0");
  }

  /** Of twenty reports later nothing is left. */
  @Test
  void forgetsWhatIsLongAgo() {
    page.add(report(1, micros(9_000_000), null));
    for (int i = 0; i < 20; i++) {
      page.add(report(1, micros(1_000), null));
    }

    assertThat(page.text()).doesNotContain("} 9.0").doesNotContain("tidemark_freshness");
  }
}
