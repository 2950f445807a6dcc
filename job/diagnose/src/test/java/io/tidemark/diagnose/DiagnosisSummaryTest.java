package io.tidemark.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.diagnose.Diagnosis.Evidence;
import io.tidemark.diagnose.Diagnosis.Part;
import io.tidemark.diagnose.Diagnosis.Process;
import io.tidemark.diagnose.Diagnosis.Range;
import io.tidemark.diagnose.Diagnosis.Regime;
import io.tidemark.savepoint.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiagnosisSummaryTest {
  private static Diagnosis told(Cause cause, double probability, Map<Cause, Double> next) {
    var probabilities = new LinkedHashMap<Cause, Double>();
    probabilities.put(cause, probability);
    probabilities.put(Cause.TSDB_SLOTS, 0.31);
    probabilities.put(Cause.NETWORK, 0.01);
    return new Diagnosis(
        "All of it in one sentence.",
        cause,
        "insert-1, which takes writes and hands them on",
        probabilities,
        0.8,
        Map.of(cause, new Range(1.3, 1.6, 1.9)),
        next,
        null,
        0.06,
        0.2,
        List.of(new Evidence("CPU", "97 % of its cores are busy", "rate(cpu[5m])")),
        List.of("writing files: whether a disk holds writes up"),
        List.of("more cores for insert-1"),
        List.of(new Process("insert-1", "takes writes and hands them on", "Db", "1.2.3", 9)),
        List.of(
            new Part(
                "2026-11-27T08:00:00Z",
                "2026-11-27T08:01:00Z",
                123_000.0,
                0.97,
                0.5,
                null,
                4.0,
                true,
                null),
            new Part(
                "2026-11-27T08:01:00Z",
                "2026-11-27T08:02:00Z",
                null,
                null,
                null,
                null,
                null,
                null,
                "a sender was restarted")),
        List.of(
            new Regime("2026-11-27T08:00:00Z", "2026-11-27T08:01:00Z", 123_000, cause, 0.71, null),
            new Regime(
                "2026-11-27T08:01:00Z",
                "2026-11-27T08:02:00Z",
                1_500,
                Cause.INCONCLUSIVE,
                null,
                "after a sender was restarted")),
        "2026-11-27T08:00:00Z",
        "2026-11-27T08:02:00Z",
        15,
        1,
        null,
        List.of("something is odd"));
  }

  @Test
  void saysAllOfIt() {
    String text = DiagnosisSummary.of(told(Cause.TSDB_CPU, 0.8, Map.of()));

    assertThat(text)
        .contains("process      insert-1: takes writes and hands them on (Db 1.2.3), 9 pages")
        .containsPattern("08:00:00 +123 k +97 % +50 % +- +4\\.00 +yes")
        .contains("left out: a sender was restarted")
        .contains(
            "regime       08:00:00 to 08:01:00: 123 k samples/s (the rate of 1.85 M series at 15 s), TSDB_CPU (0.71)\n")
        .contains(
            "regime       08:01:00 to 08:02:00: 1.50 k samples/s (the rate of 22.5 k series at 15 s), INCONCLUSIVE; begins after a"
                + " sender was restarted")
        .contains("cause        TSDB_CPU (0.80)")
        .contains("end          insert-1")
        .contains("probable     TSDB_CPU 0.80, TSDB_SLOTS 0.31; every other less than 0.05")
        .contains("several      0.06 that no single remedy is enough")
        .contains("evidence     CPU: 97 % of its cores are busy")
        .contains("rate(cpu[5m])")
        .contains("missing      writing files")
        .contains("warning      something is odd")
        .contains("pages are 15 s apart")
        .contains("nothing is more probable than 0.8")
        .doesNotContain("next  ")
        .endsWith("\nAll of it in one sentence.\n");
  }

  @Test
  void saysWhatIsNextWhereNothingIsFull() {
    assertThat(DiagnosisSummary.of(told(Cause.NONE_REACHED, 0.8, Map.of(Cause.TSDB_STORAGE, 0.5))))
        .contains("cause        NONE_REACHED (0.80)")
        .contains("next         TSDB_STORAGE 0.50; every other less than 0.05");
  }

  /** What is not known is not there, and not zero. */
  @Test
  void whatIsNotKnownIsNotInTheJson() {
    String json = Json.write(told(Cause.TSDB_CPU, 0.8, Map.of()));

    assertThat(json).contains("\"TSDB_CPU\" : 0.8").doesNotContain("\"room\"", "NaN", "null");
  }
}
