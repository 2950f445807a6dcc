package io.tidemark.process;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time that this process has left once someone wants it to end: one deadline, shared by all
 * that ends with it. Kubernetes kills 30 s after its first signal; all is over {@link Step#END}
 * after it, and at once after the second one. Before the first signal nothing is bounded.
 *
 * <p>What matters most comes first: what was read is written, else the job is cancelled and its
 * last checkpoint kept; then Flink and databases of our own are closed. Thread-safe.
 */
public final class StopBudget {
  private static final StopBudget OF_THIS_PROCESS = new StopBudget(System::nanoTime);

  /** What ends when, counted from the first signal, or from the second one. */
  public enum Step {
    /** Until then what was read is written. */
    WRITE(10_000, 0),
    /** Until then a job that could not write it all is cancelled. */
    CANCEL(13_000, 500),
    /** Until then Flink, databases and clients are closed. */
    CLOSE(16_000, 600),
    /** Then the process ends, whatever it does. */
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

  /** Someone wants the process to end, or has it hurry. */
  public synchronized void signalled() {
    if (firstNanos == null) {
      firstNanos = nanoTime.getAsLong();
    } else if (secondNanos == null) {
      secondNanos = nanoTime.getAsLong();
    }
  }

  /** Whether there was a signal. */
  public synchronized boolean isRunning() {
    return firstNanos != null;
  }

  /**
   * @param usual without a signal
   * @return that, or what is left until the end of the step if that is less; never negative
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

  /** Whether the step has no time left; never before a signal. */
  public boolean isOver(Step step) {
    return left(step, Duration.ofDays(1)).isZero();
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Closes what may take its time: no longer than {@link Step#CLOSE} allows, after which it is left
   * to the end of the process.
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
