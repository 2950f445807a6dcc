package io.tidemark.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.judge.Judging.Side;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class JudgementTest {
  static Finding cpu(double low, double high) {
    return finding(Metric.CPU, low, high);
  }

  private static Finding finding(Metric metric, double low, double high) {
    double effect = (low + high) / 2;
    boolean different = low > 0 || high < 0;
    return new Finding(
        metric, "s", 1.0, 1 + effect, effect, low, high, 0.01, 0.05, 12, different, null);
  }

  private static Judgement of(List<Finding> findings, String... limits) {
    List<Metric> metrics = findings.stream().map(Finding::metric).toList();
    var judging =
        new Judging(metrics, 1e5, List.of(limits), Side.SAME, new Side("/opt/new", List.of()));
    return Judgement.of(judging, 0.95, findings, null);
  }

  @Test
  void saysFirstWhatDiffersThenWhatDoesNotAndWhatIsNotKnown() {
    Judgement judgement =
        of(
            List.of(
                cpu(-0.11, -0.05),
                finding(Metric.MEMORY, 0.01, 0.05),
                finding(Metric.DISK, -0.02, 0.01),
                Finding.missing(Metric.LATENCY, "ms", "no request was seen")));

    assertThat(judgement.sentence())
        .isEqualTo(
            "Version B takes 8.0 % less CPU a sample (5.0–11 %), 3.0 % more memory (1.0–5.0 %);"
                + " no difference was shown in disk (B is within 2.0 % of A);"
                + " p99 is unknown: no request was seen.");
  }

  @Test
  void whoWritesMoreWrites() {
    assertThat(of(List.of(finding(Metric.THROUGHPUT, 0.1, 0.2), cpu(0.1, 0.2))).sentence())
        .isEqualTo(
            "Version B writes 15 % more samples/s (10–20 %); Version B takes 15 % more CPU a sample (10–20 %).");
  }

  @Test
  void beyondALimitAndNotToldAreTwoThings() {
    var findings = List.of(cpu(0.06, 0.09), finding(Metric.DISK, 0.01, 0.09));

    assertThat(of(findings, "cpu>5%").fails()).isTrue();
    assertThat(of(findings, "cpu>5%").leavesOpen()).isFalse();
    assertThat(of(findings, "disk>5%").fails()).isFalse();
    assertThat(of(findings, "disk>5%").leavesOpen()).isTrue();
    assertThat(of(findings, "cpu>10%", "disk>10%").leavesOpen()).isFalse();
    assertThat(of(findings).leavesOpen()).isFalse();
    assertThat(of(List.of(Finding.missing(Metric.CPU, "s", "x"))).leavesOpen()).isTrue();
  }

  @Test
  void aJUnitReportHoldsEachLimitOnce() throws Exception {
    var findings =
        List.of(
            cpu(0.06, 0.09),
            finding(Metric.MEMORY, 0.01, 0.04),
            Finding.missing(Metric.DISK, "MB", "it says <\"&\u0001"));

    Element suite =
        parsed(JUnitFile.of(of(findings, "cpu>+5%", "memory>+5%", "disk>+5%")))
            .getDocumentElement();

    assertThat(suite.getAttribute("tests")).isEqualTo("3");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    var cases = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      var one = (Element) suite.getElementsByTagName("testcase").item(i);
      cases.add(one.getAttribute("name") + " " + one.getElementsByTagName("*").getLength());
    }
    assertThat(cases).containsExactly("not cpu>+5% 1", "not memory>+5% 0", "not disk>+5% 1");
    assertThat(((Element) suite.getElementsByTagName("error").item(0)).getAttribute("message"))
        .isEqualTo("disk is unknown: it says <\"&");
  }

  private static Document parsed(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  /** Each pair 10 % apart: p = 2/64, under 5 %, and over the half of it that two metrics get. */
  @Test
  void severalMetricsHoldTogether() {
    double[] a = {100, 101, 99, 100, 102, 98};
    double[] b = Arrays.stream(a).map(each -> 1.1 * each).toArray();

    assertThat(Finding.of(Metric.CPU, "s", a, b, 0.05, Optional.empty()).different()).isTrue();
    Finding one = Finding.of(Metric.CPU, "s", a, b, 0.05 / 2, Optional.empty());
    assertThat(one.different()).isFalse();
    assertThat(one.untold()).isEqualTo("6 pairs are too few for an interval");
    assertThat(Finding.of(Metric.CPU, "s", a, b, 0.05, Optional.of("a trend")).different())
        .isFalse();
  }

  @Test
  void aRateIsWhatIsWrittenWithAllCopies() {
    var config = ConfigLoader.load(Optional.empty(), List.of("amplify.m=4")).config();
    double copies = config.amplify().fleet().copies();

    assertThat(FixedRate.of(config, 1000 * copies).source().datagen().rate()).isEqualTo(1000);
    assertThatThrownBy(() -> FixedRate.of(config, copies / 3))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("less than one of the source");
    var kafka = ConfigLoader.load(Optional.empty(), List.of("source.type=kafka")).config();
    assertThatThrownBy(() -> FixedRate.of(kafka, 1000))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("source.type=kafka");
  }

  @Test
  void saysHowMergesWereAwaited() {
    var in4 = new StoreCost(1.0, 1e8, 1e7, 4.2, true, true);
    var cut = new StoreCost(1.0, 1e8, null, 60, false, true);

    assertThat(StoreCost.merges(List.of(in4, in4)))
        .isEqualTo("the database worked up to 4 s after a run, with a merge of all its files");
    assertThat(StoreCost.merges(List.of())).isNull();
    assertThat(StoreCost.merges(List.of(in4, cut)))
        .isEqualTo(
            "the database worked up to 60 s after a run, with a merge of all its files; in 1 run it did not finish in time");
  }
}
