package io.tidemark.benchmarks.scale.simulated;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongConsumer;

/**
 * One subtask that writes batches: each waits for a permit of its TaskManager, passes the writer's
 * own thread and the client's, the host's link and the database, and is acknowledged when its
 * answer is back. Those between permit and answer are what a checkpoint holds.
 */
final class WriteTask {
  private final Cores cores;
  private final Costs costs;
  private final Pool permits;
  private final Link link;
  private final Database database;
  private final Runnable counted;
  private final Gate gate = new Gate(this::look);
  private final Queue<Parcel> restored = new ArrayDeque<>();
  private LongConsumer checkpointed = held -> {};
  private Runnable barrierWaits;
  private Parcel inHand;

  /** This is the channel that it came from; null if it was restored. */
  private Channel inHandOf;

  private boolean computing;
  private boolean awaitsPermit;
  private long inFlight;
  private long acked;

  /**
   * @param counted runs for each outcome
   * @param acked samples that were acknowledged before
   */
  WriteTask(
      Cores cores,
      Costs costs,
      Pool permits,
      Link link,
      Database database,
      Runnable counted,
      long acked) {
    this.cores = cores;
    this.costs = costs;
    this.permits = permits;
    this.link = link;
    this.database = database;
    this.counted = counted;
    this.acked = acked;
  }

  Gate gate() {
    return gate;
  }

  /** Takes written samples that were in flight at a checkpoint. */
  void restore(long samples, long batchSamples, int segmentBytes) {
    for (long left = samples; left > 0; left -= batchSamples) {
      int part = (int) Math.min(left, batchSamples);
      restored.add(Parcel.batch(part, costs.wireBytes(), segmentBytes));
    }
  }

  /** Sets what is told of the samples in flight when an aligned checkpoint's barrier has come. */
  void checkpointing(LongConsumer whenCheckpointed) {
    checkpointed = whenCheckpointed;
  }

  /** Takes a barrier that overtakes what waits, and passes when no batch waits for a permit. */
  void trigger(Runnable whenAcknowledged) {
    barrierWaits = whenAcknowledged;
    look();
  }

  long acked() {
    return acked;
  }

  long inFlight() {
    return inFlight;
  }

  /** Returns how many written samples have no permit yet. */
  long waiting() {
    long inHands = inHand != null && inHandOf == null ? inHand.samples() : 0;
    return gate.samplesInside() + inHands + restored.stream().mapToLong(Parcel::samples).sum();
  }

  void look() {
    while (!computing) {
      if (inHand == null) {
        if (barrierWaits != null) {
          barrierWaits.run();
          barrierWaits = null;
        }
        boolean isRestored = !restored.isEmpty();
        inHand = isRestored ? restored.remove() : gate.poll();
        if (inHand == null) {
          return;
        }
        inHandOf = isRestored || inHand.isBarrier() ? null : gate.polledChannel();
      }
      if (inHand.isBarrier()) {
        inHand = null;
        checkpointed.accept(inFlight);
      } else if (permits.take(1)) {
        begin();
      } else {
        awaitPermit();
        return;
      }
    }
  }

  private void awaitPermit() {
    if (!awaitsPermit) {
      awaitsPermit = true;
      permits.whenGiven(
          () -> {
            awaitsPermit = false;
            look();
          });
    }
  }

  private void begin() {
    Parcel batch = inHand;
    Channel from = inHandOf;
    inHand = null;
    inFlight += batch.samples();
    computing = true;
    cores.compute(batch.samples() * costs.writeNanos(), () -> written(batch));
    if (from != null) {
      from.release(batch);
    }
  }

  private void written(Parcel batch) {
    computing = false;
    Runnable send =
        () ->
            link.send(batch.bytes(), () -> database.write(batch.samples(), () -> answered(batch)));
    if (costs.httpNanos() > 0) {
      cores.compute(batch.samples() * costs.httpNanos(), send);
    } else {
      send.run();
    }
    look();
  }

  private void answered(Parcel batch) {
    inFlight -= batch.samples();
    acked += batch.samples();
    counted.run();
    permits.give(1);
  }
}
