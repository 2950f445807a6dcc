package io.tidemark.job.datagen;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.GeneratorTime;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.job.config.JobConfig.Grid;
import io.tidemark.job.config.JobConfig.Shape;
import io.tidemark.job.config.JobConfig.SourceType;
import io.tidemark.job.config.TestConfig;
import io.tidemark.job.source.SourceRuns;
import io.tidemark.process.MeasuredBound;
import io.tidemark.series.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DatagenSourceIT {
  private static final String START = "2026-01-31T00:00:00Z";
  private static final int HOSTS = 30;
  private static final int SERIES = 10 * HOSTS;

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  @TempDir Path savepoints;

  @Test
  void emitsTheSameSetAtAnyParallelism() throws Exception {
    Datagen config = devops(4 * SERIES + 123, 0);
    List<Sample> expected = expected(config);
    assertThat(expected).hasSize(4 * SERIES + 123);
    for (int parallelism = 1; parallelism <= 3; parallelism++) {
      SourceRuns.Run run = run(config, parallelism, null);
      long read = (Long) run.await().getAccumulatorResult("samplesRead");
      assertThat(read).isEqualTo(expected.size());
      assertThat(SourceRuns.of(run)).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void continuesTheSameStreamFromASavepointAtAnotherParallelism() throws Exception {
    Datagen config = devops(50 * SERIES, 5_000);
    SourceRuns.Run first = run(config, 2, null);
    first.awaitSamples(7 * SERIES + 5);
    String savepoint = first.stopWithSavepoint(savepoints);
    assertThat(SourceRuns.of(first).size()).isLessThan(50 * SERIES);

    SourceRuns.Run second = run(devops(50 * SERIES, 0), 3, savepoint);
    var result = second.await();
    assertThat(SourceRuns.of(first, second)).containsExactlyInAnyOrderElementsOf(expected(config));
    assertThat((Long) result.getAccumulatorResult("samplesRead")).isEqualTo(50L * SERIES);
    assertThat((Long) result.getAccumulatorResult("recordsRead")).isEqualTo(50L * SERIES);
    assertThat((Long) result.getAccumulatorResult("recordsRejected")).isZero();
  }

  @Test
  void readsOnToTheEndItIsGivenWhenRestored() throws Exception {
    SourceRuns.Run first = run(devops(50 * SERIES, 5_000), 2, null);
    first.awaitSamples(7 * SERIES);
    String savepoint = first.stopWithSavepoint(savepoints);
    SourceRuns.Run second = run(devops(60 * SERIES, 0), 1, savepoint);
    second.await();
    assertThat(new HashSet<>(SourceRuns.of(first, second)))
        .isEqualTo(new HashSet<>(expected(devops(60 * SERIES, 0))));
  }

  @Test
  void keepsTheStartItResolvedWhenRestored() throws Exception {
    long beforeMillis = System.currentTimeMillis();
    Datagen now =
        new Datagen(
            Shape.DEVOPS,
            SERIES,
            Duration.ofSeconds(10),
            "",
            0,
            50_000,
            0,
            0,
            1,
            new Grid(1, 1, 1, false));
    SourceRuns.Run first = run(now, 1, null);
    first.awaitSamples(3 * SERIES);
    String savepoint = first.stopWithSavepoint(savepoints);
    SourceRuns.Run second = run(now, 2, savepoint);
    second.awaitSamples(3 * SERIES);
    second.client().cancel().get();
    long start =
        SourceRuns.of(first).stream().mapToLong(Sample::timestampMillis).min().orElseThrow();
    long dayMillis = Duration.ofDays(1).toMillis();
    assertThat(start % dayMillis).isZero();
    assertThat(start).isBetween(beforeMillis - 28 * dayMillis, beforeMillis - 26 * dayMillis);
    // Every tick of the second run lies on the first one's grid and after where that stopped.
    assertThat(SourceRuns.of(second))
        .allMatch(sample -> (sample.timestampMillis() - start) % 10_000 == 0)
        .noneMatch(new HashSet<>(SourceRuns.of(first))::contains);
  }

  /** Twenty ticks are due at once, then ten a second; without a bound a second has thousands. */
  @Test
  void goesAtTheClocksPaceOnceItIsAsFarAheadAsItMayBe() throws Exception {
    Duration ahead = GeneratorTime.ahead(TestConfig.of());
    Datagen config =
        new Datagen(
            Shape.DEVOPS,
            SERIES,
            Duration.ofMillis(100),
            Instant.now().plus(ahead).minusSeconds(2).toString(),
            0,
            0,
            0,
            0,
            1,
            new Grid(1, 1, 1, false));
    long beganNanos = System.nanoTime();
    SourceRuns.Run run = run(config, 2, null);
    run.awaitSamples(40 * SERIES);
    Duration took = Duration.ofNanos(System.nanoTime() - beganNanos);
    run.client().cancel().get();

    assertThat(took).isGreaterThan(Duration.ofMillis(1_800));
    long latest = Instant.now().plus(ahead).toEpochMilli();
    assertThat(SourceRuns.of(run))
        .extracting(Sample::timestampMillis)
        .allMatch(timestampMillis -> timestampMillis <= latest);
  }

  @Test
  void emitsAllSeriesOfATickBeforeTheNext() throws Exception {
    SourceRuns.Run run = run(devops(6 * SERIES, 0), 1, null);
    run.await();
    assertThat(SourceRuns.of(run)).extracting(Sample::timestampMillis).isSorted();
  }

  /**
   * A shard holds a fraction of a sample per tick here, so that every call goes over many of them.
   */
  @Test
  void keepsToItsRate() throws Exception {
    SourceRuns.Run run = run(devops(100_000, 20_000), 2, null);
    run.awaitSamples(10_000);
    long began = System.nanoTime();
    run.awaitSamples(70_000);
    double seconds = (System.nanoTime() - began) / 1e9;
    MeasuredBound.check(() -> assertThat(60_000 / seconds).isBetween(12_000.0, 24_000.0));
    run.await();
  }

  private static SourceRuns.Run run(Datagen config, int parallelism, String savepoint)
      throws Exception {
    return SourceRuns.start(
        new JobConfig.Source(SourceType.DATAGEN, config, null, null, null), parallelism, savepoint);
  }

  private static Datagen devops(long samples, long rate) {
    return new Datagen(
        Shape.DEVOPS,
        SERIES,
        Duration.ofSeconds(10),
        START,
        samples,
        rate,
        0.1,
        0,
        7,
        new Grid(1, 1, 1, false));
  }

  /** Sample p is that of slot p mod series at tick p div series. */
  private static List<Sample> expected(Datagen config) {
    var generator = new SampleGenerator(config);
    var samples = new ArrayList<Sample>();
    for (long p = 0; p < config.samples(); p++) {
      samples.add(
          generator.sample(Instant.parse(START).toEpochMilli(), p / SERIES, (int) (p % SERIES)));
    }
    return samples;
  }
}
