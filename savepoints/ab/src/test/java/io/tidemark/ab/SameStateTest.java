package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.ab.AbResult.Difference;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SameStateTest {
  @ParameterizedTest
  @CsvSource({
    "datagen, source.datagen.series=10, source.datagen.series=20",
    "datagen, source.datagen.seed=1, source.datagen.seed=2",
    "datagen, source.datagen.interval=1m, source.datagen.interval=30s",
    "datagen, source.datagen.start=2026-01-01T00:00:00Z, source.datagen.start=2026-01-02T00:00:00Z",
    "kafka, source.kafka.topics=x, source.kafka.topics=y",
    "kafka, source.kafka.format=influx, source.kafka.format=remote-write",
  })
  void refusesSidesThatReadAnotherSource(String type, String ofA, String ofB) {
    String key = ofA.substring(0, ofA.indexOf('='));
    assertThatThrownBy(
            () ->
                SameState.require(
                    config("source.type=" + type, ofA), config("source.type=" + type, ofB)))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(key + "=")
        .hasMessageEndingWith("both sides must read the same source")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "amplify.m=2",
    "amplify.n=3",
    "write.batch-samples=500",
    "write.in-flight=2",
    "target.compression=zstd",
    "amplify.layout=grouped",
    "parallelism=1",
    "source.datagen.rate=1000",
    "source.kafka.topics=unused"
  })
  void takesAnyOtherDifference(String ofB) {
    SameState.require(config(), config(ofB));
  }

  @Test
  void namesWhatDiffers() {
    assertThat(
            SameState.differences(
                config("target.extra-labels.run=x"), config("write.batch-samples=500")))
        .containsExactly(
            new Difference("target.extra-labels.run", "x", "not set"),
            new Difference("write.batch-samples", "10000", "500"));
    assertThat(SameState.differences(config(), config())).isEmpty();
  }

  @Test
  void namesWhatTwoKindsOfDatabaseMean() {
    List<Difference> differences =
        SameState.differences(config("target.type=remote-write"), config());

    assertThat(differences)
        .contains(
            new Difference("target.type", "remote-write", "victoriametrics"),
            new Difference("amplify.layout", "series", "time"));
    assertThat(differences)
        .filteredOn(d -> d.key().equals(SameState.WIRE) || d.key().equals(SameState.ACKNOWLEDGED))
        .hasSize(2)
        .noneMatch(d -> d.a().isEmpty() || d.b().isEmpty());
  }

  /** Addresses and secrets are not among them. */
  @Test
  void namesWhatBothSidesHaveTheSame() {
    assertThat(
            SameState.alike(
                config("target.urls=[http://db:1]", "amplify.m=20", "write.in-flight=1"),
                config("target.urls=[http://db:1]", "amplify.m=20", "write.batch-samples=500")))
        .containsEntry("target.type", "victoriametrics")
        .containsEntry("amplify.m", "20")
        .doesNotContainKeys("write.in-flight", "write.batch-samples", "target.urls");
  }

  private static JobConfig config(String... settings) {
    return ConfigLoader.load(Optional.empty(), List.of(settings)).config();
  }
}
