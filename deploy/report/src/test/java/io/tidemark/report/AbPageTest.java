package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.ab.AbResult;
import io.tidemark.measure.Amounts;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbPageTest {
  private final String page = MarkdownPage.of(AbPage.of(ExampleComparison.result("a note")));

  /** More samples, less latency: what is better depends on the measure. */
  @Test
  void saysWhatIsBetterAndWhatIsWorse() {
    assertThat(page.lines())
        .containsSubsequence(
            "| throughput, samples/s | ✓ better | 505 k | 605 k | +19.0 % | +17.0 % to +21.0 % | 0.031 | 5.0 % |",
            "| p99 latency, ms | ✓ better | 90 | 80 | -10.0 % | -15.0 % to -5.0 % | 0.031 | 8.0 % |",
            "| job CPU per million samples, s | ✗ worse | 1 | 1.30 | +30.0 % | +20.0 % to +40.0 % | 0.031 | 10.0 % |",
            "| database CPU per million samples, s | not shown to differ | 1 | 1.02 | +2.0 % | -5.0 % to +8.0 % | 0.400 | 10.0 % |",
            "| unevenness of acknowledgements per 100 ms, cv | not shown to differ | 0.30 | 0.20 | -30.0 % | open to open | – | – |");
  }

  @ParameterizedTest
  @CsvSource({
    "true, 0.1, 0.2, BETTER",
    "true, -0.2, -0.1, WORSE",
    "false, 0.1, 0.2, WORSE",
    "false, -0.2, -0.1, BETTER",
    "true, 0.1, , BETTER",
    "false, , -0.1, BETTER",
    "true, , 0.1, SAME",
    "false, -0.1, 0.1, SAME",
    "true, , , SAME"
  })
  void ratesBByItsInterval(boolean isMoreBetter, Double low, Double high, Page.Rating rating) {
    assertThat(AbPage.rated(isMoreBetter, low, high)).isEqualTo(rating);
  }

  /** Six pairs have 64 ways of signs: two of them are the most extreme. */
  @Test
  void saysHowSmallPCanBe() {
    assertThat(page)
        .contains(
            "p: how often two equal sides would differ this much by chance; with 6 pairs, the smallest possible p is 0.031.");
    assertThat(Amounts.pValue(Math.pow(2, 1 - 12))).isEqualTo("0.0005");
  }

  @Test
  void saysBesideTheHeadlineWhatWasCompared() {
    assertThat(page.lines())
        .containsSubsequence(
            "- A and B differ in: write.batch-samples: 10000 (A), a note (B)",
            "- Database: victoriametrics 1.150.0",
            "- Requests in flight: 16",
            "- Amplification: M = 20, N = 1",
            "- Source: datagen, 20000 series",
            "- Valid pairs of runs: 6",
            "- Time compared in each run of A: about 2.00 s",
            "- Time compared in each run of B: about 2.00 s",
            "- Measured: 2026-11-21 08:00 UTC");
  }

  /** A source that is no generator has no number of series, whatever the defaults say. */
  @Test
  void saysNoSeriesOfAGeneratorThatIsNotUsed() throws IOException {
    var json = new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    ObjectNode report = json.valueToTree(ExampleComparison.result("a note"));
    ((ObjectNode) report.get("alike")).put("source.type", "kafka");

    assertThat(AbPage.of(json.treeToValue(report, AbResult.class)).conditions())
        .contains(new Page.Fact("Source", "kafka"));
  }

  @Test
  void namesAnAddressOnlyAtTheEnd() {
    assertThat(AbPage.of(ExampleComparison.result("a note")).conditions().toString())
        .doesNotContain("127.0.0.1");
    assertThat(page).contains("- Database: there before: \\{http://127.0.0.1:8428/metrics");
  }

  @Test
  void anEffectOfNoSizeThatWouldShowIsSaidInWords() {
    assertThat(AbPage.size(Double.POSITIVE_INFINITY)).isEqualTo("too few pairs");
    assertThat(AbPage.size(Double.MAX_VALUE)).isEqualTo("too few pairs");
    assertThat(AbPage.size(0.034)).isEqualTo("3.4 %");
    assertThat(AbPage.size(null)).isEqualTo("–");
  }
}
