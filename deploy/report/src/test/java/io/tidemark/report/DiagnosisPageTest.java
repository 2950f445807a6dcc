package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.diagnose.Diagnosis;
import io.tidemark.diagnose.Diagnosis.Evidence;
import io.tidemark.diagnose.Diagnosis.Part;
import io.tidemark.diagnose.Diagnosis.Process;
import io.tidemark.diagnose.Diagnosis.Range;
import io.tidemark.diagnose.Diagnosis.Regime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiagnosisPageTest {
  private static Diagnosis told(Map<Cause, Double> probabilities, Cause cause, String untold) {
    return new Diagnosis(
        "123 k samples/s are written <and> no more.",
        cause,
        "insert-1, which takes writes",
        probabilities,
        0.8,
        Map.of(Cause.TSDB_CPU, new Range(1.3, 1.6, 1.9)),
        Map.of(),
        null,
        0.06,
        0.2,
        List.of(new Evidence("CPU", "97 % of its cores are busy", "rate(cpu[5m])")),
        List.of("writing files: whether a disk holds writes up"),
        List.of("more cores for insert-1"),
        List.of(new Process("insert-1", "takes writes", "Db", "1.2.3", 9)),
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
                "with the day")),
        "2026-11-27T08:00:00Z",
        "2026-11-27T08:02:00Z",
        15,
        1,
        untold,
        List.of("something is odd"));
  }

  @Test
  void saysWhatTheTerminalSays() {
    var probabilities = new LinkedHashMap<Cause, Double>();
    probabilities.put(Cause.TSDB_CPU, 0.72);
    probabilities.put(Cause.NETWORK, 0.01);
    Page page = DiagnosisPage.of(told(probabilities, Cause.TSDB_CPU, null));

    assertThat(page.badge()).isEqualTo("TSDB_CPU");
    assertThat(MarkdownPage.of(page))
        .contains("probability: 0.72")
        .contains("| TSDB\\_CPU | 0.72 |")
        .doesNotContain("NETWORK")
        .contains("rate(cpu\\[5m\\])", "whether a disk holds writes up", "more cores for insert-1")
        .contains("| 08:01:00 | 08:02:00 |")
        .contains("with the day", "something is odd", "1.2.3");
    assertThat(HtmlPage.of(page)).contains("&lt;and&gt;").doesNotContain("<and>");
  }

  @Test
  void whatCannotBeToldIsAPageToo() {
    Page page = DiagnosisPage.of(told(Map.of(), Cause.INCONCLUSIVE, "nothing was written"));

    assertThat(page.badgeNote()).isEqualTo("the cause can't be told");
    assertThat(MarkdownPage.of(page)).contains("There are no probabilities: nothing was written.");
  }
}
