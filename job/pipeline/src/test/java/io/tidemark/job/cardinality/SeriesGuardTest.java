package io.tidemark.job.cardinality;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SeriesGuardTest {
  @Test
  void aRunWithMoreSeriesInSightDoesNotBegin() {
    assertThatThrownBy(() -> check("amplify.n=501"))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "amplify.max-series=10000000: 10020000 series would be written (20000 of the source, as the generator says, times amplify.n=501); raise it if the database is to take them, or lower amplify.n");
  }

  @Test
  void asManyAsTheBoundAreTaken() {
    assertThatCode(() -> check("amplify.n=500")).doesNotThrowAnyException();
    assertThatCode(() -> check("amplify.n=501", "amplify.max-series=10020000"))
        .doesNotThrowAnyException();
  }

  @Test
  void seriesThatReplaceOthersCountAsWell() {
    assertThatThrownBy(
            () ->
                check(
                    "amplify.n=100",
                    "source.datagen.churn=1",
                    "source.datagen.samples=120000",
                    "amplify.max-series=11999999"))
        .hasMessageContaining("12000000 series would be written (120000 of the source");
  }

  @Test
  void whatKeepsNothingTakesAny() {
    assertThatCode(() -> check("amplify.n=5000", "target.type=null")).doesNotThrowAnyException();
  }

  private static void check(String... settings) {
    JobConfig config =
        ConfigLoader.load(Optional.empty(), new ArrayList<>(List.of(settings))).config();
    SeriesGuard.check(config, Map.of());
  }
}
