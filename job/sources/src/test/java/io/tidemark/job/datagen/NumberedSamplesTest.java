package io.tidemark.job.datagen;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.job.config.JobConfig.Grid;
import io.tidemark.job.config.JobConfig.Shape;
import io.tidemark.job.split.SourceSample;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberedSamplesTest {
  /** Read as an amplifier does; by churn a slot's series changes now and then. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3})
  void areWhatTheGeneratorMakes(double churn) {
    var config =
        new Datagen(
            Shape.DEVOPS,
            60,
            Duration.ofMinutes(1),
            "",
            0,
            0,
            churn,
            0,
            1,
            new Grid(1, 1, 1, false));
    var plain = new SampleGenerator(config);
    var samples = new NumberedSamples(new SampleGenerator(config), 3, 1_000);
    samples.room(60);
    Map<Integer, Labels> named = new HashMap<>();
    int labels = 0;
    for (long tick = 0; tick < 20; tick++) {
      for (int slot = 0; slot < 60; slot++) {
        SourceSample sample = samples.sample(1000, tick, slot, 59 - slot);
        if (sample.labels() != null) {
          labels++;
          named.put(sample.number(), sample.labels());
        }
        Labels series = named.get(sample.number());
        assertThat(sample.source()).isEqualTo(3);
        assertThat(sample.hash()).isEqualTo(series.hash());
        assertThat(new Sample(series, sample.timestampMillis(), sample.value()))
            .isEqualTo(plain.sample(1000, tick, slot));
      }
    }
    long series = 0;
    for (int slot = 0; slot < 60; slot++) {
      series += 1 + plain.generation(19, slot) - plain.generation(0, slot);
    }
    assertThat(labels).as("once a series").isEqualTo((int) series);
  }

  @Test
  void whatIsBeyondTheNumbersHasItsLabelsEachTime() {
    var config =
        new Datagen(
            Shape.DEVOPS, 60, Duration.ofMinutes(1), "", 0, 0, 0, 0, 1, new Grid(1, 1, 1, false));
    var samples = new NumberedSamples(new SampleGenerator(config), 0, 10);
    samples.room(5);
    assertThat(samples.sample(0, 0, 4, 4).number()).isNotEqualTo(SourceSample.UNNUMBERED);
    assertThat(samples.sample(0, 0, 5, 5).number()).isEqualTo(SourceSample.UNNUMBERED);
    samples.room(60);
    assertThat(samples.sample(0, 1, 4, 4).labels()).as("known since the first tick").isNull();
    assertThat(samples.sample(0, 1, 9, 9).labels()).isNotNull();
    for (long tick = 0; tick < 2; tick++) {
      SourceSample beyond = samples.sample(0, tick, 10, 10);
      assertThat(beyond.number()).isEqualTo(SourceSample.UNNUMBERED);
      assertThat(beyond.labels()).isNotNull();
    }
  }

  @Test
  void allSourcesTogetherHaveSoManyNumbersThatAmplifiersCanKeepThem() {
    assertThat(SourceSample.numbers(1, 1 << 20)).isEqualTo(1 << 20);
    assertThat(SourceSample.numbers(4, 1 << 18)).isEqualTo(1 << 18);
    assertThat(SourceSample.numbers(32, 1 << 18)).isEqualTo(1 << 16);
  }
}
