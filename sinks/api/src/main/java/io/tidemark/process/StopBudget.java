package io.tidemark.process;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time that this process has left once someone wants it to end: one deadline, shared by all
 * that ends with it. Kubernetes kills a process 30 s after its first signal, so this one ends
 * {@link Step#END} after the first, and almost at once after a second one. Before the first signal
 * nothing is bounded.
 *
 * <p>What matters most comes first: what was read is written, or else the job is cancelled and its
 * last checkpoint kept; then Flink and databases of our own are closed. Thread-safe.
 */
public final class StopBudget {
  private static final StopBudget OF_THIS_PROCESS = new StopBudget(System::nanoTime);

  /**
   * A step of the end, and when it is over, counted from the first signal, or from the second one.
   */
  public enum Step {
    /** What was read is written until then. */
    WRITE(10_000, 0),
    /** A job that could not write it all is cancelled until then. */
    CANCEL(13_000, 500),
    /** Flink, databases and clients are closed until then. */
    CLOSE(16_000, 600),
    /** The process ends then, whatever it does. */
    END(18_000, 2_000);

    private final long afterFirstMillis;
    private final long afterSecondMillis;

    Step(long afterFirstMillis, long afterSecondMillis) {
      this.afterFirstMillis = afterFirstMillis;
      this.afterSecondMillis = afterSecondMillis;
    }
  }

  private final LongSupplier nanoTime;
  private Long firstNanos;
  private Long secondNanos;

  StopBudget(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  public static StopBudget ofThisProcess() {
    return OF_THIS_PROCESS;
  }

  /** Notes a signal: someone wants the process to end, or to hurry. */
  public synchronized void signalled() {
    if (firstNanos == null) {
      firstNanos = nanoTime.getAsLong();
    } else if (secondNanos == null) {
      secondNanos = nanoTime.getAsLong();
    }
  }

  /** Tells whether there was a signal. */
  public synchronized boolean isRunning() {
    return firstNanos != null;
  }

  /**
   * @param usual the limit if there was no signal
   * @return that limit, or the time left until the end of the step if it is less; never negative
   */
  public synchronized Duration left(Step step, Duration usual) {
    if (firstNanos == null) {
      return usual;
    }
    long now = nanoTime.getAsLong();
    Duration left = Duration.ofMillis(step.afterFirstMillis).minusNanos(now - firstNanos);
    if (secondNanos != null) {
      left = least(left, Duration.ofMillis(step.afterSecondMillis).minusNanos(now - secondNanos));
    }
    return least(usual, left.isNegative() ? Duration.ZERO : left);
  }

  /** Tells whether the step has no time left; it always has some before a signal. */
  public boolean isOver(Step step) {
    return left(step, Duration.ofDays(1)).isZero();
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Runs what closes something, and waits for it no longer than {@link Step#CLOSE} allows. What is
   * not closed by then is left to the end of the process.
   */
  public void close(Runnable closing) {
    if (!isRunning()) {
      closing.run();
      return;
    }
    var thread = new Thread(closing, "closing");
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((failed, why) -> {});
    thread.start();
    try {
      thread.join(Math.max(1, left(Step.CLOSE, Duration.ofDays(1)).toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
