package io.tidemark.fuzz;

import com.sun.management.ThreadMXBean;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HexFormat;

/**
 * Feeds a subject one input after the other and looks what each costs. One thread feeds; any may
 * ask what is overdue.
 */
final class Trials {
  /** Of the processor's: what others on the host take does not count. */
  private static final Duration MAX_CPU_TIME = Duration.ofSeconds(5);

  /** By the clock, beside others on few cores: an input that takes longer hangs. */
  static final Duration MAX_TIME = Duration.ofSeconds(60);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Subject subject;
  private Subject.Feed feed;
  private volatile byte[] inHand;
  private volatile long beganNanos;
  private long inputs;
  private long mostBytes;

  Trials(Subject subject) {
    this.subject = subject;
    this.feed = subject.anew().get();
  }

  /** With the first input classes are loaded, which takes its time, and memory of the thread. */
  void begin() throws Exception {
    feed.accept(subject.known().get(0));
  }

  /** Fails with an {@link AssertionError} that holds the input. */
  void feed(byte[] input) {
    long most = subject.mayAllocate(input.length);
    long bytes = allocated(input);
    if (bytes > most) {
      // What only this input reaches has its classes loaded now; what grew shall grow once more.
      feed = subject.anew().get();
      bytes = allocated(input);
    }
    requireWithin("bytes allocated", bytes, most, input);
    mostBytes = Math.max(mostBytes, bytes);
    inputs++;
  }

  private long allocated(byte[] input) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    long cpuBefore = THREADS.getCurrentThreadCpuTime();
    beganNanos = System.nanoTime();
    inHand = input;
    try {
      feed.accept(input);
    } catch (Throwable undeclared) {
      throw new AssertionError("thrown on " + hex(input), undeclared);
    }
    inHand = null;
    long cpu = THREADS.getCurrentThreadCpuTime() - cpuBefore;
    if (cpu > MAX_CPU_TIME.toNanos()) {
      // A slow host's cores take longer for the same.
      long most = Patience.of(MAX_CPU_TIME).toNanos();
      MeasuredBound.check(() -> requireWithin("ns", cpu, most, input));
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static void requireWithin(String what, long actual, long most, byte[] input) {
    if (actual > most) {
      throw new AssertionError(
          "%d %s, more than %d, on %s".formatted(actual, what, most, hex(input)));
    }
  }

  /** For a thread beside the one that feeds, which an endless loop keeps from saying so. */
  void requireNoneOverdue() {
    byte[] input = inHand;
    if (input != null && System.nanoTime() - beganNanos > Patience.of(MAX_TIME).toNanos()) {
      throw new AssertionError("hangs on " + hex(input));
    }
  }

  long inputs() {
    return inputs;
  }

  /** For one input. */
  long mostBytes() {
    return mostBytes;
  }

  private static String hex(byte[] input) {
    return "%s: %s".formatted(input.length + " bytes", HexFormat.of().formatHex(input));
  }
}
