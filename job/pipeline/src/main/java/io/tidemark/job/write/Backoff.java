package io.tidemark.job.write;

import io.tidemark.job.config.JobConfig;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * Computes the wait before a request is sent again: exponential with full jitter, so that many
 * writers do not come back at once (the rule of AWS' "Exponential Backoff And Jitter", 2015), and
 * never shorter than the server asked for. Pure.
 */
final class Backoff {
  /** A server may ask for a longer wait than {@code retry.max}, up to this many times it. */
  private static final int MAX_RETRY_AFTER = 10;

  private final long initialMillis;
  private final long maxMillis;

  Backoff(JobConfig.Retry retry) {
    this.initialMillis = retry.initial().toMillis();
    this.maxMillis = retry.max().toMillis();
  }

  /**
   * @param failures the failures so far, at least 1
   * @param retryAfterMillis how long the server asks to wait, capped at ten times {@code retry.max}
   */
  long delayMillis(int failures, OptionalLong retryAfterMillis, RandomGenerator random) {
    int doublings = Math.min(failures - 1, Long.numberOfLeadingZeros(initialMillis) - 2);
    long bound = Math.min(maxMillis, initialMillis << doublings);
    long backoff = random.nextLong(bound + 1);
    long wish = Math.min(retryAfterMillis.orElse(0), MAX_RETRY_AFTER * maxMillis);
    return Math.max(backoff, wish);
  }
}
