package io.tidemark.run;

import io.tidemark.process.Poll;
import io.tidemark.process.StopBudget;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Counts Ctrl-C, SIGTERM and hang-ups, which then do not end the process, for what must end in
 * order. The first one starts the {@link StopBudget}; when that is used up, the process ends,
 * whatever it does. While there is no such object, a signal ends the process at once, as usual in
 * Java.
 *
 * <p>Java offers this only as {@code sun.misc.Signal}, whose use the compiler warns of without a
 * way to say that it is meant: so it is called by name.
 */
public final class Interrupts implements AutoCloseable {
  /** The exit code of a process that a signal ended is this plus the signal's number. */
  private static final int SIGNALLED = 128;

  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  /** The number of the first signal that this process got; 0 without one. */
  private static final AtomicInteger FIRST = new AtomicInteger();

  private static final AtomicReference<Supplier<String>> UNFINISHED = new AtomicReference<>();

  private final AtomicInteger count = new AtomicInteger();
  private final List<Runnable> restore = new ArrayList<>();

  public Interrupts() {
    this(() -> "");
  }

  /**
   * @param unfinished says in one line what is half done, for when the process has to be ended in
   *     the middle of it; "" if nothing is
   */
  public Interrupts(Supplier<String> unfinished) {
    UNFINISHED.set(unfinished);
    for (String signal : List.of("INT", "TERM", "HUP")) {
      try {
        handle(signal);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("this Java has no sun.misc.Signal", e);
      }
    }
  }

  private void handle(String name) throws ReflectiveOperationException {
    Class<?> signalType = Class.forName("sun.misc.Signal");
    Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
    var handle =
        MethodHandles.publicLookup()
            .findStatic(
                signalType, "handle", MethodType.methodType(handlerType, signalType, handlerType));
    Object signal = signalType.getConstructor(String.class).newInstance(name);
    Object handler =
        Proxy.newProxyInstance(
            Interrupts.class.getClassLoader(),
            new Class<?>[] {handlerType},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "handle" -> {
                    signalled(
                        (int) arguments[0].getClass().getMethod("getNumber").invoke(arguments[0]));
                    yield null;
                  }
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  default -> name;
                });
    Object before = invoke(handle, signal, handler);
    restore.add(() -> invoke(handle, signal, before));
  }

  private static Object invoke(
      java.lang.invoke.MethodHandle handle, Object signal, Object handler) {
    try {
      return handle.invoke(signal, handler);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private void signalled(int number) {
    StopBudget.ofThisProcess().signalled();
    count.incrementAndGet();
    if (FIRST.compareAndSet(0, number)) {
      var watchdog = new Thread(Interrupts::endInTime, "stop");
      watchdog.setDaemon(true);
      watchdog.start();
    }
  }

  /**
   * Ends the process when its time is over. What it owns ends with it; a job on a cluster was
   * cancelled long before.
   */
  private static void endInTime() {
    while (!StopBudget.ofThisProcess().isOver(StopBudget.Step.END)) {
      Poll.pause(LOOK_AGAIN);
    }
    try {
      String unfinished = UNFINISHED.get().get();
      System.err.println(
          "tidemark: ended before all was closed"
              + (unfinished.isEmpty() ? "" : "; " + unfinished));
    } finally {
      Runtime.getRuntime().halt(SIGNALLED + FIRST.get());
    }
  }

  /** Returns the exit code that a signal asks for; empty if there was no signal. */
  public static Optional<Integer> exitCode() {
    int first = FIRST.get();
    return first == 0 ? Optional.empty() : Optional.of(SIGNALLED + first);
  }

  /** Returns the number of signals so far. */
  public int count() {
    return count.get();
  }

  /** Lets signals end the process again, unless one came: the process is about to end then. */
  @Override
  public void close() {
    if (count.get() == 0) {
      restore.forEach(Runnable::run);
    }
  }
}
