package io.tidemark.mechanism.host;

import io.tidemark.mechanism.time.Clock;
import io.tidemark.mechanism.time.Draws;

/** Something else on a host: threads that compute for a while, then nothing for a while. */
public final class Neighbour {
  private final Clock clock;
  private final Draws draws;
  private final Cores.Group group;
  private final int threads;
  private final double onSeconds;
  private final double offSeconds;
  private long number;

  /**
   * @param share of the time in which it computes
   * @param cycleSeconds mean time from one beginning to the next
   */
  public Neighbour(
      Clock clock, Draws draws, Cores cores, int threads, double share, double cycleSeconds) {
    this.clock = clock;
    this.draws = draws;
    this.group = cores.group(threads, 0);
    this.threads = threads;
    this.onSeconds = share * cycleSeconds;
    this.offSeconds = (1 - share) * cycleSeconds;
    begin();
  }

  private void begin() {
    double seconds = onSeconds * draws.exponential(number++);
    int[] left = {threads};
    for (int i = 0; i < threads; i++) {
      group.run(
          seconds,
          () -> {
            left[0]--;
            if (left[0] == 0) {
              clock.after(offSeconds * draws.exponential(number++), this::begin);
            }
          });
    }
  }
}
