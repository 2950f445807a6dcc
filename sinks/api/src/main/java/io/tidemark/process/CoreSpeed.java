package io.tidemark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/**
 * The speed of this host's cores at one moment. The cores of a virtual machine are not equally fast
 * at all times, and no counter of the machine tells their speed, so a fixed loop measures it. For
 * about half a second, on all cores at once, it looks up and mixes numbers in a table that fits a
 * core's own cache. It runs only while the cores have nothing else to do.
 *
 * @param stepsPerSecond the loop's steps on one core while all cores run it, in millions per second
 * @param fastest the most that was ever measured on this host, in the same unit
 * @param host the counters of the host's cores at that moment
 */
public record CoreSpeed(double stepsPerSecond, double fastest, HostCpu host) {
  private static final Duration SLICE = Duration.ofMillis(120);

  /**
   * The loop runs this many times. The first run does not count, because the loop is still being
   * compiled.
   */
  private static final int SLICES = 4;

  private static final Duration IDLE_FOR = Duration.ofMillis(200);
  private static final Duration IDLE_WITHIN = Duration.ofSeconds(2);

  /**
   * The host is idle if at most this many of its cores are busy: a machine does some work by
   * itself.
   */
  private static final double IDLE = 0.15;

  private static final int TABLE = 1 << 14;
  private static final int STEPS_AT_A_TIME = 10_000;
  private static final double MILLION = 1e6;

  /** Measures the speed; empty if the host does not become idle, or its counters can't be read. */
  public static Optional<CoreSpeed> measure() {
    return measure(seenFile());
  }

  /**
   * @param seen the file that keeps the fastest speed
   */
  static Optional<CoreSpeed> measure(Path seen) {
    if (!Poll.until(IDLE_WITHIN, Duration.ZERO, CoreSpeed::isIdle)) {
      return Optional.empty();
    }
    double now = timeTheLoop();
    double fastest = Math.max(now, read(seen));
    write(seen, fastest);
    return Optional.of(new CoreSpeed(now, fastest, HostCpu.read()));
  }

  private static boolean isIdle() {
    double before = HostCpu.read().busySeconds();
    Poll.pause(IDLE_FOR);
    double busy = HostCpu.read().busySeconds() - before;
    return busy / (IDLE_FOR.toMillis() / 1e3) <= IDLE;
  }

  /** Returns the median slice's speed. */
  private static double timeTheLoop() {
    int cores = Runtime.getRuntime().availableProcessors();
    var threads = Executors.newFixedThreadPool(cores);
    try {
      var slices = new double[SLICES - 1];
      for (int slice = 0; slice < SLICES; slice++) {
        var runs = new CompletableFuture<?>[cores];
        var steps = new double[cores];
        for (int core = 0; core < cores; core++) {
          int of = core;
          runs[core] = CompletableFuture.runAsync(() -> steps[of] = loop(of + 1), threads);
        }
        CompletableFuture.allOf(runs).join();
        if (slice > 0) {
          slices[slice - 1] = Arrays.stream(steps).sum() / cores;
        }
      }
      Arrays.sort(slices);
      return slices[slices.length / 2];
    } finally {
      threads.shutdown();
    }
  }

  /** Returns one core's speed in one slice, in millions of steps per second. */
  private static double loop(long seed) {
    var table = new long[TABLE];
    long mixed = seed;
    long steps = 0;
    long begin = System.nanoTime();
    long passed;
    do {
      for (int i = 0; i < STEPS_AT_A_TIME; i++) {
        mixed ^= mixed << 13;
        mixed ^= mixed >>> 7;
        mixed ^= mixed << 17;
        table[(int) mixed & (TABLE - 1)] += mixed;
      }
      steps += STEPS_AT_A_TIME;
      passed = System.nanoTime() - begin;
    } while (passed < SLICE.toNanos());
    // The table's content is used, so that the compiler can't leave the loop out.
    return (table[(int) mixed & (TABLE - 1)] == 0 ? steps + 1e-9 : steps) * 1e9 / passed / MILLION;
  }

  private static Path seenFile() {
    return Path.of(System.getProperty("user.home"), ".cache", "tidemark", "core-speed");
  }

  private static double read(Path seen) {
    try {
      return Double.parseDouble(Files.readString(seen).strip());
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  /**
   * Keeps the fastest speed. If the file can't be written, each reading is the fastest that is
   * known.
   */
  private static void write(Path seen, double fastest) {
    try {
      Files.createDirectories(seen.getParent());
      Files.writeString(seen, String.format(Locale.ROOT, "%.3f%n", fastest));
    } catch (IOException e) {
      // The user's home may be read-only.
    }
  }
}
