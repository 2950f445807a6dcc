package io.tidemark.process;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * How much longer this host takes now than two usual cores that run the tests: the time of a fixed
 * loop, run by two threads at once, divided by the time that it takes there. It therefore sees slow
 * cores, cores that others use, and a single core. Hosts change while tests run, so that a reading
 * is made again when it is older than {@link #GOOD_FOR}; one takes about a tenth of a second.
 * Thread-safe.
 */
final class HostPace {
  static final double AT_MOST = 4;
  static final Duration GOOD_FOR = Duration.ofSeconds(20);

  private static final int THREADS = 2;
  private static final int STEPS = 40_000_000;

  /**
   * Between what the loop takes on two idle cores (70 ms, the median of 30 readings) and on two
   * that are taken (140 ms): tests take about half of them. An idle core alone reads 1.24, two of
   * which something else keeps one busy 1.2.
   */
  private static final Duration USUAL = Duration.ofMillis(110);

  /** Before the loop is compiled it is no measure of the host. */
  private static final int WARM_UP_STEPS = 2_000_000;

  private static final HostPace OF_THIS_HOST = new HostPace(HostPace::ratio);
  private static volatile long mixed;

  private final Supplier<Double> reading;
  private double slowness;
  private Duration readAt;

  /**
   * @param reading of the loop: its time now, over what is usual
   */
  HostPace(Supplier<Double> reading) {
    this.reading = reading;
  }

  /** Between 1 and {@link #AT_MOST}. */
  static double slowness() {
    return OF_THIS_HOST.slowness(Duration.ofNanos(System.nanoTime()));
  }

  /**
   * A reading is averaged with what was known before, so that a moment of quiet does not take back
   * what a busy host needs.
   *
   * @param now by a clock that never steps
   */
  synchronized double slowness(Duration now) {
    if (readAt == null) {
      slowness = within(reading.get());
      readAt = now;
    } else if (now.minus(readAt).compareTo(GOOD_FOR) > 0) {
      slowness = (slowness + within(reading.get())) / 2;
      readAt = now;
    }
    return slowness;
  }

  private static double within(double ratio) {
    return Math.min(AT_MOST, Math.max(1, ratio));
  }

  /** The time of the loop now, over what is usual. */
  static double ratio() {
    timeTheLoop(WARM_UP_STEPS);
    return (double) timeTheLoop(STEPS) / USUAL.toNanos();
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
