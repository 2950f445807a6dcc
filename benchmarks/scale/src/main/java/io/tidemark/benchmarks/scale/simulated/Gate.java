package io.tidemark.benchmarks.scale.simulated;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The channels that come to one subtask. They take turns. One whose barrier has arrived waits until
 * all have brought theirs, as an aligned checkpoint has it.
 */
final class Gate {
  private final Runnable available;
  private final List<Channel> channels = new ArrayList<>();
  private final List<Boolean> queued = new ArrayList<>();
  private final List<Boolean> aligned = new ArrayList<>();
  private final Queue<Integer> ready = new ArrayDeque<>();
  private int barriers;
  private int polled;

  /**
   * @param available told when there may be something to {@link #poll}
   */
  Gate(Runnable available) {
    this.available = available;
  }

  /** Returns what the channel that is added next has to run at each arrival. */
  Runnable nextArrival() {
    int index = channels.size();
    return () -> {
      enqueue(index);
      available.run();
    };
  }

  void add(Channel channel) {
    channels.add(channel);
    queued.add(false);
    aligned.add(false);
  }

  private void enqueue(int index) {
    if (!queued.get(index) && !aligned.get(index) && channels.get(index).hasArrived()) {
      queued.set(index, true);
      ready.add(index);
    }
  }

  /** Returns null if nothing is there, and a barrier once all channels have brought it. */
  Parcel poll() {
    while (!ready.isEmpty()) {
      polled = ready.remove();
      queued.set(polled, false);
      Parcel parcel = channels.get(polled).poll();
      if (!parcel.isBarrier()) {
        enqueue(polled);
        return parcel;
      }
      aligned.set(polled, true);
      if (++barriers == channels.size()) {
        barriers = 0;
        for (int i = 0; i < channels.size(); i++) {
          aligned.set(i, false);
          enqueue(i);
        }
        return parcel;
      }
    }
    return null;
  }

  /** Returns the channel that the last parcel came through. */
  Channel polledChannel() {
    return channels.get(polled);
  }

  long samplesInside() {
    return channels.stream().mapToLong(Channel::samplesInside).sum();
  }
}
