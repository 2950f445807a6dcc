package io.tidemark.process;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * How long a test waits for what should come: the limit for a usual machine, times how slow this
 * one is at the moment, at most four times ({@link HostPace}). Every limit of a test is made here;
 * {@code WaitsTest} finds the others.
 *
 * <p>What does not come in time ends the test with a {@link NotInTime}. Such a test may run again
 * (docs/contributing/testing.md, "Flakes"), so a limit that is a promise of the product, such as a
 * count that must be reached or a process that must be gone, is asserted instead.
 */
public final class Patience {
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration FOR_A_RESULT = Duration.ofSeconds(60);

  private Patience() {}

  /**
   * @param usual enough on two usual cores that run the tests and nothing else
   */
  public static Duration of(Duration usual) {
    return Duration.ofMillis((long) (usual.toMillis() * HostPace.slowness()));
  }

  public static Duration ofSeconds(long usual) {
    return of(Duration.ofSeconds(usual));
  }

  public static Duration ofMinutes(long usual) {
    return of(Duration.ofMinutes(usual));
  }

  /** Whether the condition came true within the limit for a usual machine, times its slowness. */
  public static boolean until(Duration usual, BooleanSupplier condition) {
    return Poll.until(of(usual), PAUSE, condition);
  }

  /**
   * Returns as soon as the condition is true.
   *
   * @param what is waited for, as the error names it
   * @throws NotInTime if it does not become true
   */
  public static void await(String what, Duration usual, BooleanSupplier condition) {
    Duration limit = of(usual);
    if (!Poll.until(limit, PAUSE, condition)) {
      throw new NotInTime(what, limit);
    }
  }

  /**
   * For a promise of the product: asserts again until it holds. What does not hold in time fails as
   * it failed last, so with an {@link AssertionError}, and is red at once.
   */
  public static void untilAsserted(Duration usual, Runnable assertions) {
    var failed = new AssertionError[1];
    until(
        usual,
        () -> {
          try {
            assertions.run();
            failed[0] = null;
          } catch (AssertionError e) {
            failed[0] = e;
          }
          return failed[0] == null;
        });
    if (failed[0] != null) {
      throw failed[0];
    }
  }

  /**
   * The result, for which a usual machine needs less than a minute.
   *
   * @throws ExecutionException as the future does
   * @throws NotInTime if it does not come
   */
  public static <T> T get(Future<T> result) throws ExecutionException, InterruptedException {
    return get(result, FOR_A_RESULT);
  }

  /** As {@link #get(Future)}, for what takes longer. */
  public static <T> T get(Future<T> result, Duration usual)
      throws ExecutionException, InterruptedException {
    Duration limit = of(usual);
    try {
      return result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new NotInTime("a result", limit);
    }
  }

  /**
   * What a fixture starts, such as a database.
   *
   * @throws NotInTime if it does not start, for whatever reason it gives
   */
  public static <T> T started(String part, Supplier<T> start) {
    try {
      return start.get();
    } catch (RunException e) {
      throw new NotInTime(part, e);
    }
  }

  /** As {@link #started}, for a part that was there before. */
  public static void startedAgain(String part, Runnable start) {
    started(
        part,
        () -> {
          start.run();
          return part;
        });
  }

  /**
   * Returns when the process has ended.
   *
   * @throws NotInTime if it does not
   */
  public static void awaitEnd(Process process, Duration usual) throws InterruptedException {
    Duration limit = of(usual);
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new NotInTime("the end of process " + process.pid(), limit);
    }
  }
}
