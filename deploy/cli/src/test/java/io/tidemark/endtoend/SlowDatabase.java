package io.tidemark.endtoend;

import io.tidemark.process.Patience;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * A real database behind a proxy that takes its time, so that a run lasts long enough to interfere
 * with, and that can hold requests while the database dies.
 */
final class SlowDatabase implements FaultProxy.Script, AutoCloseable {
  private static final Duration DELAY = Duration.ofMillis(15);
  private static final Duration LONG_DELAY = Duration.ofMillis(150);
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(1);

  private final VictoriaMetricsContainer store;
  private final FaultProxy proxy;
  private volatile Duration delay = DELAY;
  private CountDownLatch crashed;
  private int storing;
  private Answer odd;
  private int oddLeft;

  SlowDatabase(VictoriaMetricsContainer store) throws IOException {
    this.store = store;
    this.proxy = new FaultProxy(store.baseUrl(), this);
  }

  String url() {
    return proxy.url();
  }

  /**
   * SIGKILL with requests in flight, which are never answered; back at once. What a database
   * acknowledged, but had not written to disk when it was killed, is its own loss and no writer's;
   * so what it has acknowledged is written to disk before.
   */
  void crash() throws InterruptedException {
    CountDownLatch crash = hold();
    store.syncToDisk();
    store.kill();
    synchronized (this) {
      crashed = null;
    }
    crash.countDown();
    store.startAgain();
  }

  /** So slow that a job with half its work left lasts for many seconds, on any machine. */
  void slowDown() {
    delay = Patience.of(LONG_DELAY);
  }

  /** So slow that hardly anything is written while a part is started again, on a busy machine. */
  void crawl() {
    delay = Patience.of(LONGEST_DELAY);
  }

  void speedUp() {
    delay = DELAY;
  }

  /** SIGSTOP for so long. */
  void freeze(Duration time) {
    store.freeze();
    LockSupport.parkNanos(time.toNanos());
    store.resume();
  }

  /** The next writes get this answer. */
  synchronized void answerOddly(Answer answer, int writes) {
    odd = answer;
    oddLeft = writes;
  }

  /** From here on requests wait; returns once those that did not have been stored. */
  private synchronized CountDownLatch hold() throws InterruptedException {
    crashed = new CountDownLatch(1);
    while (storing > 0) {
      wait();
    }
    return crashed;
  }

  @Override
  public Answer answer(FaultProxy.Write write) {
    CountDownLatch crash;
    Answer answer = Answer.STORE;
    synchronized (this) {
      crash = crashed;
      if (crash == null && oddLeft > 0) {
        oddLeft--;
        answer = odd;
      }
      if (crash == null && answer.store()) {
        storing++;
      }
    }
    if (crash == null) {
      LockSupport.parkNanos(delay.toNanos());
      return answer;
    }
    try {
      crash.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Answer.HANG_UP;
  }

  @Override
  public synchronized void stored() {
    storing--;
    notifyAll();
  }

  @Override
  public void close() {
    proxy.close();
  }
}
