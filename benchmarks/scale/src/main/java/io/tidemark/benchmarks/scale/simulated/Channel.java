package io.tidemark.benchmarks.scale.simulated;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * From one subtask to another, in order. To another TaskManager a parcel waits for the receiver's
 * credit: its buffers of this channel's own, then those that its gate's channels share. In the same
 * TaskManager the receiver reads the sender's buffers.
 */
final class Channel {
  /** Flink's taskmanager.network.memory.max-buffers-per-channel. */
  private static final int MOST_WAITING = 10;

  private final Pool sending;
  private final Pool floating;
  private final int exclusive;
  private final Link link;
  private final Runnable arrival;
  private final Queue<Parcel> waiting = new ArrayDeque<>(2);
  private final Queue<Parcel> arrived = new ArrayDeque<>(2);
  private int exclusiveTaken;
  private int floatingTaken;
  private boolean awaitsCredit;
  private long samplesInside;

  /**
   * @param sending the sender's buffers
   * @param floating buffers of the receiver's gate
   * @param exclusive the receiver's buffers of this channel
   * @param link null within a TaskManager
   * @param arrival told of each parcel that arrives
   */
  Channel(Pool sending, Pool floating, int exclusive, Link link, Runnable arrival) {
    this.sending = sending;
    this.floating = floating;
    this.exclusive = exclusive;
    this.link = link;
    this.arrival = arrival;
  }

  boolean isRemote() {
    return link != null;
  }

  /** Whether all that was sent is on its way. */
  boolean hasSentAll() {
    return waiting.isEmpty();
  }

  /** Sends it, or says no: something may be free when a buffer comes back to the sender. */
  boolean offer(Parcel parcel) {
    if (waiting.size() >= MOST_WAITING
        || !isRemote() && arrived.size() >= MOST_WAITING
        || !sending.take(parcel.buffers())) {
      return false;
    }
    enqueue(parcel);
    return true;
  }

  /** Without asking for a buffer: a barrier, or the buffer that the sender is filling. */
  void send(Parcel parcel) {
    sending.takeAnyway(parcel.buffers());
    enqueue(parcel);
  }

  private void enqueue(Parcel parcel) {
    samplesInside += parcel.samples();
    waiting.add(parcel);
    pump();
  }

  /** The next that has arrived; null if none has. */
  Parcel poll() {
    return arrived.poll();
  }

  boolean hasArrived() {
    return !arrived.isEmpty();
  }

  /** The receiver has done with it. */
  void release(Parcel parcel) {
    samplesInside -= parcel.samples();
    if (!isRemote()) {
      sending.give(parcel.buffers());
    } else if (floatingTaken > 0) {
      floatingTaken--;
      floating.give(1);
    } else {
      exclusiveTaken -= parcel.buffers();
      pump();
    }
  }

  /** Sent and not released. */
  long samplesInside() {
    return samplesInside;
  }

  private void pump() {
    while (!waiting.isEmpty()) {
      Parcel next = waiting.peek();
      if (isRemote() && !next.isBarrier() && !hasCredit(next)) {
        if (!awaitsCredit) {
          awaitsCredit = true;
          floating.whenGiven(this::creditMayHaveCome);
        }
        return;
      }
      waiting.remove();
      if (isRemote()) {
        link.send(next.bytes(), () -> arriveFromAfar(next));
      } else {
        arrived.add(next);
        arrival.run();
      }
    }
  }

  private void creditMayHaveCome() {
    awaitsCredit = false;
    pump();
  }

  private boolean hasCredit(Parcel parcel) {
    if (exclusiveTaken == 0 || exclusiveTaken + parcel.buffers() <= exclusive) {
      exclusiveTaken += parcel.buffers();
      return true;
    }
    if (parcel.buffers() == 1 && floating.take(1)) {
      floatingTaken++;
      return true;
    }
    return false;
  }

  private void arriveFromAfar(Parcel parcel) {
    arrived.add(parcel);
    arrival.run();
    if (!parcel.isBarrier()) {
      sending.give(parcel.buffers());
    }
  }
}
