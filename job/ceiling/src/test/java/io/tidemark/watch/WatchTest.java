package io.tidemark.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.PublicSettings;
import io.tidemark.sink.TargetConfig;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WatchTest {
  private static final PublicSettings JOB =
      PublicSettings.of(
          load("target.urls=['http://db:8428']", "target.metrics-urls=['http://store:8482']")
              .config());

  @Test
  void theJobSaysWhereItWrites() {
    TargetConfig target = Watch.target(JOB, load("target.auth.bearer-token-file=/run/token"));

    assertThat(target.urls()).containsExactly(URI.create("http://db:8428"));
    assertThat(target.metricsUrls()).containsExactly(URI.create("http://store:8482"));
    assertThat(target.auth().bearerTokenFile()).isEqualTo("/run/token");
  }

  @Test
  void theUserKnowsWhatIsReachableFromHere() {
    TargetConfig tunnelled =
        Watch.target(JOB, load("target.metrics-urls=['http://127.0.0.1:8482']"));
    TargetConfig moved = Watch.target(JOB, load("target.urls=['http://127.0.0.1:8428']"));

    assertThat(tunnelled.urls()).containsExactly(URI.create("http://db:8428"));
    assertThat(tunnelled.metricsUrls()).containsExactly(URI.create("http://127.0.0.1:8482"));
    assertThat(moved.metricsUrls()).as("where the metrics are: at the urls").isEmpty();
  }

  /** Such as the file that names its process, where the database was started for this job. */
  @Test
  void theJobSaysHowItWritesAsWell() {
    PublicSettings job =
        PublicSettings.of(
            load("target.urls=['http://db:8428']", "target.tenant=7", "target.compression=zstd")
                .config());
    TargetConfig target = Watch.target(job, load("target.compression=snappy"));

    assertThat(target.options())
        .containsEntry("tenant", "7")
        .containsEntry("compression", "snappy");
  }

  @Test
  void aClusterThatSeldomReadsItsMetricsNeedsALongWindow() {
    assertThat(Watch.windowFor(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(10));
    assertThat(Watch.windowFor(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(30));
  }

  private static ConfigLoader.Loaded load(String... settings) {
    return ConfigLoader.load(Optional.empty(), List.of(settings));
  }
}
