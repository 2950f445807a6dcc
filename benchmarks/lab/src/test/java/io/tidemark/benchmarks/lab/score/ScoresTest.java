package io.tidemark.benchmarks.lab.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.lab.score.UseRule.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoresTest {
  /** R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I. */
  @ParameterizedTest
  @CsvSource({
    "81, 263, 0.2553, 0.3662",
    "15, 148, 0.0624, 0.1605",
    "0, 20, 0.0000, 0.1611",
    "1, 29, 0.0061, 0.1718"
  })
  void wilsonsInterval(int part, int all, double low, double high) {
    Interval interval = Interval.ofShare(part, all);
    assertThat(interval.low()).isCloseTo(low, within(0.0001));
    assertThat(interval.high()).isCloseTo(high, within(0.0001));
  }

  @Test
  void ofNothingNothingIsKnown() {
    assertThat(Interval.ofShare(0, 0)).isEqualTo(new Interval(Double.NaN, 0, 1));
  }

  /** Brier's own ten forecasts of rain: 0.19, of both classes. */
  @Test
  void briersScore() {
    double[] rain = {0.7, 0.9, 0.8, 0.4, 0.2, 0, 0, 0, 0, 0.1};
    boolean[] came = {false, true, true, true, false, false, false, false, false, false};
    var forecasts = IntStream.range(0, 10).mapToObj(i -> new Forecast(rain[i], came[i])).toList();
    assertThat(2 * Forecast.brier(forecasts)).isCloseTo(0.19, within(1e-12));
  }

  @Test
  void theLogScoreIsThatOfWhatCame() {
    var forecasts = List.of(new Forecast(0.5, true), new Forecast(0.25, false));
    assertThat(Forecast.logScore(forecasts))
        .isCloseTo((Math.log(2) + Math.log(4 / 3.0)) / 2, within(1e-12));
    assertThat(Forecast.logScore(List.of(new Forecast(0, true)))).isBetween(10.0, 20.0);
    assertThatThrownBy(() -> new Forecast(1.1, true)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Fleiss' example of 1971: ten subjects, fourteen raters, five categories. */
  @ParameterizedTest
  @CsvSource({
    "0 0 0 0 14, 1.000",
    "0 2 6 4 2, 0.253",
    "0 0 3 5 6, 0.308",
    "0 3 9 2 0, 0.440",
    "2 2 8 1 1, 0.330",
    "7 7 0 0 0, 0.462",
    "3 2 6 3 0, 0.242",
    "2 5 3 2 2, 0.176",
    "6 5 2 1 0, 0.286",
    "0 2 2 3 7, 0.286"
  })
  void agreementOfPairs(String counts, double agreement) {
    var said = new ArrayList<String>();
    String[] each = counts.split(" ");
    for (int category = 0; category < each.length; category++) {
      for (int i = 0; i < Integer.parseInt(each[category]); i++) {
        said.add("category " + category);
      }
    }
    assertThat(Agreement.ofPairs(said)).isCloseTo(agreement, within(0.0005));
  }

  @Test
  void agreementWithMost() {
    assertThat(Agreement.withMost(List.of("a", "b", "a", "a"))).isEqualTo(0.75);
    assertThat(Agreement.withMost(List.of())).isNaN();
    assertThat(Agreement.ofPairs(List.of("a"))).isNaN();
  }

  /** Laplace's sun: it rose on each of n days. */
  @Test
  void theRuleOfSuccession() {
    var frequencies = new SmoothedFrequencies();
    assertThat(frequencies.probability("any", "sun")).isEqualTo(0.5);
    IntStream.range(0, 8).forEach(day -> frequencies.train("any", Set.of("sun")));
    assertThat(frequencies.probability("any", "sun")).isEqualTo(9 / 10.0);
    assertThat(frequencies.probability("any", "moon")).isEqualTo(1 / 10.0);
    assertThat(frequencies.probability("other", "sun")).isEqualTo(0.5);
  }

  @Test
  void biasAndSpreadOfPromises() {
    var gains = List.of(new PromisedGain(2, 1), new PromisedGain(1, 1), new PromisedGain(2, 4));
    assertThat(PromisedGain.bias(gains)).isCloseTo(0, within(1e-12));
    assertThat(PromisedGain.spread(gains)).isCloseTo(Math.log(2), within(1e-12));
    assertThat(PromisedGain.spread(gains.subList(0, 1))).isNaN();
  }

  private record Case(String family, double value) {}

  private static double mean(List<Case> cases) {
    return cases.stream().mapToDouble(Case::value).average().orElse(Double.NaN);
  }

  /** Two families resampled give 0, ½ or 1 with chances ¼, ½, ¼: however many are in each. */
  @Test
  void familiesAreResampledAndNotInstances() {
    var cases = new ArrayList<Case>();
    for (int i = 0; i < 200; i++) {
      cases.add(new Case(i < 100 ? "a" : "b", i < 100 ? 0 : 1));
    }
    assertThat(FamilyBootstrap.of(cases, Case::family, ScoresTest::mean))
        .isEqualTo(new Interval(0.5, 0, 1));
  }

  /** Each its own family: the mean's standard error is that of the binomial. */
  @Test
  void withOneOfEachItIsTheUsualBootstrap() {
    var cases = new ArrayList<Case>();
    for (int i = 0; i < 400; i++) {
      cases.add(new Case("family " + i, i % 4 == 0 ? 1 : 0));
    }
    Interval interval = FamilyBootstrap.of(cases, Case::family, ScoresTest::mean);
    double error = 1.96 * Math.sqrt(0.25 * 0.75 / 400);
    assertThat(interval.value()).isEqualTo(0.25);
    assertThat(interval.low()).isCloseTo(0.25 - error, within(0.008));
    assertThat(interval.high()).isCloseTo(0.25 + error, within(0.008));
  }

  @Test
  void utilisationSpeaksFirstThenSaturationThenErrors() {
    var cpu = new Resource("cpu", 0.85, 0.0, null);
    var slots = new Resource("slots", 0.95, 0.1, null);
    var line = new Resource("line", 0.5, 0.9, 0.1);
    var refusals = new Resource("refusals", null, null, 0.2);
    assertThat(UseRule.name(List.of(cpu, slots, line, refusals))).contains("slots");
    assertThat(UseRule.name(List.of(line, refusals))).contains("line");
    assertThat(UseRule.name(List.of(refusals))).contains("refusals");
    assertThat(UseRule.name(List.of(new Resource("idle", 0.8, 0.0, 0.0)))).isEmpty();
  }

  @Test
  void ofThoseThatAreAlikeTheFirst() {
    var one = new Resource("one", 1.0, null, null);
    var other = new Resource("other", 1.0, null, null);
    assertThat(UseRule.name(List.of(one, other))).contains("one");
  }

  @Test
  void readsAWindowOfAReport() throws Exception {
    JsonNode window =
        new ObjectMapper()
            .readTree(
                """
                {"throughput": {"callsPerSecond": 100},
                 "inFlight": {"mean": 16, "bound": 16, "permitWaitShare": 0.9},
                 "requests": {"throttledShare": 0.0, "failedShare": 0.0},
                 "job": {"cores": 4, "cpuCores": 1, "gcShare": 0.01},
                 "host": {"cores": 4, "busyCores": 3.9, "shared": false},
                 "database": {"cpuShare": 0.3, "slotsInUse": 7.9, "slots": 8,
                              "slotLimitPerSecond": 90, "linkShare": null}}
                """);
    assertThat(UseReadings.of(window))
        .contains(
            new Resource("TSDB_SLOTS", 7.9 / 8, 0.9, null),
            new Resource("TSDB_STORAGE", null, null, null),
            new Resource("HOST_CPU", null, null, null),
            new Resource("JOB_CPU", 0.25, null, null));
    assertThat(UseRule.name(UseReadings.of(window))).contains("TSDB_SLOTS");
  }
}
