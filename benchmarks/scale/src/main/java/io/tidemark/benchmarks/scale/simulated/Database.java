package io.tidemark.benchmarks.scale.simulated;

import java.util.PriorityQueue;
import java.util.Random;

/**
 * Servers that share one queue of batches, first come, first served, behind a round trip. Without
 * servers it is a null target, which answers at once.
 */
final class Database {
  private final EventQueue events;
  private final Setup.Store store;
  private final Random random;
  private final PriorityQueue<Long> freeAtNanos = new PriorityQueue<>();
  private double busyNanos;
  private double waitedNanos;
  private long batches;

  Database(EventQueue events, Setup.Store store, Random random) {
    this.events = events;
    this.store = store;
    this.random = random;
    for (int server = 0; server < store.servers(); server++) {
      freeAtNanos.add(events.nowNanos());
    }
  }

  /** Takes one batch; {@code answered} runs when its answer is back. */
  void write(long samples, Runnable answered) {
    long arrives = events.nowNanos() + store.roundTripNanos() / 2;
    if (freeAtNanos.isEmpty()) {
      events.at(events.nowNanos() + store.roundTripNanos(), answered);
      return;
    }
    double mean = samples / store.samplesPerSecond() * 1e9;
    double service = store.varies() ? -mean * Math.log(1 - random.nextDouble()) : mean;
    long begins = Math.max(arrives, freeAtNanos.remove());
    long ends = begins + Math.round(service);
    freeAtNanos.add(ends);
    busyNanos += service;
    waitedNanos += begins - arrives;
    batches++;
    events.at(ends + store.roundTripNanos() - store.roundTripNanos() / 2, answered);
  }

  /** Returns the server time of all work that it was given, done or not. */
  double busyNanos() {
    return busyNanos;
  }

  /** Returns how long a batch waited in the queue on average; 0 before the first. */
  double meanWaitNanos() {
    return batches == 0 ? 0 : waitedNanos / batches;
  }
}
