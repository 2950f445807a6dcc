package io.tidemark.job.track;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.config.JobConfig.LastReceived;
import io.tidemark.job.config.JobConfig.Tracking;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RecordedTest {
  private static final LastReceived AN_HOUR =
      new LastReceived(Tracking.CACHED, Duration.ofHours(1), 0.1, 100_000);
  private static final long[] ONE = {1};

  private final AtomicLong nanos = new AtomicLong(-5);

  private long foundAfter(Recorded recorded, long seconds, int series) {
    nanos.set(TimeUnit.SECONDS.toNanos(seconds) - 5);
    return LongStream.range(0, series).filter(hash -> stands(recorded, hash)).count();
  }

  private static boolean stands(Recorded recorded, long hash) {
    return recorded.until(hash, recorded.second()) > 0;
  }

  /** Uniform within the last tenth of an hour, six minutes. */
  @Test
  void timesEndSpreadOverTheJitter() {
    var recorded = new Recorded(AN_HOUR, nanos::get, new Random(1)::nextDouble);
    int series = 10_000;
    recorded.add(LongStream.range(0, series).toArray());

    assertThat(foundAfter(recorded, 3_239, series)).isEqualTo(series);
    assertThat(foundAfter(recorded, 3_330, series)).isBetween(7_300L, 7_700L);
    assertThat(foundAfter(recorded, 3_510, series)).isBetween(2_300L, 2_700L);
    assertThat(foundAfter(recorded, 3_601, series)).isZero();
  }

  /** After write: who is asked for all the time is recorded once per TTL all the same. */
  @Test
  void askingDoesNotPutTheEndOff() {
    var steady = new LastReceived(Tracking.CACHED, Duration.ofMinutes(1), 0, 10);
    var recorded = new Recorded(steady, nanos::get, new Random(1)::nextDouble);
    recorded.add(ONE);
    for (int second = 0; second < 60; second++) {
      nanos.set(TimeUnit.SECONDS.toNanos(second));
      assertThat(stands(recorded, 1)).as("after %d s", second).isTrue();
    }
    nanos.set(TimeUnit.SECONDS.toNanos(61));
    assertThat(stands(recorded, 1)).isFalse();
    assertThat(recorded.hits()).isEqualTo(60);
    assertThat(recorded.misses()).isEqualTo(1);
  }

  @Test
  void anAmplifierAndTheWriterBehindItHaveTheSame() {
    try (Recorded amplifier = Recorded.join("job", 3, AN_HOUR);
        Recorded writer = Recorded.join("job", 3, AN_HOUR);
        Recorded otherSubtask = Recorded.join("job", 4, AN_HOUR);
        Recorded otherJob = Recorded.join("other", 3, AN_HOUR)) {
      writer.add(ONE);
      assertThat(stands(amplifier, 1)).isTrue();
      assertThat(stands(otherSubtask, 1)).isFalse();
      assertThat(stands(otherJob, 1)).isFalse();
    }
  }

  @Test
  void aRestartForgetsAll() {
    try (Recorded amplifier = Recorded.join("job", 0, AN_HOUR)) {
      try (Recorded writer = Recorded.join("job", 0, AN_HOUR)) {
        writer.add(ONE);
      }
      try (Recorded nextWriter = Recorded.join("job", 0, AN_HOUR)) {
        assertThat(nextWriter).as("the amplifier is still there").isSameAs(amplifier);
      }
    }
    try (Recorded amplifier = Recorded.join("job", 0, AN_HOUR)) {
      assertThat(stands(amplifier, 1)).isFalse();
    }
  }
}
