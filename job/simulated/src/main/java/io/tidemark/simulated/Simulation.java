package io.tidemark.simulated;

import io.tidemark.simulated.SimulatedRequest.Phase;
import io.tidemark.simulated.time.SharedCores;
import io.tidemark.simulated.time.Timed;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;

/**
 * What a database does with its writes, as events in time. It reads no clock and waits for nothing:
 * whoever drives it says what time it is. Each event takes place at the moment at which it was due,
 * however late it is looked at, so a slow driver adds to no request's time but the last one's.
 */
final class Simulation implements Timed {
  /** The driver, which brings the bodies and takes the answers. */
  interface Visitors {
    /**
     * Is told that the visit has a slot; {@link #received} is to be called once its body is there.
     */
    void slotGranted(SimulatedRequest visit, long atNanos);

    /**
     * @param status the HTTP status
     */
    void answered(SimulatedRequest visit, int status);
  }

  /** Such a host has more cores than any limit. */
  private static final double HOST_OF_ITS_OWN = 1e6;

  /** A share of 0.1, added ten times, is a little less than 1. */
  private static final double ROUNDING = 1e-9;

  private static final int STORED = 204;
  private static final int UNAVAILABLE = 503;

  private record Event(long atNanos, long number, SimulatedRequest visit, Phase endOf) {}

  private final Visitors visitors;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
  private final Deque<SimulatedRequest> queue = new ArrayDeque<>();
  private final SharedCores.Process cores;
  private final SharedCores.Thread thread;
  private final Timed host;
  private Behaviour behaviour;
  private long eventNumber;
  private int slotsInUse;
  private double rejectsDue;
  private long storageFreeAtNanos;
  private long storageNanos;
  private long limitReached;
  private long limitTimeouts;

  /** Makes a database on a host of its own. */
  Simulation(Behaviour behaviour, Visitors visitors, long nowNanos) {
    this(behaviour, visitors, new SharedCores(HOST_OF_ITS_OWN, nowNanos), nowNanos);
  }

  Simulation(Behaviour behaviour, Visitors visitors, SharedCores host, long nowNanos) {
    this.behaviour = behaviour;
    this.visitors = visitors;
    this.host = host;
    this.cores = host.process(behaviour.cpu().cores());
    this.thread = cores.thread();
    this.storageFreeAtNanos = nowNanos;
  }

  Behaviour behaviour() {
    return behaviour;
  }

  /**
   * Changes the behaviour from now on, also for requests that are inside already, as far as they
   * have not got there.
   */
  void become(Behaviour behaviour, long nowNanos) {
    advance(nowNanos);
    this.behaviour = behaviour;
    cores.limit(behaviour.cpu().cores(), nowNanos);
    grantSlots(nowNanos);
  }

  void arrive(SimulatedRequest visit, long nowNanos) {
    advance(nowNanos);
    at(nowNanos + behaviour.network().addedLatency().toNanos(), visit, Phase.TRAVELLING);
    advance(nowNanos);
  }

  /** Computes for someone who writes nothing, beside all that is in slots. */
  void compute(double cpuNanos, long nowNanos, LongConsumer done) {
    advance(nowNanos);
    cores.add(thread, cpuNanos, nowNanos, done);
  }

  /** Is told that the body of a visit that has a slot is there, or will be at a time to come. */
  void received(SimulatedRequest visit, long atNanos) {
    at(atNanos, visit, Phase.RECEIVING);
  }

  /**
   * Is told that the client is gone. What is being worked on goes on, because nothing tells the
   * database.
   */
  void abandon(SimulatedRequest visit, long nowNanos) {
    advance(nowNanos);
    switch (visit.phase) {
      case QUEUED -> queue.remove(visit);
      case RECEIVING -> {
        visit.phase = Phase.ANSWERED;
        slotsInUse--;
        grantSlots(nowNanos);
      }
      case TRAVELLING, COMPUTING, FORWARDING, WAITING, ANSWERED -> {}
    }
  }

  @Override
  public long nextNanos() {
    long event = events.isEmpty() ? Long.MAX_VALUE : events.peek().atNanos;
    return Math.min(Math.min(event, host.nextNanos()), queueTimeoutNanos());
  }

  private long queueTimeoutNanos() {
    return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().queuedUntilNanos;
  }

  @Override
  public void advance(long nowNanos) {
    for (long next = nextNanos(); next <= nowNanos; next = nextNanos()) {
      if (host.nextNanos() == next) {
        host.advance(next);
      } else if (queueTimeoutNanos() == next) {
        leave(queue.peek(), Phase.QUEUED, next);
      } else {
        Event event = events.remove();
        if (event.visit.phase == event.endOf) {
          leave(event.visit, event.endOf, event.atNanos);
        }
      }
    }
  }

  private void leave(SimulatedRequest visit, Phase phase, long atNanos) {
    switch (phase) {
      case TRAVELLING -> admit(visit, atNanos);
      case QUEUED -> {
        queue.remove();
        limitTimeouts++;
        answer(visit, UNAVAILABLE);
      }
      case RECEIVING -> {
        visit.phase = Phase.COMPUTING;
        double inSlot = (1 - behaviour.cpu().beside()) * cpuNanos(visit);
        cores.add(thread, inSlot, atNanos, done -> leave(visit, Phase.COMPUTING, done));
      }
      case COMPUTING -> {
        visit.phase = Phase.FORWARDING;
        if (behaviour.cpu().beside() > 0) {
          cores.add(thread, behaviour.cpu().beside() * cpuNanos(visit), atNanos, done -> {});
        }
        at(throughStorage(atNanos), visit, Phase.FORWARDING);
      }
      case FORWARDING -> {
        visit.phase = Phase.WAITING;
        at(atNanos + behaviour.waitsFor().toNanos(), visit, Phase.WAITING);
      }
      case WAITING -> {
        slotsInUse--;
        answer(visit, STORED);
        grantSlots(atNanos);
      }
      case ANSWERED -> throw new IllegalStateException("answered twice");
    }
  }

  private double cpuNanos(SimulatedRequest visit) {
    return visit.work * behaviour.cpu().perRequest().toNanos();
  }

  private void admit(SimulatedRequest visit, long atNanos) {
    Behaviour.Refusals refusals = behaviour.refusals();
    rejectsDue += refusals.share();
    if (refusals.readOnly()) {
      answer(visit, UNAVAILABLE);
    } else if (rejectsDue >= 1 - ROUNDING) {
      rejectsDue--;
      answer(visit, refusals.status());
    } else {
      // A slot that is given back while others wait is never free. If slots are places in a Go
      // channel, whoever takes from a full one puts the first who waits in the same place, under
      // one lock (runtime/chan.go: recv, and "c.qcount < c.dataqsiz implies that c.sendq is
      // empty").
      if (slotsInUse >= behaviour.slots().count() || !queue.isEmpty()) {
        limitReached++;
      }
      visit.phase = Phase.QUEUED;
      visit.queuedUntilNanos = atNanos + behaviour.slots().maxQueueDuration().toNanos();
      queue.add(visit);
      grantSlots(atNanos);
    }
  }

  private void grantSlots(long atNanos) {
    while (slotsInUse < behaviour.slots().count() && !queue.isEmpty()) {
      SimulatedRequest visit = queue.remove();
      visit.phase = Phase.RECEIVING;
      slotsInUse++;
      visitors.slotGranted(visit, atNanos);
    }
  }

  private long throughStorage(long atNanos) {
    long storage = behaviour.storageTime().toNanos();
    storageFreeAtNanos = Math.max(storageFreeAtNanos, atNanos) + storage;
    storageNanos += storage;
    return storage == 0 ? atNanos : storageFreeAtNanos;
  }

  private void answer(SimulatedRequest visit, int status) {
    visit.phase = Phase.ANSWERED;
    visitors.answered(visit, status);
  }

  private void at(long atNanos, SimulatedRequest visit, Phase endOf) {
    events.add(new Event(atNanos, eventNumber++, visit, endOf));
  }

  Counters counters(long nowNanos) {
    advance(nowNanos);
    return new Counters(
        slotsInUse,
        limitReached,
        limitTimeouts,
        cores.usedSeconds(nowNanos),
        cores.waitingSeconds(nowNanos),
        (storageNanos - Math.max(0, storageFreeAtNanos - nowNanos)) / 1e9,
        behaviour.memoryStalledShare() * nowNanos / 1e9);
  }

  /**
   * @param slotsInUse a gauge; all others are totals
   * @param storageSeconds the time in which the link to the storage was busy
   * @param memoryStalledSeconds the time that all of it waited for memory, as if it were loaded all
   *     the time
   */
  record Counters(
      int slotsInUse,
      long limitReached,
      long limitTimeouts,
      double cpuSeconds,
      double cpuWaitingSeconds,
      double storageSeconds,
      double memoryStalledSeconds) {}
}
