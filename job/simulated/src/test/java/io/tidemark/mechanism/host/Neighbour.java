package io.tidemark.mechanism.host;

import io.tidemark.mechanism.time.Clock;
import io.tidemark.mechanism.time.Draws;

/**
 * Work that nobody asks for: threads that compute for a while, then nothing for a while. It is
 * something else on a host, or what a process does beside its requests.
 */
public final class Neighbour implements AutoCloseable {
  private final Clock clock;
  private final Draws draws;
  private final Cores.Group group;
  private final int threads;
  private final double onSeconds;
  private final double offSeconds;
  private long number;
  private boolean closed;

  /**
   * @param group the process that computes
   * @param share of the time in which it computes
   * @param cycleSeconds mean time from one beginning to the next
   */
  public Neighbour(
      Clock clock, Draws draws, Cores.Group group, int threads, double share, double cycleSeconds) {
    this.clock = clock;
    this.draws = draws;
    this.group = group;
    this.threads = threads;
    this.onSeconds = share * cycleSeconds;
    this.offSeconds = (1 - share) * cycleSeconds;
    begin();
  }

  private void begin() {
    if (closed) {
      return;
    }
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

  @Override
  public void close() {
    closed = true;
  }
}
