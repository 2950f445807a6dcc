package io.tidemark.job.write;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs what it was given at once when {@link #runQueued} is called, in order, and hands what is to
 * run later to whom it acts for. Has no thread.
 */
final class SteppedScheduler extends AbstractExecutorService implements ScheduledExecutorService {
  private record Task(Object owner, Runnable run) {}

  private final Deque<Task> queued = new ArrayDeque<>();
  private Object owner;
  private Consumer<Runnable> later;

  /** From now on what it is given comes of this one. */
  void actsFor(Object newOwner, Consumer<Runnable> whatIsToRunLater) {
    owner = newOwner;
    later = whatIsToRunLater;
  }

  /**
   * @param before is told for whom each task is, before it runs
   */
  void runQueued(Consumer<Object> before) {
    while (!queued.isEmpty()) {
      Task task = queued.remove();
      before.accept(task.owner());
      task.run().run();
    }
  }

  @Override
  public void execute(Runnable task) {
    queued.add(new Task(owner, task));
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    later.accept(task);
    return null;
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable task, long initialDelay, long period, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}
