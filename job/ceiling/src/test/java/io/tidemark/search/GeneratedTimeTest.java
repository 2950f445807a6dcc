package io.tidemark.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GeneratedTimeTest {
  private static final Instant NOW = Instant.parse("2026-03-10T15:20:00Z");
  private static final Duration SEARCH = Duration.ofMinutes(3);

  private static ConfigLoader.Loaded load(String... settings) {
    return ConfigLoader.load(Optional.empty(), List.of(settings));
  }

  private static Instant start(JobConfig config) {
    return Instant.parse(config.source().datagen().start());
  }

  @Test
  void beginsFarBackInADatabaseOfOurOwnAndYesterdayInAnother() {
    var loaded = load("limits.retention=36500d");
    JobConfig config = loaded.config();

    assertThat(start(GeneratedTime.of(loaded, true, false, NOW).next(config)))
        .isEqualTo("2026-01-10T00:00:00Z");
    assertThat(start(GeneratedTime.of(loaded, false, false, NOW).next(config)))
        .isEqualTo("2026-03-09T00:00:00Z");
  }

  @Test
  void beginsWhereTheUserSays() {
    var loaded = load("source.datagen.start=2025-05-05T05:05:05Z");

    assertThat(start(GeneratedTime.of(loaded, true, false, NOW).next(loaded.config())))
        .isEqualTo("2025-05-05T05:05:05Z");
  }

  /** Four million samples a second for three minutes are 720 million: all of one day. */
  @Test
  void aWholeSearchFitsIntoADay() {
    var loaded = load("source.datagen.series=1000", "amplify.m=20");

    JobConfig fitted = GeneratedTime.of(loaded, true, false, NOW).fitted(loaded.config(), SEARCH);

    long millis = fitted.source().datagen().interval().toMillis();
    double ticks = 4e6 * SEARCH.toSeconds() / (1_000 * 20);
    assertThat(ticks * millis).isLessThan(Duration.ofDays(1).toMillis());
    assertThat(millis % 20).as("copies lie in whole milliseconds").isZero();
    assertThat(fitted.amplify().interval()).isEqualTo(fitted.source().datagen().interval());
  }

  /** A Prometheus of others takes what is at most an hour older than now, and ten minutes ahead. */
  @Test
  void aWholeSearchFitsIntoWhatTheDatabaseTakes() {
    var loaded = load("target.type=remote-write", "source.datagen.series=1000", "amplify.m=20");
    var time = GeneratedTime.of(loaded, false, false, NOW);

    JobConfig fitted = time.fitted(loaded.config(), SEARCH);

    assertThat(start(time.next(fitted))).isEqualTo("2026-03-10T14:26:00Z");
    double ticks = 4e6 * SEARCH.toSeconds() / (1_000 * 20);
    double millis = ticks * fitted.source().datagen().interval().toMillis();
    assertThat(millis).isLessThan(Duration.ofMinutes(54 + 9).toMillis());
  }

  /** An RRD takes one value a step and refuses all others, so twelve copies take twelve steps. */
  @Test
  void copiesLieAtLeastADatabasesStepApart() {
    var loaded =
        load("target.type=rrdcached", "target.step=5s", "source.datagen.series=10", "amplify.m=12");

    JobConfig fitted = GeneratedTime.of(loaded, true, false, NOW).fitted(loaded.config(), SEARCH);

    assertThat(fitted.amplify().interval()).isEqualTo(Duration.ofSeconds(12 * 5));
  }

  @Test
  void anIntervalOfTheUsersStays() {
    var loaded = load("source.datagen.interval=10s", "source.datagen.series=10");

    assertThat(GeneratedTime.of(loaded, true, false, NOW).fitted(loaded.config(), SEARCH))
        .isEqualTo(loaded.config());
  }

  /** A million samples of a thousand series are a thousand ticks of ten seconds. */
  @Test
  void eachJobGoesOnAfterTheLast() {
    var loaded = load("source.datagen.interval=10s", "source.datagen.series=1000", "amplify.m=1");
    var time = GeneratedTime.of(loaded, true, false, NOW);
    Instant first = start(time.next(loaded.config()));

    time.passed(loaded.config(), 1_000_000);

    assertThat(start(time.next(loaded.config())))
        .isBetween(first.plusSeconds(10_000), first.plusSeconds(10_000 + 3 * 10));
  }

  /** From yesterday's midnight until two days ahead of NOW are 87 hours and 20 minutes. */
  @Test
  void saysOnceThatItHadToWaitForTheClock() {
    var loaded = load("source.datagen.interval=60s", "source.datagen.series=100", "amplify.m=1");
    var time = GeneratedTime.of(loaded, false, false, NOW);
    long samplesPerHour = 60 * 100;

    assertThat(time.passed(loaded.config(), 39 * samplesPerHour)).isEmpty();
    assertThat(time.passed(loaded.config(), 47 * samplesPerHour)).isEmpty();
    assertThat(time.passed(loaded.config(), 2 * samplesPerHour))
        .hasValueSatisfying(
            line -> assertThat(line).contains("limits.future=2d", "rates are too low"));
    assertThat(time.passed(loaded.config(), samplesPerHour)).isEmpty();
  }

  @Test
  void oneFileRepeatsFromTheSameTimesAsAGenerator() {
    String keeps = "limits.retention=36500d";
    var loaded = load(keeps, "source.type=file", "source.file.path=a.lp");
    var time = GeneratedTime.of(loaded, true, true, NOW);
    JobConfig.FileInput first = time.next(loaded.config()).source().file();
    assertThat(first.repeat()).isTrue();
    assertThat(first.start()).isEqualTo("2026-01-10T00:00:00Z");
    assertThat(time.said()).hasValueSatisfying(line -> assertThat(line).contains(first.start()));
    time.passed(loaded.config(), 1_000_000);
    assertThat(time.next(loaded.config()).source().file().start())
        .isEqualTo("2026-01-11T00:00:00Z");

    time = GeneratedTime.of(loaded, true, false, NOW);
    assertThat(time.next(loaded.config())).isEqualTo(loaded.config());

    loaded = load(keeps, "source.type=file", "source.file.path=a.lp", "source.file.repeat=false");
    time = GeneratedTime.of(loaded, true, true, NOW);
    assertThat(time.next(loaded.config())).isEqualTo(loaded.config());
    assertThat(time.said()).isEmpty();
  }

  @Test
  void aSavepointSaysItself() {
    JobConfig config = load().config();

    assertThat(GeneratedTime.ofSavepoint().next(config)).isEqualTo(config);
  }
}
