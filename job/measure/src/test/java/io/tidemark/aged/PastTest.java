package io.tidemark.aged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PastTest {
  private static final Instant NOW = Instant.parse("2026-03-10T15:20:30Z");
  private static final Instant SIXTY_DAYS_AGO = Instant.parse("2026-01-10T00:00:00Z");
  private static final Duration AGE = Duration.ofDays(90);
  private static final String DATABASE = "version 1.151.0, flags {}";

  private static Past past(String... settings) {
    return past(NOW, AGE, settings);
  }

  private static Past past(Instant now, Duration age, String... settings) {
    var all = new ArrayList<>(List.of(settings));
    all.add("limits.retention=36500d");
    return Past.of(ConfigLoader.load(Optional.empty(), all).config(), age, now);
  }

  @Test
  void twentyThousandSeriesAMinuteApartAre2592MillionSamples() {
    Past past = past();

    assertThat(past.series()).isEqualTo(20_000);
    assertThat(past.samples()).isEqualTo(20_000.0 * 24 * 60 * 90);
    assertThat(past.sourceSamples()).isEqualTo(2_592_000_000L);
  }

  @Test
  void copiesCountAndAHostOfTenSeriesIsNeverSplit() {
    Past past = past("source.datagen.series=25", "amplify.m=2", "amplify.n=3");

    assertThat(past.series()).isEqualTo(30 * 3);
    assertThat(past.sourceSamples()).isEqualTo(30L * 24 * 60 * 90);
    assertThat(past.samples()).isEqualTo(30.0 * 24 * 60 * 90 * 2 * 3);
  }

  /** One in a thousand is replaced a minute, of 1,440 minutes. */
  @Test
  void seriesThatWereReplacedTakeRoomToo() {
    Past past = past(NOW, Duration.ofDays(1), "source.datagen.churn=0.001");

    assertThat(past.seriesEver()).isCloseTo(20_000 * (1 + 1.44), within(1e-6));
  }

  @Test
  void endsWhereARunBeginsByItself() {
    assertThat(past().until()).isEqualTo(SIXTY_DAYS_AGO);
    assertThat(past().from()).isEqualTo(SIXTY_DAYS_AGO.minus(AGE));
    assertThat(past().config().source().start()).isEqualTo(past().from().toString());
    // A pace would begin now, where no kept database ends a day later.
    assertThat(past("source.datagen.rate=10").until()).isEqualTo(SIXTY_DAYS_AGO);
    assertThat(past("source.datagen.start=2026-03-01T00:00:00Z").until())
        .isEqualTo("2026-03-01T00:00:00Z");
  }

  @Test
  void isWrittenAsFastAsItCanBeAndReadByNobody() {
    var config = past("source.datagen.rate=10", "queries.expressions=[up]").config();

    assertThat(config.source().datagen().rate()).isZero();
    assertThat(config.queries().isEmpty()).isTrue();
  }

  /** Whole intervals only: the last tick's copies end where the run begins. */
  @Test
  void hasWholeIntervals() {
    Past past = past(NOW, Duration.ofHours(25), "source.datagen.interval=10h");

    assertThat(past.age()).isEqualTo(Duration.ofHours(20));
    assertThat(past.from()).isEqualTo(SIXTY_DAYS_AGO.minus(Duration.ofHours(20)));
    assertThat(past.sourceSamples()).isEqualTo(2 * 20_000);
  }

  @Test
  void isRefusedWhereTheDatabaseKeepsNothingSoOld() {
    var config = ConfigLoader.load(Optional.empty(), List.of("limits.retention=149d")).config();

    // Until sixty days ago, less what is left of a day.
    assertThat(Past.of(config, Duration.ofDays(89), NOW).from()).isEqualTo("2025-10-13T00:00:00Z");
    assertThatThrownBy(() -> Past.of(config, AGE, NOW))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--aged=90d", "2025-10-12T00:00:00Z", "2025-10-12T15:20:30Z");
    assertThatThrownBy(() -> past(NOW, Duration.ofDays(20_600)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("before 1970-01-01T00:00:00Z");
  }

  @Test
  void isRefusedWhereNothingIsGeneratedOrTheIntervalIsLonger() {
    assertThatThrownBy(() -> past("source.type=kafka"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("source.type=datagen");
    assertThatThrownBy(() -> past(NOW, Duration.ofDays(1), "source.datagen.interval=2d"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("--aged=1d", "source.datagen.interval=2d");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "source.datagen.rate=10",
        "source.datagen.samples=5",
        "write.in-flight=3",
        "parallelism=1",
        "amplify.max-cached-series=5",
        "queries.expressions=[up]"
      })
  void hasTheSameNameWhereItsContentIsTheSame(String setting) {
    assertThat(name(past(setting))).isEqualTo(name(past()));
    assertThat(name(past(NOW.plus(Duration.ofDays(9)), AGE))).isEqualTo(name(past()));
  }

  @Test
  void hasANameOfItsOwnForAllThatItHolds() {
    Set<String> names =
        List.of(
                "source.datagen.series=100",
                "source.datagen.shape=grid",
                "source.datagen.interval=30s",
                "source.datagen.seed=2",
                "source.datagen.churn=0.1",
                "amplify.m=2",
                "amplify.n=2",
                "amplify.instance-label=host",
                "amplify.instance-labels=[host]",
                "amplify.value=jitter",
                "target.extra-labels={a: b}",
                "target.type=postgresql")
            .stream()
            .map(setting -> name(past(setting)))
            .collect(Collectors.toCollection(TreeSet::new));
    names.add(name(past()));
    names.add(name(past(NOW, Duration.ofDays(91))));
    names.add(past().name("version 1.152.0, flags {}", false));
    names.add(past().name(DATABASE, true));

    assertThat(names).hasSize(12 + 4);
  }

  @ParameterizedTest
  @CsvSource({"victoriametrics, 90d", "postgresql, 90d"})
  void canBeToldByItsName(String type, String age) {
    assertThat(name(past("target.type=" + type))).matches(type + "-" + age + "-[0-9a-f]{16}");
  }

  private static String name(Past past) {
    return past.name(DATABASE, false);
  }
}
