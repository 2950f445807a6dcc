package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.search.CeilingPlan.By;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A quarter of the heap keeps series ready, of 600 bytes each. */
class SeriesBoundTest {
  private static final long GB = 1_000_000_000L;

  private static long most(long heapBytes, long diskBytes, String... settings) {
    return most(By.SERIES, heapBytes, diskBytes, settings);
  }

  private static long most(By by, long heapBytes, long diskBytes, String... settings) {
    ConfigLoader.Loaded loaded = ConfigLoader.load(Optional.empty(), List.of(settings));
    var plan =
        new CeilingPlan(
            loaded,
            Optional.empty(),
            by,
            Duration.ofMinutes(3),
            256,
            Optional.empty(),
            Instant.EPOCH,
            false);
    return SeriesBound.in(loaded.config(), plan, new SeriesBound.Host(heapBytes, diskBytes))
        .source()
        .datagen()
        .seriesAlive();
  }

  /** The disk takes 4 bytes for each of 18 M samples, and 300 for each series. */
  @ParameterizedTest
  @CsvSource({
    "12000000000, 0, 5000000",
    "1200000000, 0, 500000",
    "120000000000, 0, 10000000",
    "12000000000, 372000000, 1000000",
  })
  void triesAsManyAsFitWhereNoneAreConfigured(long heapBytes, long diskBytes, long series) {
    assertThat(most(heapBytes, diskBytes)).isEqualTo(series);
  }

  @Test
  void aJobElsewhereKeepsAsManyAsItIsConfiguredTo() {
    assertThat(most(0, 0, "parallelism=4")).isEqualTo(4_000_000);
  }

  /** Ten million are written in all, so that of two copies each may have five. */
  @Test
  void triesNoMoreThanMayBeWritten() {
    assertThat(most(120 * GB, 0, "amplify.n=2")).isEqualTo(5_000_000);
  }

  @Test
  void takesWhatIsConfiguredWhereItFits() {
    assertThat(most(12 * GB, 100 * GB, "source.datagen.series=3000000")).isEqualTo(3_000_000);
  }

  @Test
  void refusesWhatTheJobCanNotKeepReady() {
    assertThatThrownBy(() -> most(GB, 0, "source.datagen.series=3000000"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("source.datagen.series=3000000")
        .hasMessageContaining("6.71 GiB of heap, it has 954 MiB; at most 416666");
  }

  /** Who says how many are kept ready knows that the others are made ready each time. */
  @Test
  void keepsFewerReadyWhereThatIsConfigured() {
    assertThat(most(GB, 0, "source.datagen.series=3000000", "amplify.max-cached-series=100000"))
        .isEqualTo(3_000_000);
  }

  @Test
  void refusesWhatTheDiskDoesNotHold() {
    assertThatThrownBy(() -> most(12 * GB, GB / 2, "source.datagen.series=3000000"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("may write about 927 MiB, 477 MiB are free; at most 1426666");
  }

  /**
   * It takes three minutes, of which a part of another may begin: 300 bytes for each, and 4 for
   * each of 18 M samples.
   */
  @Test
  void aSearchByChurnMayWriteAsManyAgainEachMinute() {
    long disk = 72_000_000 + (2 + 3) * 300 * 100_000L;
    assertThat(most(By.CHURN, 12 * GB, disk, "source.datagen.series=100000")).isEqualTo(100_000);
    assertThatThrownBy(() -> most(By.CHURN, 12 * GB, disk, "source.datagen.series=100010"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("at most 100000");
  }

  /** It keeps those that are alive as they are, however many fit. */
  @Test
  void aSearchByChurnRaisesNoSeries() {
    assertThat(most(By.CHURN, 12 * GB, 0)).isEqualTo(20_000);
    assertThatThrownBy(() -> most(By.CHURN, 12 * GB, 0, "source.datagen.shape=grid"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--by churn needs source.datagen.shape=devops");
  }
}
