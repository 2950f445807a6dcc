package io.tidemark.search.worst;

import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.process.StopBudget;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;

/**
 * An event that has begun, and is made beside who watches the database. It is over, and undone,
 * when it is closed.
 */
public final class Happening implements AutoCloseable {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** Work that is waited for has a bound of its own, of minutes. */
  private static final Duration FOREVER = Duration.ofDays(1);

  private final BooleanSupplier made;
  private final Runnable end;

  /**
   * @param made whether it has been made; fails if it could not be
   * @param end undoes it
   */
  public Happening(BooleanSupplier made, Runnable end) {
    this.made = made;
    this.end = end;
  }

  /** Of work that nothing needs to undo. */
  static Happening of(String event, Future<?> work) {
    return new Happening(() -> isDone(event, work), () -> await(work));
  }

  /** Begins work in a thread of its own. */
  public static <T> Future<T> beside(Callable<T> work) {
    var task = new FutureTask<>(work);
    var thread = new Thread(task, "event");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  /** Until it is done, however it ends; once the process has to end no longer than it may take. */
  static void await(Future<?> work) {
    Poll.until(
        FOREVER,
        LOOK_AGAIN,
        () -> work.isDone() || StopBudget.ofThisProcess().isOver(StopBudget.Step.CLOSE));
  }

  static boolean isDone(String event, Future<?> work) {
    if (!work.isDone()) {
      return false;
    }
    try {
      work.get();
      return true;
    } catch (ExecutionException e) {
      throw new RunException(
          "%s could not be made: %s".formatted(event, e.getCause().getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting", e);
    }
  }

  /**
   * Whether it has been made.
   *
   * @throws RunException if it could not be
   */
  public boolean isMade() {
    return made.getAsBoolean();
  }

  /**
   * @throws RunException if it could not be undone
   */
  @Override
  public void close() {
    end.run();
  }
}
