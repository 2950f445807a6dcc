package io.tidemark.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts Ctrl-C, SIGTERM and hang-ups instead of dying of them. Java offers this only as {@code
 * sun.misc.Signal}, whose use the compiler warns of without a way to say that it is meant: so it is
 * called by name.
 */
public final class Interrupts implements AutoCloseable {
  private final AtomicInteger count = new AtomicInteger();
  private final List<Runnable> restore = new ArrayList<>();

  public Interrupts() {
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
                    count.incrementAndGet();
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

  /** Signals received so far. */
  public int count() {
    return count.get();
  }

  @Override
  public void close() {
    restore.forEach(Runnable::run);
  }
}
