package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.JobConfig.Limits;
import io.tidemark.series.Amplification;
import io.tidemark.series.InstanceLabels;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.KeptTimestamps;
import io.tidemark.sink.TargetConfig;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleRulesTest {
  private static final long NOW = 1_750_000_000_000L;
  private static final long DAY = 86_400_000L;
  private static final Labels SERIES = Labels.of(Map.of("__name__", "up"));

  private static SampleRules rules(int n, Map<String, String> extraLabels) {
    return rules(n, InstanceLabels.of("instance"), extraLabels);
  }

  private static SampleRules rules(InstanceLabels labels, Map<String, String> extraLabels) {
    return rules(2, labels, extraLabels);
  }

  private static SampleRules rules(
      int n, InstanceLabels instanceLabels, Map<String, String> extraLabels) {
    var limits = new Limits(4, 8, 10, Duration.ofDays(2), Duration.ofDays(30));
    var target = TargetConfig.of("victoriametrics").withExtraLabels(extraLabels);
    return new SampleRules(
        limits,
        target,
        new Amplification(6, n, 60_000, instanceLabels, ValueMode.REPEAT, Layout.TIME),
        new KeptTimestamps(DAY, 1));
  }

  private static SampleRules everyTenSeconds() {
    var limits = new Limits(4, 8, 10, Duration.ofDays(2), Duration.ofDays(30));
    var as = new Amplification(6, 1, 60_000, "instance", ValueMode.REPEAT, Layout.SERIES);
    return new SampleRules(limits, TargetConfig.of("stepping"), as, new KeptTimestamps(1, 10_000));
  }

  private static String refuse(long timestamp, double value) {
    return rules(1, Map.of()).refuse(new Sample(SERIES, timestamp, value), NOW);
  }

  @Test
  void refusesNaNButNotTheStaleMarkerNorInfinity() {
    assertThat(refuse(NOW, Double.NaN)).isEqualTo("not-a-number");
    assertThat(refuse(NOW, Double.longBitsToDouble(0x7ff0000000000002L))).isNull();
    assertThat(refuse(NOW, Double.NEGATIVE_INFINITY)).isNull();
  }

  @Test
  void refusesWhatLiesBetweenTheTimestampsThatTheDatabaseKeeps() {
    SampleRules rules = everyTenSeconds();
    assertThat(rules.refuse(new Sample(SERIES, NOW, 1), NOW)).isNull();
    assertThat(rules.refuse(new Sample(SERIES, NOW + 10_000, 1), NOW)).isNull();
    assertThat(rules.refuse(new Sample(SERIES, NOW + 9_999, 1), NOW))
        .isEqualTo("timestamp-off-step");
    assertThat(rules.refuse(new Sample(SERIES, NOW + 1_000, 1), NOW))
        .isEqualTo("timestamp-off-step");
  }

  /** The last of M = 6 copies over 60 s lies 50 s after the sample. */
  @Test
  void refusesTimestampsThatAnyCopyOfWouldBeDropped() {
    assertThat(refuse(0, 1)).isEqualTo("timestamp-not-positive");
    assertThat(refuse(-1, 1)).isEqualTo("timestamp-not-positive");
    assertThat(refuse(1, 1)).isEqualTo("timestamp-too-early");
    assertThat(refuse(DAY - 1, 1)).isEqualTo("timestamp-too-early");
    assertThat(refuse(DAY, 1)).isEqualTo("timestamp-before-retention");
    assertThat(everyTenSeconds().refuse(new Sample(SERIES, 10_000, 1), NOW))
        .isEqualTo("timestamp-before-retention");
    assertThat(refuse(NOW + 3 * DAY, 1)).isEqualTo("timestamp-in-future");
    assertThat(refuse(NOW + 2 * DAY - 50_000, 1)).isNull();
    assertThat(refuse(NOW + 2 * DAY - 49_999, 1)).isEqualTo("timestamp-in-future");
    assertThat(refuse(NOW - 30 * DAY, 1)).isNull();
    assertThat(refuse(NOW - 30 * DAY - 1, 1)).isEqualTo("timestamp-before-retention");
  }

  @ParameterizedTest
  @CsvSource({
    "1, , 'a b c d', ",
    "1, , 'a b c d e', too-many-labels",
    "1, x, 'a b c d', too-many-labels",
    "1, d, 'a b c d', ",
    "2, , 'a b c d', too-many-labels",
    "2, , 'a b c instance', ",
    "1, , 'a23456789 b', label-name-too-long"
  })
  void countsLabelsAsTheyWillBeWritten(int n, String extra, String names, String expected) {
    var labels = new TreeMap<String, String>();
    for (String name : names.split(" ")) {
      labels.put(name, "v");
    }
    var rules = rules(n, extra == null ? Map.of() : Map.of(extra, "v"));
    assertThat(rules.refuse(Labels.of(labels))).isEqualTo(expected);
  }

  @Test
  void countsTheInstanceSuffixIntoTheValue() {
    Labels labels = Labels.of(Map.of("instance", "123456789"));
    assertThat(rules(1, Map.of()).refuse(labels)).isNull();
    assertThat(rules(2, Map.of()).refuse(labels)).isEqualTo("label-value-too-long");
  }

  /** As the copies are; what is the same in all of a run gets none. */
  @Test
  void countsTheSuffixOfEachLabelThatGetsOne() {
    var several = InstanceLabels.of("host", "pod");
    Labels long8 = Labels.of(Map.of("pod", "123456789", "host", "h"));
    assertThat(rules(several, Map.of()).refuse(long8)).isEqualTo("label-value-too-long");
    assertThat(rules(several, Map.of()).refuse(Labels.of(Map.of("pod", "p", "job", "123456789"))))
        .isNull();
    assertThat(rules(several, Map.of()).refuse(labels("a", "b", "c", "pod"))).isNull();
    assertThat(rules(several, Map.of()).refuse(labels("a", "b", "c", "d")))
        .isEqualTo("too-many-labels");

    var all = InstanceLabels.all("instance");
    assertThat(rules(all, Map.of("run", "1234567890")).refuse(labels("a", "b", "c"))).isNull();
    assertThat(rules(all, Map.of("run", "r")).refuse(labels("__name__", "run", "c", "d"))).isNull();
    assertThat(rules(all, Map.of("b", "r", "c", "r", "d", "r")).refuse(labels("__name__")))
        .as("none of them gets a suffix, so it gets instance")
        .isEqualTo("too-many-labels");
  }

  /** Else the copy could not be made, and the job would end. */
  @Test
  void refusesASeriesWhoseCopyWouldBeLargerThanLabelsMayBe() {
    var limits = new Limits(400, 8, 100_000, Duration.ofDays(2), Duration.ZERO);
    var all =
        new Amplification(1, 2, 60_000, InstanceLabels.all("a"), ValueMode.REPEAT, Layout.TIME);
    var rules =
        new SampleRules(limits, TargetConfig.of("victoriametrics"), all, KeptTimestamps.ALL);
    for (int bytes = 65_520; bytes <= 65_534; bytes++) {
      Labels labels = Labels.of(Map.of("a", "v".repeat(bytes - 3), "b", "w"));
      // Two names, two values, and twice a suffix of two bytes.
      boolean fits = bytes + 4 <= 65_536;
      assertThat(rules.refuse(labels)).isEqualTo(fits ? null : "labels-too-large");
    }
  }

  private static Labels labels(String... names) {
    var labels = new TreeMap<String, String>();
    for (String name : names) {
      labels.put(name, "v");
    }
    return Labels.of(labels);
  }
}
