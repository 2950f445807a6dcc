package io.tidemark.job.amplify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadySeriesTest {
  private static final JobConfig DEFAULTS =
      ConfigLoader.load(Optional.empty(), List.of("target.urls=[http://127.0.0.1:1]")).config();

  /** Of 12 GB a quarter holds 5 million of 600 bytes; less than the default there never is. */
  @ParameterizedTest
  @CsvSource({"12000000000, 2, 2500000", "12000000000, 1, 5000000", "1000000000, 2, 1000000"})
  void eachAmplifierKeepsWhatAQuarterOfTheHeapTakes(long heapBytes, int parallelism, int series) {
    assertThat(ReadySeries.in(DEFAULTS, heapBytes, parallelism).amplify().maxCachedSeries())
        .isEqualTo(series);
  }
}
