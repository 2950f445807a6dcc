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
 * An event that has begun. It is made in a thread of its own, so that the database is watched
 * meanwhile. Closing it waits for its end, and undoes it.
 */
public final class Happening implements AutoCloseable {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** Longer than any work takes, which has a time limit of its own. */
  private static final Duration FOREVER = Duration.ofDays(1);

  private final BooleanSupplier made;
  private final Runnable end;

  /**
   * @param made tells whether the event has been made; throws a RunException if it could not be
   * @param end undoes it
   */
  public Happening(BooleanSupplier made, Runnable end) {
    this.made = made;
    this.end = end;
  }

  /** Returns the event of work that nothing has to undo. */
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

  /**
   * Waits until work is done, however it ends; once the process has to end, only as long as its
   * {@link StopBudget} allows.
   */
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
   * Tells whether the event has been made.
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
