package io.tidemark.job.write;

import io.tidemark.process.NotInTime;
import io.tidemark.process.Patience;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Interrupts a test whose operator waits for good for what is in flight. JUnit's own annotation
 * would know only a limit that is the same on every host.
 */
final class OperatorEnds implements InvocationInterceptor {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Override
  public void interceptTestMethod(
      Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context)
      throws Throwable {
    intercept(test, context);
  }

  @Override
  public void interceptTestTemplateMethod(
      Invocation<Void> test, ReflectiveInvocationContext<Method> method, ExtensionContext context)
      throws Throwable {
    intercept(test, context);
  }

  private static void intercept(Invocation<Void> test, ExtensionContext context) throws Throwable {
    Thread thread = Thread.currentThread();
    Duration limit = Patience.of(LIMIT);
    var ended = new CompletableFuture<Void>();
    var interrupted =
        ended
            .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
            .exceptionally(
                late -> {
                  thread.interrupt();
                  return null;
                });
    try {
      test.proceed();
    } catch (Throwable failed) {
      if (ended.isDone()) {
        throw new NotInTime("the end of " + context.getDisplayName(), limit);
      }
      throw failed;
    } finally {
      ended.complete(null);
      interrupted.join();
      // The test that is next has nothing to do with it.
      Thread.interrupted();
    }
  }
}
