package io.tidemark.watch;

import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.measure.Time;
import io.tidemark.measure.Window;
import io.tidemark.proof.CauseProbabilities;
import io.tidemark.statistics.LittleCheck;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * How probable each cause is under {@code watch}. It is computed anew when a whole window has
 * passed, because one that overlaps with the last says little more, and would cost as much. That
 * happens beside the watch, which must not miss what the job reports meanwhile; only the first
 * time, and after an invalid window, is it waited for. Not thread-safe.
 */
final class WatchedProbabilities {
  private final Time time;
  private final Duration window;
  private final Executor beside;
  private long begunNanos;
  private CompletableFuture<Told> begun;
  private Told made;

  /** Probabilities and the window that they are of, which may be an earlier one than the last. */
  record Told(Probabilities probabilities, Window window) {}

  /**
   * @param window the length of a window
   * @param beside runs the computation
   */
  WatchedProbabilities(Time time, Duration window, Executor beside) {
    this.time = time;
    this.window = window;
    this.beside = beside;
  }

  /** Runs a task in a thread of its own, which does not keep a watch from ending. */
  static void inBackground(Runnable task) {
    var thread = new Thread(task, "tidemark-probabilities");
    thread.setDaemon(true);
    thread.start();
  }

  Told of(Window seen) {
    if (!seen.valid()) {
      begun = null;
      return new Told(Probabilities.untold("no window is valid"), seen);
    }
    if (isCutShort(seen)) {
      begun = null;
      return new Told(
          Probabilities.untold(
              "requests in flight and answers do not agree yet, because answers take long"),
          seen);
    }
    if (begun == null) {
      begin(seen);
      made = begun.join();
    } else if (begun.isDone()) {
      made = begun.join();
      if (time.nanos() - begunNanos >= window.toNanos()) {
        begin(seen);
      }
    }
    return made;
  }

  /** Tells whether a window is so short for its answers that most of them are cut at its ends. */
  private static boolean isCutShort(Window seen) {
    Double millis = seen.requests().meanMillis();
    return millis != null
        && seen.seconds() < LittleCheck.MIN_LATENCIES * millis / 1e3
        && seen.inFlight().littleError() != null
        && Math.abs(seen.inFlight().littleError()) > LittleCheck.TOLERANCE;
  }

  private void begin(Window seen) {
    begun =
        CompletableFuture.supplyAsync(() -> new Told(CauseProbabilities.of(seen), seen), beside);
    begunNanos = time.nanos();
  }
}
