package io.tidemark.sink.client;

import io.tidemark.sink.RequestTiming;

/**
 * The progress of one payload, and its latency by phases ({@link RequestTiming}). One thread uses
 * it.
 */
public final class Progress {
  private final long startNanos = System.nanoTime();
  private long connectNanos;
  private long sendNanos;
  private long answerNanos;
  private long sinceNanos = startNanos;
  private boolean connected;
  private boolean waiting;
  private int attempts = 1;
  private long bytes;

  void connected() {
    connectNanos = next() - startNanos;
    connected = true;
  }

  /** Counts another attempt, which sends the payload in another way. */
  public void again() {
    attempts++;
  }

  /** Counts the time from now on as sending. */
  public void sends() {
    count();
    waiting = false;
  }

  /** Counts the time from now on as waiting for an answer. */
  public void waits() {
    count();
    waiting = true;
  }

  /** Adds bytes that were handed to the socket. */
  public void sent(long moreBytes) {
    bytes += moreBytes;
  }

  private void count() {
    long before = sinceNanos;
    long spent = next() - before;
    if (waiting) {
      answerNanos += spent;
    } else {
      sendNanos += spent;
    }
  }

  private long next() {
    sinceNanos = System.nanoTime();
    return sinceNanos;
  }

  RequestTiming timing() {
    if (!connected) {
      connected();
    } else {
      count();
    }
    return new RequestTiming(connectNanos, sendNanos, answerNanos);
  }

  int attempts() {
    return attempts;
  }

  long bytes() {
    return bytes;
  }
}
