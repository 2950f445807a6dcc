package io.tidemark.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.judge.Judging.Side;
import io.tidemark.judge.Limit.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {
  @ParameterizedTest
  @CsvSource({
    "cpu>+5%,        0.06,  0.09, BEYOND",
    "cpu>5 %,        0.04,  0.09, NOT_TOLD",
    "cpu>+5%,       -0.01,  0.04, WITHIN",
    "cpu>-3%,       -0.09, -0.04, WITHIN",
    "cpu>-3%,       -0.02,  0.01, BEYOND",
    "cpu<-5%,       -0.20, -0.06, BEYOND",
    "cpu<-5%,       -0.06, -0.04, NOT_TOLD",
    "cpu < -2.5 %,  -0.02,  0.50, WITHIN"
  })
  void failsOnlyWhereTheWholeIntervalIsBeyond(
      String text, double low, double high, Outcome outcome) {
    Limit.Checked checked = Limit.parse(text).check(List.of(JudgementTest.cpu(low, high)));

    assertThat(checked.outcome()).isEqualTo(outcome);
    assertThat(checked.why()).startsWith("CPU a sample, B over A: ");
  }

  @Test
  void whatWasNotMeasuredIsNotTold() {
    var missing = Finding.missing(Metric.CPU, "s", "no process of ours");

    Limit.Checked checked = Limit.parse("cpu>+5%").check(List.of(missing));

    assertThat(checked.outcome()).isEqualTo(Outcome.NOT_TOLD);
    assertThat(checked.why()).isEqualTo("CPU a sample is unknown: no process of ours");
  }

  @Test
  void isWrittenAsItIsRead() {
    for (String text : List.of("cpu>+5%", "throughput<-2.5%", "disk>0%", "memory>+7.1%")) {
      assertThat(Limit.parse(text)).hasToString(text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cpu,          expected a metric",
    "'',           expected a metric",
    "cpu=5%,       expected a metric",
    "cpu>5,        expected a metric",
    "cpu>-100%,    lies above -100%",
    "cpu>1001%,    at most at +1000%",
    "cpu>NaN%,     expected a metric",
    "cqu>5%,       did you mean cpu?",
    "colour>5%,    'there are throughput, cpu, memory, disk, latency'"
  })
  void saysWhatIsWrong(String text, String said) {
    assertThatThrownBy(() -> Limit.parse(text))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(said);
  }

  @Test
  void aLimitOfWhatIsNotJudgedIsRefused() {
    assertThatThrownBy(
            () -> new Judging(List.of(Metric.CPU), 0, List.of("disk>5%"), Side.SAME, Side.SAME))
        .isInstanceOf(ConfigException.class)
        .hasMessage("--fail-if disk>5%: add disk to --judge");
  }

  @Test
  void metricsAreNamedOnceEachOrAllTogether() {
    assertThat(Metric.parse("latency, cpu,cpu", true)).containsExactly(Metric.CPU, Metric.LATENCY);
    assertThat(Metric.parse("all", false)).containsExactly(Metric.values());
    assertThat(Metric.parse("all", true)).hasSize(4).doesNotContain(Metric.THROUGHPUT);
    assertThatThrownBy(() -> Metric.parse("throughput", true)).hasMessageContaining("--rate");
    assertThatThrownBy(() -> Metric.parse("memroy", false))
        .hasMessageContaining("did you mean memory?");
    assertThatThrownBy(() -> Metric.parse("cpu,", false)).hasMessageContaining("no metric \"\"");
  }

  /** 2 of 2ⁿ signs are the most extreme: 2/64 < 5 %, and 2/256 < 5 %/5 < 2/128. */
  @Test
  void knowsHowManyPairsCanShowAnything() {
    assertThat(judging(Metric.CPU).minPairs()).isEqualTo(6);
    assertThat(judging(Metric.values()).minPairs()).isEqualTo(8);
  }

  private static Judging judging(Metric... metrics) {
    return new Judging(List.of(metrics), 0, List.of(), Side.SAME, Side.SAME);
  }

  @Test
  void refusesAProgramThatIsNoneAndASecretThatOthersSee() {
    assertThatThrownBy(() -> new Side("/no/such", List.of()).checked("a"))
        .hasMessage("--database-a /no/such is not an executable file");
    assertThatThrownBy(() -> new Side("/tmp", List.of()).checked("b"))
        .hasMessageContaining("not an executable file");
    assertThatThrownBy(() -> new Side("", List.of("-httpAuth.password=hidden")).checked("b"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--flag-b -httpAuth.password:")
        .hasMessageNotContaining("hidden");
  }
}
