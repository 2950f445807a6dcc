package io.tidemark.job.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.JobConfig;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final RandomGenerator LARGEST =
      new RandomGenerator() {
        @Override
        public long nextLong() {
          return -1;
        }

        @Override
        public long nextLong(long bound) {
          return bound - 1;
        }
      };

  private final Backoff backoff =
      new Backoff(
          new JobConfig.Retry(
              Duration.ofMillis(100), Duration.ofSeconds(30), Duration.ofMinutes(10)));

  private long bound(int failures) {
    return backoff.delayMillis(failures, OptionalLong.empty(), LARGEST);
  }

  @Test
  void doublesUpToTheMaximum() {
    assertThat(bound(1)).isEqualTo(100);
    assertThat(bound(2)).isEqualTo(200);
    assertThat(bound(3)).isEqualTo(400);
    assertThat(bound(9)).isEqualTo(25_600);
    assertThat(bound(10)).isEqualTo(30_000);
  }

  @Test
  void doesNotOverflowAfterManyFailures() {
    assertThat(bound(64)).isEqualTo(30_000);
    assertThat(bound(Integer.MAX_VALUE)).isEqualTo(30_000);
  }

  @Test
  void drawsFromTheWholeRange() {
    var random = new Random(1);
    double sum = 0;
    for (int i = 0; i < 10_000; i++) {
      long delay = backoff.delayMillis(4, OptionalLong.empty(), random);
      assertThat(delay).isBetween(0L, 800L);
      sum += delay;
    }
    // Uniform over 0..800: mean 400, standard error 2.3.
    assertThat(sum / 10_000).isBetween(390.0, 410.0);
  }

  @Test
  void waitsAtLeastAsLongAsTheServerAsksButNotForEver() {
    assertThat(backoff.delayMillis(1, OptionalLong.of(7000), LARGEST)).isEqualTo(7000);
    assertThat(backoff.delayMillis(10, OptionalLong.of(7000), LARGEST)).isEqualTo(30_000);
    assertThat(backoff.delayMillis(1, OptionalLong.of(1_000_000_000_000L), LARGEST))
        .isEqualTo(300_000);
  }
}
