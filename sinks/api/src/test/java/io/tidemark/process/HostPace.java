package io.tidemark.process;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * How much longer this host takes now than an idle one with two usual cores: the time of a fixed
 * loop, run by two threads at once, divided by the time that it takes there. It therefore sees slow
 * cores, cores that others use, and a single core. Hosts change while tests run, so that a reading
 * is made again when it is older than {@link #GOOD_FOR}; one takes about a tenth of a second.
 */
final class HostPace {
  static final double AT_MOST = 4;

  private static final int THREADS = 2;
  private static final int STEPS = 40_000_000;

  /** The median of 50 readings on an idle host with two cores. */
  private static final Duration USUAL = Duration.ofMillis(110);

  private static final Duration GOOD_FOR = Duration.ofSeconds(20);

  /** Before the loop is compiled it is no measure of the host. */
  private static final int WARM_UP_STEPS = 2_000_000;

  private static double slowness;
  private static long readAtNanos;
  private static long mixed;

  private HostPace() {}

  /**
   * Between 1 and {@link #AT_MOST}. A reading is averaged with the one before, so that a moment of
   * quiet does not take back what a busy host needs.
   */
  static synchronized double slowness() {
    long now = System.nanoTime();
    if (slowness == 0) {
      timeTheLoop(WARM_UP_STEPS);
      slowness = within(ratio());
      readAtNanos = System.nanoTime();
    } else if (now - readAtNanos > GOOD_FOR.toNanos()) {
      slowness = (slowness + within(ratio())) / 2;
      readAtNanos = System.nanoTime();
    }
    return slowness;
  }

  /** The time of the loop now, over what is usual. */
  static double ratio() {
    return (double) timeTheLoop(STEPS) / USUAL.toNanos();
  }

  static double within(double ratio) {
    return Math.min(AT_MOST, Math.max(1, ratio));
  }

  private static long timeTheLoop(int steps) {
    long began = System.nanoTime();
    var runs = new CompletableFuture<?>[THREADS];
    for (int i = 0; i < THREADS; i++) {
      long seed = i + 1;
      runs[i] = new CompletableFuture<>();
      CompletableFuture<?> done = runs[i];
      var thread =
          new Thread(
              () -> {
                loop(seed, steps);
                done.complete(null);
              },
              "host-pace");
      thread.setDaemon(true);
      thread.start();
    }
    CompletableFuture.allOf(runs).join();
    return System.nanoTime() - began;
  }

  private static void loop(long seed, int steps) {
    long x = seed;
    for (int i = 0; i < steps; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    // What the loop makes is kept, so that it is not optimised away.
    mixed = x;
  }
}
