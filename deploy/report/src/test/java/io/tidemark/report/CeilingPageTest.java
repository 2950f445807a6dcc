package io.tidemark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Verdict.Confidence;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.report.Plot.Series;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CeilingPageTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Page page = CeilingPage.of(ExampleReport.result());

  @Test
  void saysTheVerdictFirst() {
    assertThat(MarkdownPage.of(page).lines())
        .containsSubsequence(
            "# Tidemark: the ceiling of victoriametrics http://127.0.0.1:8428",
            "**1.97 M samples/s (1.93 M to 2.01 M), stopped by the database's insert slots (probability 0.93). Doubling the database's insert slots should give about 2.96 M–3.94 M samples/s.**",
            "TSDB\\_SLOTS · confidence: high",
            "- Database: victoriametrics 1.150.0, 8 cores",
            "- Host of the job: 4 cores",
            "- Job: 4 cores",
            "- Requests: 8 in flight of 10000 samples each, at the highest throughput",
            "- Amplification: M = 1, N = 1",
            "- Source: datagen",
            "- Measured: 2026-11-21 08:00 UTC, for 187 s",
            "Read this before you use the numbers:",
            "- this report is partial: the database was away for 30 s",
            "- the source repeats itself after 6 days",
            "- Ceiling: 1.97 M samples/s",
            "- 95 % interval: 1.93 M to 2.01 M samples/s",
            "- Latency there: p50 36, p99 80 ms; plan with a safe rate instead",
            "- New series: 5.0 % of the rows are of new series and take 60 % of the database's CPU, 120 µs each",
            "As generated time crossed midnight UTC, 1.97 M samples/s fell to 610 k in the slowest second; it cost 1.42 s of writing, and 35.0 µs of the database's CPU for each of 20.0 k series.",
            "## What helps, and what that should give",
            "## How probable each cause is",
            "| the database's insert slots | TSDB\\_SLOTS | 93 % | 1.80× to 2.00× |",
            "| the database's CPU | TSDB\\_CPU | 8 % | – |",
            "Every other cause: less than 5 %. Something else: 6 %. Several causes may be right at once, so the percentages can add up to more or less than 100 %. What a remedy gives is the model's estimate, as an 80 % interval.");
    assertThat(MarkdownPage.of(page)).doesNotContain("| the network between job and database |");
  }

  /** Nobody doubles refusals, and a reader is told why there is no cause. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TSDB_CPU | stopped by the database's CPU (probability 0.08). Doubling the database's CPU should give about 3.94 M samples/s.",
        "TSDB_REJECTING | stopped by the database refusing or dropping writes. Lifting that limit should give about 3.94 M samples/s.",
        "HOST_CPU | stopped by the CPU of the host that job and database share. A host of its own for the database should give about 3.94 M samples/s."
      })
  void theHeadlineSaysWhatHelps(Cause cause, String end) throws IOException {
    assertThat(with(cause, 2.0).headline())
        .isEqualTo("1.97 M samples/s (1.93 M to 2.01 M), " + end);
  }

  @Test
  void theHeadlinePromisesNothingWhereNothingIsExpected() throws IOException {
    assertThat(with(Cause.TSDB_CPU, 1.0).headline())
        .isEqualTo(
            "1.97 M samples/s (1.93 M to 2.01 M), stopped by the database's CPU (probability 0.08).");
  }

  /** Of memory the model knows less than the signals do, so its number says nothing. */
  @ParameterizedTest
  @EnumSource(names = {"TSDB_MEMORY", "HOST_CPU"})
  void theHeadlineHasNoProbabilityOfWhatTheModelDoesNotKnow(Cause cause) throws IOException {
    ObjectNode report = json(cause, 2.0);
    ((ObjectNode) report.at("/probabilities/causes")).put(cause.name(), 0.02);

    assertThat(JSON.treeToValue(report, CeilingResult.class).headline())
        .contains(cause.what())
        .doesNotContain("probability");
  }

  @Test
  void theHeadlineHasNoProbabilityWhereNoneIsTold() throws IOException {
    ObjectNode untold = json(Cause.TSDB_CPU, 2.0);
    ((ObjectNode) untold.get("probabilities")).put("untold", "no valid step");
    ObjectNode older = json(Cause.TSDB_CPU, 2.0);
    older.remove("probabilities");

    for (ObjectNode report : List.of(untold, older)) {
      assertThat(JSON.treeToValue(report, CeilingResult.class).headline())
          .contains("stopped by the database's CPU. Doubling");
    }
  }

  /** The address stands above the headline, and once is enough. */
  @Test
  void conditionsNameNoAddress() {
    assertThat(page.title()).contains("127.0.0.1");
    assertThat(page.conditions().toString()).doesNotContain("127.0.0.1", "://");
  }

  /** Which the sentence says, with the reason. */
  @ParameterizedTest
  @EnumSource(names = {"NONE_REACHED", "INCONCLUSIVE"})
  void withoutAResourceTheHeadlineIsTheWholeSentence(Cause cause) throws IOException {
    CeilingResult result = with(cause, 2.0);

    assertThat(result.headline()).isEqualTo(result.sentence());
  }

  /** 0.48 cores for 16 queries more: 30 ms each. */
  @Test
  void saysHowManyQueriesAreAnsweredBesideTheWritesAndWhatEachTakes() {
    String page = MarkdownPage.of(CeilingPage.of(ExampleReport.byQueries()));

    assertThat(page.lines())
        .containsSubsequence(
            "- Highest answered: 32 queries/s",
            "- Lowest too many: 64 queries/s",
            "- At a fixed rate of: 250 k samples/s",
            "## Queries at a fixed rate of samples",
            "| 32 | 32 | 45 | 90 | 0 % | 250 k | 80 | 1.02 k | 1.36 | answered |",
            "| 64 | 41 | 4.50 k | 9.00 k | 0 % | 250 k | 80 | 1.02 k | 2 | 205 of 320 queries were answered in time |",
            "One query takes 30.0 ms of the database's CPU.",
            "## Samples and queries side by side",
            "| 6 | 1.50 M | 90 | 160 | 1.02 k | 3.20 | 16 |",
            "| 12 | 2.00 M | 90 | 160 | 1.02 k | 3.20 | 16 |");
  }

  /** At one rate there is no ceiling, and no knee. */
  @Test
  void aSearchByQueriesHasNoCeiling() {
    assertThat(MarkdownPage.of(CeilingPage.of(ExampleReport.byQueries())))
        .doesNotContain("- Ceiling:");
    assertThat(CeilingSummary.of(ExampleReport.byQueries()))
        .contains(" 32         32      45.0      90.0      0 %")
        .doesNotContain("means ");
  }

  private static CeilingResult with(Cause cause, double gain) throws IOException {
    return JSON.treeToValue(json(cause, gain), CeilingResult.class);
  }

  private static ObjectNode json(Cause cause, double gain) {
    ObjectNode report = JSON.valueToTree(ExampleReport.result());
    report.put("cause", cause.name());
    report.putObject("gains").put(cause.name(), gain);
    report.putObject("gainsAtLeast");
    return report;
  }

  @Test
  void saysWhatProvesItAndWhatFollows() {
    assertThat(MarkdownPage.of(page))
        .contains(
            "| 4 | 20 | 1 | 434 M | 118 M | 27 % | not sustained |",
            "| TSDB\\_CPU: CPU of the database | 3.20 of 8 cores (40 %) | at least 90 % |",
            "| the database's insert slots 8 → 16 | 1.97 M samples/s | 3.80 M samples/s | +92.9 % | 0.95 | 0.90 to 1.00 | TSDB\\_SLOTS 0.55 → 0.93, TSDB\\_CPU 0.31 → 0.08 |",
            "- Requests the database works on at once, estimated: 8.10 (7.60 to 8.50)",
            "- The database began with: 90d of generated past: 2.59 G samples of 20.0 k series, 1.20 GiB",
            "of the database, on a host of its own; nothing in it was measured",
            "| 3× | 24 | 24 | 5.91 M samples/s | – | the database's insert slots |",
            "| 4× and more | 32 and more | 32 and more | 7.84 M samples/s | – | the job |",
            "not valid: the database ignored 8 rows: too far ahead",
            "the throughput still drifts");
  }

  @Test
  void saysBothEndsOfAGainThatIsARange() {
    assertThat(MarkdownPage.of(page))
        .contains(
            "| the database's insert slots | TSDB\\_SLOTS | doubling the database's insert slots | 1.50–2.00× | 2.96 M–3.94 M |",
            "| the database's CPU | TSDB\\_CPU | doubling the database's CPU | no gain | – |");
  }

  /** Over the three that were carried: 3e8 to 6e8 bytes, 0.21 to 0.24 cores, 100 k to 400 k. */
  @Test
  void saysWhatASeriesTakes() {
    assertThat(MarkdownPage.of(page))
        .contains(
            "| 800 k | 0 | 100 k | 1.90 | 668 MiB | 60 % | 12.5 | too many |",
            "One more series takes 1000 B of memory; a million take 0.10 cores.");
    assertThat(plot("CPU of the database against active series").axis().at())
        .containsExactly(100e3, 200e3, 400e3, 800e3);
  }

  /** At a rate that is fixed there is no ceiling of it, and no knee. */
  @Test
  void aSearchBySeriesLeadsWithThem() {
    Page series = CeilingPage.of(ExampleReport.bySeries());

    assertThat(MarkdownPage.of(series))
        .contains(
            "- Highest carried: 400 k active series",
            "- Lowest too many: 800 k active series",
            "- At a fixed rate of: 100 k samples/s")
        .doesNotContain("- Ceiling", "- 95 % interval");
    assertThat(plot(series, "Throughput").marks()).isEmpty();
    assertThat(plot(series, "Throughput").levels()).isEmpty();
  }

  @Test
  void aSearchForTheSafeRateLeadsWithIt() {
    assertThat(MarkdownPage.of(CeilingPage.of(ExampleReport.safe())))
        .contains(
            "- Safe rate through all events: 900 k samples/s",
            "- Safe rate: 1.60 M samples/s",
            "- In series: the rate of 24.0 M series at 15 s; only a search by series tests whether so many fit",
            "- p99\\<500ms: measured 310 ms",
            "- Holds: 2 of 60 s",
            "- Fails at: 1.63 M samples/s: p99\\<500ms failed (640 ms)",
            "| merge | Tidemark | 1.60 M | 2 | no failure up to the safe rate |",
            "| node-down | your command | 900 k | 2 | at 920 k samples/s, p99\\<500ms failed (2.10 s): the database's CPU (CPU of the database: 7.80 of 8 cores; confidence: medium) |")
        .doesNotContain("- Ceiling", "- 95 % interval");
  }

  @Test
  void leadsWithWhatAManagerReadsAndFoldsTheRest() {
    assertThat(headings(false))
        .containsExactly(
            "What was found",
            "Through restarts and other events",
            "What helps, and what that should give",
            "How probable each cause is",
            "Proof: one thing changed at a time",
            "Throughput and latency against load",
            "Amplification: M×N",
            "Series at a fixed rate",
            "Queries at a fixed rate of samples",
            "Where the job waits",
            "Why",
            "Beyond this ceiling");
    assertThat(headings(true))
        .containsExactly(
            "Who was busy, and who waited", "Why not the others", "Every step", "Conditions");
    assertThat(HtmlPage.of(page))
        .contains("<details class=\"folded\"><summary><h2>Every step</h2></summary>");
  }

  private List<String> headings(boolean folded) {
    return page.sections().stream()
        .filter(section -> section.isFolded() == folded)
        .map(Page.Section::heading)
        .toList();
  }

  @Test
  void isTheSameWhereverItIsWritten() {
    Locale here = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(CeilingPage.of(ExampleReport.result())).isEqualTo(page);
    } finally {
      Locale.setDefault(here);
    }
  }

  @Test
  void putsValidStepsOfTheSweepInRisingOrder() {
    Plot throughput = plot("Throughput");

    assertThat(throughput.axis().at()).containsExactly(1.0, 2.0, 4.0, 6.0, 8.0, 16.0, 32.0, 64.0);
    assertThat(series(throughput, "acknowledged"))
        .containsExactly(250e3, 500e3, 1e6, 1.5e6, 2e6, 2e6, 2e6, 2e6);
    assertThat(series(throughput, "measured once more"))
        .containsExactly(null, null, null, 1.5e6, 2e6, null, null, null);
  }

  @Test
  void marksTheFirstLoadThatReachesThePeak() {
    assertThat(plot("Throughput").marks()).containsExactly(new Plot.Mark(8, "knee"));
    assertThat(MarkdownPage.of(page))
        .contains("The knee is the lowest load that reaches 95 % of the highest throughput.");
    assertThat(plot("Throughput").levels())
        .containsExactly(new Plot.Level(1.97e6, 1.93e6, 2.01e6, "ceiling"));
  }

  /** Flink says busy 98 %; its threads use 5 % of a core each, and at 1 in flight wait for 70 %. */
  @Test
  void tellsAWritersWaitFromWork() throws IOException {
    ObjectNode report = json(Cause.TSDB_SLOTS, 2.0);
    var atOne = JSON.createArrayNode();
    report
        .get("steps")
        .forEach(
            step -> {
              if (step.at("/window/load/inFlight").asInt() == 1) {
                atOne.add(step);
              }
            });
    report.set("steps", atOne);
    Plot tasks = tasks(CeilingPage.of(JSON.treeToValue(report, CeilingResult.class)));

    assertThat(tasks.series().stream().map(Plot.Series::name))
        .containsExactly(
            "on the CPU", "waits for answers", "busy otherwise", "backpressured", "idle");
    assertThat(tasks.series().stream().map(one -> Math.round(one.values().get(2))))
        .containsExactly(5L, 70L, 23L, 0L, 2L);
  }

  /** One picture, in the order of the samples' way, where throughput was highest. */
  @Test
  void showsWhereTheJobWaits() {
    Plot tasks = tasks(page);

    assertThat(tasks.axis().names()).containsExactly("Source: source -> parse", "amplify", "write");
    assertThat(series(tasks, "backpressured")).containsExactly(70.0, 60.0, 0.0);
    assertThat(series(tasks, "waits for answers").get(0)).isNull();
  }

  private static Plot tasks(Page page) {
    return plot(
        page,
        "How each task spent its time where throughput was highest: busy, backpressured or idle");
  }

  @Test
  void leavesOutWhatWasNotMeasured() {
    Plot full = plot("How full each part was");

    assertThat(full.series().stream().map(Series::name))
        .containsExactly(
            "job CPU", "database CPU", "insert slots", "writers waiting for answers", "host CPU");
  }

  @Test
  void saysWhyNothingWasFound() {
    var nothing =
        new CeilingResult(
            null,
            null,
            null,
            Cause.INCONCLUSIVE,
            Confidence.NONE,
            "No ceiling was found, what stops it can't be told: no window is valid.",
            List.of(),
            Map.of(),
            List.of(),
            Map.of(),
            Map.of(),
            List.of(),
            List.of(),
            null,
            null,
            null,
            List.of(),
            List.of(),
            null,
            List.of(),
            List.of(),
            null,
            null,
            null,
            null,
            null,
            null,
            "in-flight",
            "time",
            "victoriametrics http://127.0.0.1:8428",
            null,
            3,
            "it was interrupted",
            List.of(),
            Map.of(),
            Map.of(),
            "2026-11-21T08:00:00Z",
            null,
            null,
            null,
            null);

    Page bare = CeilingPage.of(nothing);
    assertThat(bare.sections().stream().map(Page.Section::heading)).containsExactly("Conditions");
    assertThat(bare.warnings()).containsExactly("this report is partial: it was interrupted");
    assertThat(bare.conditions())
        .containsExactly(
            new Page.Fact("Database", "victoriametrics"),
            new Page.Fact("Measured", "2026-11-21 08:00 UTC, for 3.00 s"));
  }

  @Test
  void putsStepsOfARampSideBySideWithWhatWasAskedFor() {
    Plot throughput = plot(CeilingPage.of(ExampleReport.ramped()), "Throughput");

    assertThat(throughput.axis())
        .isEqualTo(Plot.Axis.names("load", List.of("M = 1", "M = 6", "M = 12")));
    assertThat(series(throughput, "asked for")).containsExactly(250e3, 1.5e6, 3e6);
    assertThat(series(throughput, "acknowledged")).containsExactly(250e3, 1.5e6, 2e6);
  }

  private Plot plot(String title) {
    return plot(page, title);
  }

  private static Plot plot(Page page, String title) {
    return page.sections().stream()
        .flatMap(section -> section.items().stream())
        .filter(Plot.class::isInstance)
        .map(Plot.class::cast)
        .filter(plot -> plot.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  private static List<Double> series(Plot plot, String name) {
    return plot.series().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow()
        .values();
  }
}
