package io.tidemark.job.datagen;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.series.Amplification;
import io.tidemark.series.Fleet;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratedSeriesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 30",
    "0, 0, 50",
    "0, 0, 1000",
    "0.1, 0, 333",
    "0.25, 0, 1000",
    "1, 0, 777",
    "0.013, 0, 5001",
    "0, 3.3, 1000",
    "0.1, 0.47, 333",
    "0.013, 7, 5001"
  })
  void areAsManyAsTheStreamHas(double churn, double replaced, long samples) {
    Datagen config =
        config(
            "source.datagen.churn=" + churn,
            "source.datagen.replaced=" + replaced,
            "source.datagen.samples=" + samples);
    var generated = new GeneratedSamples(config, 0);
    Set<Labels> seen = new HashSet<>();
    for (long i = 0; i < samples; i++) {
      seen.add(generated.next().labels());
    }
    assertThat(GeneratedSeries.count(config)).isEqualTo(seen.size());
  }

  @Test
  void withoutAnEndAreThoseAliveAtATime() {
    assertThat(GeneratedSeries.count(config("source.datagen.churn=0.5"))).isEqualTo(50);
  }

  /** Of five hosts the share with a copy more need not be half. */
  @ParameterizedTest
  @CsvSource({"1", "3", "1.5", "2.5"})
  void areWrittenAsOftenAsEachHasCopies(double n) {
    Datagen config = config();
    var fleet = Fleet.of(new Amplification(1, 1, 1, "instance", ValueMode.REPEAT, Layout.TIME), n);
    var generated = new GeneratedSamples(config, 0);
    long written = 0;
    for (int i = 0; i < 50; i++) {
      written += fleet.of(generated.next().labels()).n();
    }
    assertThat(GeneratedSeries.written(config, fleet)).isEqualTo(written);
  }

  private static Datagen config(String... settings) {
    var all = new java.util.ArrayList<>(List.of(settings));
    all.add("source.datagen.series=50");
    return ConfigLoader.load(Optional.empty(), all).config().source().datagen();
  }
}
