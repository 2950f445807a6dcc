package io.tidemark.benchmarks.scale.simulated;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Carries parcels from one subtask to another, in order. On its way to another TaskManager a parcel
 * waits for the receiver's credit: first for a buffer of this channel's own, then for one of those
 * that the gate's channels share. Within a TaskManager the receiver reads the sender's buffers.
 */
final class Channel {
  /** This is the default of taskmanager.network.memory.max-buffers-per-channel. */
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
   * @param exclusive how many buffers the receiver keeps for this channel
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

  /** Whether so many buffers may be sent. A no can become a yes when the sender gets one back. */
  boolean hasRoomFor(int parcelBuffers) {
    return waiting.size() < MOST_WAITING
        && (isRemote() || arrived.size() < MOST_WAITING)
        && sending.has(parcelBuffers);
  }

  /** Sends it even without room, as a barrier and the buffer before a barrier are sent. */
  void send(Parcel parcel) {
    sending.takeAnyway(parcel.buffers());
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
