package io.tidemark.endtoend;

import io.tidemark.endtoend.FaultProxy.Answer;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * A real database behind a proxy that takes its time, so that a run lasts long enough to interfere
 * with, and that can hold requests while the database dies.
 */
final class SlowDatabase implements AutoCloseable {
  private static final long DELAY_NANOS = 15_000_000;

  private final VictoriaMetricsContainer store;
  private final FaultProxy proxy;
  private volatile CountDownLatch held;

  SlowDatabase(VictoriaMetricsContainer store) throws Exception {
    this.store = store;
    this.proxy = new FaultProxy(store.baseUrl(), write -> answer());
  }

  String url() {
    return proxy.url();
  }

  /**
   * SIGKILL with requests in flight, which are never answered; back at once. What a database
   * acknowledged, but had not written to disk when it was killed, is its own loss and no writer's;
   * so what it has acknowledged is flushed before.
   */
  void crash() {
    var crash = new CountDownLatch(1);
    held = crash;
    store.syncToDisk();
    store.kill();
    held = null;
    crash.countDown();
    store.startAgain();
  }

  @Override
  public void close() {
    proxy.close();
  }

  private Answer answer() {
    CountDownLatch crash = held;
    if (crash == null) {
      LockSupport.parkNanos(DELAY_NANOS);
      return Answer.STORE;
    }
    try {
      crash.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Answer.HANG_UP;
  }
}
