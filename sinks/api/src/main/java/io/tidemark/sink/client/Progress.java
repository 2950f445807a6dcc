package io.tidemark.sink.client;

import io.tidemark.sink.RequestTiming;

/** How far a payload has come, and where its time went. Of one thread. */
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

  /** It is sent once more, in another way. */
  public void again() {
    attempts++;
  }

  /** From now on it sends. */
  public void sends() {
    count();
    waiting = false;
  }

  /** From now on it waits for an answer. */
  public void waits() {
    count();
    waiting = true;
  }

  /** Handed to the socket. */
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
