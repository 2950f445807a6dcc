package io.tidemark.job.datagen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.job.config.JobConfig.Grid;
import io.tidemark.job.config.JobConfig.Shape;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleGeneratorTest {
  private static final Grid GRID = new Grid(4, 3, 5, false);

  @ParameterizedTest
  @EnumSource(Shape.class)
  void writesLabelsAsTheBuilderWould(Shape shape) {
    var generator = new SampleGenerator(config(shape, 60, 0.4, 1));
    for (int slot = 0; slot < 60; slot++) {
      for (long tick : new long[] {0, 3, 1000}) {
        Labels labels = generator.sample(0, tick, slot).labels();
        assertThat(labels).isEqualTo(Labels.of(labels.toMap()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void hasAsManyDifferentSeriesAsConfigured(Shape shape) {
    assertThat(seriesAt(config(shape, 60, 0, 1), 5)).hasSize(60);
  }

  @Test
  void looksLikeTheHostsOfTsbs() {
    var generator = new SampleGenerator(config(Shape.DEVOPS, 20_000, 0, 1));
    Labels labels = generator.sample(0, 0, 12_345).labels();
    Map<String, String> map = labels.toMap();
    assertThat(map.keySet())
        .containsExactly(
            "__name__",
            "arch",
            "datacenter",
            "instance",
            "os",
            "rack",
            "region",
            "service",
            "service_environment",
            "service_version",
            "team");
    assertThat(map)
        .containsEntry("instance", "host_1234")
        .containsEntry("__name__", "cpu_usage_irq");
    assertThat(map.get("datacenter")).startsWith(map.get("region"));
    double bytes =
        IntStream.range(0, 20_000)
            .map(slot -> generator.sample(0, 0, slot).labels().encoded().length)
            .average()
            .orElseThrow();
    assertThat(bytes).isBetween(215.0, 245.0);
  }

  @Test
  void countsInstancesOfAGridWithTheTagsValue() {
    var generator = new SampleGenerator(config(Shape.GRID, 0, 0, 1));
    assertThat(generator.sample(0, 0, 59).labels().toMap())
        .isEqualTo(Map.of("__name__", "metric_3", "instance", "host_4", "tag_2", "value_4"));
  }

  /** 60 series, and four that say how it came to them. */
  @Test
  void reportsTheParametersOfAGridAsSeries() {
    var config =
        new Datagen(
            Shape.GRID, 1, Duration.ofMillis(2_500), "", 0, 0, 0, 0, 1, new Grid(4, 3, 5, true));
    var generator = new SampleGenerator(config);
    assertThat(generator.shape().slots()).isEqualTo(64);
    for (long tick : new long[] {0, 17}) {
      assertThat(
              IntStream.range(60, 64)
                  .mapToObj(slot -> generator.sample(0, tick, slot))
                  .map(s -> s.labels().toMap().get("__name__") + "=" + s.value()))
          .containsExactly(
              "datagen_grid_metrics=4.0",
              "datagen_grid_tag_keys=3.0",
              "datagen_grid_tag_values=5.0",
              "datagen_grid_interval_seconds=2.5");
    }
    assertThat(seriesAt(config, 3)).hasSize(64);
    var without = new SampleGenerator(config(Shape.GRID, 60, 0, 1));
    assertThat(generator.sample(0, 7, 59).labels()).isEqualTo(without.sample(0, 7, 59).labels());
    assertThat(generator.sample(0, 7, 59).value()).isEqualTo(without.sample(0, 7, 59).value());
  }

  @Test
  void roundsDevopsSeriesUpToWholeHosts() {
    assertThat(SeriesShape.of(config(Shape.DEVOPS, 1, 0, 1)).slots()).isEqualTo(10);
    assertThat(SeriesShape.of(config(Shape.DEVOPS, 20, 0, 1)).slots()).isEqualTo(20);
    assertThat(SeriesShape.of(config(Shape.DEVOPS, 21, 0, 1)).slots()).isEqualTo(30);
  }

  @Test
  void refusesMoreSeriesThanItCanNumber() {
    var config =
        new Datagen(
            Shape.GRID,
            1,
            Duration.ofSeconds(1),
            "",
            0,
            0,
            0,
            0,
            1,
            new Grid(2000, 2000, 2000, false));
    assertThatThrownBy(() -> SeriesShape.of(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("series=8000000000");
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void replacesTheConfiguredShareOfSeriesEachTick(Shape shape) {
    // 80 series in units of 10 or 1: an eighth of them is one host or ten series, and exact in
    // binary
    var config =
        new Datagen(
            shape, 80, Duration.ofMinutes(1), "", 0, 0, 1.0 / 8, 0, 1, new Grid(4, 4, 5, false));
    Set<Labels> before = seriesAt(config, 10);
    for (long tick = 11; tick < 40; tick++) {
      Set<Labels> now = seriesAt(config, tick);
      var fresh = new HashSet<>(now);
      fresh.removeAll(before);
      assertThat(now).hasSize(80);
      assertThat(fresh).hasSize(10);
      before = now;
    }
  }

  /** So a job that comes after another one has no series of its own but those that churn makes. */
  @ParameterizedTest
  @EnumSource(Shape.class)
  void goesOnWithTheSeriesOfAnotherChurn(Shape shape) {
    Datagen before =
        new Datagen(
            shape, 80, Duration.ofMinutes(1), "", 0, 0, 1.0 / 8, 0, 1, new Grid(4, 4, 5, false));
    Datagen after = before.withChurn(1.0 / 4, before.replaced() + 11 * before.churn());

    assertThat(seriesAt(after, 0)).isEqualTo(seriesAt(before, 11));
    Set<Labels> seen = new HashSet<>();
    for (long tick = 0; tick <= 11; tick++) {
      seen.addAll(seriesAt(before, tick));
    }
    for (long tick = 1; tick < 20; tick++) {
      Set<Labels> now = seriesAt(after, tick);
      now.removeAll(seen);
      assertThat(now).hasSize(20);
      seen.addAll(now);
    }
    Datagen atOnce = before.withChurn(1.0 / 4, after.replaced() + 1.0 / 4);
    Set<Labels> first = seriesAt(atOnce, 0);
    first.removeAll(seriesAt(before, 11));
    assertThat(first).hasSize(20);
  }

  /** A hundredth of 10,000 hosts an interval: ten new ones in each tenth of the interval. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 57})
  void newSeriesComeEvenlyOverAnInterval(long tick) {
    var generator = new SampleGenerator(config(Shape.DEVOPS, 100_000, 0.01, 1));
    for (int tenth = 0; tenth < 10; tenth++) {
      int begin = tenth * 10_000;
      long fresh =
          IntStream.range(begin, begin + 10_000)
              .filter(
                  slot -> generator.generation(tick, slot) > generator.generation(tick - 1, slot))
              .count();
      assertThat(fresh).as("slots from %d", begin).isBetween(80L, 120L);
    }
  }

  @Test
  void showsTheGenerationInTheInstance() {
    var generator = new SampleGenerator(config(Shape.DEVOPS, 60, 1, 1));
    assertThat(generator.sample(0, 3, 12).labels().toMap()).containsEntry("instance", "host_1-g3");
    assertThat(generator.sample(0, 0, 12).labels().toMap()).containsEntry("instance", "host_1");
  }

  @Test
  void dependsOnSeedSeriesAndTickAlone() {
    var config = config(Shape.DEVOPS, 60, 0.1, 1);
    Sample alone = new SampleGenerator(config).sample(1000, 17, 33);
    var other = new SampleGenerator(config);
    for (int slot = 59; slot >= 0; slot--) {
      other.sample(1000, 17, slot);
    }
    assertThat(other.sample(1000, 17, 33)).isEqualTo(alone);
    assertThat(alone.timestampMillis()).isEqualTo(1000 + 17 * 60_000);
    assertThat(new SampleGenerator(config(Shape.DEVOPS, 60, 0.1, 2)).sample(1000, 17, 33).value())
        .isNotEqualTo(alone.value());
  }

  @Test
  void movesValuesAsAGaugeDoes() {
    double largestStep = 0;
    double sum = 0;
    double least = 100;
    double most = 0;
    int count = 20_000;
    for (int tick = 0; tick < count; tick++) {
      double value = ValueNoise.value(1, 5, tick);
      assertThat(value).isBetween(0.0, 100.0);
      assertThat(value * 100).isCloseTo(Math.rint(value * 100), within(1e-9));
      largestStep = Math.max(largestStep, Math.abs(value - ValueNoise.value(1, 5, tick + 1)));
      sum += value;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    // Uniform chance at the knots: mean 50, nearly the whole range; a step is at most the curve's
    // steepest slope (1.5 · 90 / 16 = 8.4) and the grain (10).
    assertThat(sum / count).isCloseTo(50, within(3.0));
    assertThat(least).isLessThan(10);
    assertThat(most).isGreaterThan(90);
    assertThat(largestStep).isLessThan(18.5);
  }

  private static Set<Labels> seriesAt(Datagen config, long tick) {
    var generator = new SampleGenerator(config);
    var series = new HashSet<Labels>();
    for (int slot = 0; slot < generator.shape().slots(); slot++) {
      series.add(generator.sample(0, tick, slot).labels());
    }
    return series;
  }

  private static Datagen config(Shape shape, int series, double churn, long seed) {
    return new Datagen(shape, series, Duration.ofMinutes(1), "", 0, 0, churn, 0, seed, GRID);
  }
}
