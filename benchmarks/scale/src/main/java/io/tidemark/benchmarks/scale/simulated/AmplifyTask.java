package io.tidemark.benchmarks.scale.simulated;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * One subtask that makes m samples of each source sample, and batches of these. Where there are as
 * many writers as amplifiers it feeds its own, otherwise each in turn. It finishes a batch when
 * that is full or has lingered, or when a checkpoint begins.
 */
final class AmplifyTask {
  private static final long LINGER_NANOS = Setup.SECOND;

  private final EventQueue events;
  private final Cores cores;
  private final Costs costs;
  private final int batchSamples;
  private final int segmentBytes;
  private final Gate gate = new Gate(this::look);
  private final Queue<Parcel> restored = new ArrayDeque<>();
  private final Queue<Parcel> finished = new ArrayDeque<>();
  private List<Channel> out;
  private Pool buffers;
  private int turn;
  private long open;
  private long batches;
  private Parcel computing;

  /** This is the channel that it came from; null if it was restored. */
  private Channel source;

  private boolean awaitsBuffer;
  private Runnable acknowledged = () -> {};
  private Runnable barrierWaits;
  private long computesSinceNanos;
  private double busyNanos;

  AmplifyTask(EventQueue events, Cores cores, Costs costs, long batchSamples, int segmentBytes) {
    this.events = events;
    this.cores = cores;
    this.costs = costs;
    this.batchSamples = (int) batchSamples;
    this.segmentBytes = segmentBytes;
  }

  Gate gate() {
    return gate;
  }

  /** Takes source samples that a checkpoint held before it. */
  void restore(long sourceSamples) {
    for (long left = sourceSamples; left > 0; left -= batchSamples) {
      int part = (int) Math.min(left, batchSamples);
      restored.add(Parcel.ofSourceSamples(part, 0, 0));
    }
  }

  /**
   * @param channels to the writers
   * @param sending its buffers
   */
  void connect(List<Channel> channels, Pool sending) {
    out = channels;
    buffers = sending;
  }

  /** Sets what runs when it has passed on an aligned checkpoint's barrier. */
  void acknowledging(Runnable whenAcknowledged) {
    acknowledged = whenAcknowledged;
  }

  /** Takes a barrier that overtakes what waits, and passes when no sample is being worked on. */
  void trigger(Runnable whenAcknowledged) {
    barrierWaits = whenAcknowledged;
    look();
  }

  /** Returns how many written samples it has made and not handed on. */
  long writtenInside() {
    return open + finished.stream().mapToLong(Parcel::samples).sum();
  }

  /** Returns how many source samples have been sent here and are not amplified yet. */
  long sourceInside() {
    long inWork = computing != null && source == null ? computing.samples() : 0;
    return gate.samplesInside() + inWork + restored.stream().mapToLong(Parcel::samples).sum();
  }

  /** Returns the time in which its thread had something to compute. */
  double busyNanos() {
    return busyNanos + (computing == null ? 0 : events.nowNanos() - computesSinceNanos);
  }

  void look() {
    while (computing == null && handOn()) {
      if (barrierWaits != null) {
        barrierWaits.run();
        barrierWaits = null;
      }
      boolean isRestored = !restored.isEmpty();
      Parcel next = isRestored ? restored.remove() : gate.poll();
      if (next == null) {
        return;
      }
      if (next.isBarrier()) {
        finish(open);
        finished.add(next);
      } else {
        compute(next, isRestored ? null : gate.polledChannel());
      }
    }
  }

  private void compute(Parcel parcel, Channel from) {
    computing = parcel;
    source = from;
    computesSinceNanos = events.nowNanos();
    double nanos =
        parcel.samples() * (double) costs.m() * costs.amplifyNanos()
            + parcel.blocks() * Costs.BLOCK_NANOS
            + (from != null && from.isRemote() ? Costs.BUFFER_NANOS : 0);
    cores.compute(nanos, this::computed);
  }

  private void computed() {
    busyNanos += events.nowNanos() - computesSinceNanos;
    Parcel parcel = computing;
    computing = null;
    boolean wasEmpty = open == 0;
    open += (long) parcel.samples() * costs.m();
    while (open >= batchSamples) {
      finish(batchSamples);
      wasEmpty = open > 0;
    }
    if (wasEmpty && open > 0) {
      long opened = batches;
      events.after(LINGER_NANOS, () -> lingered(opened));
    }
    if (source != null) {
      source.release(parcel);
    }
    look();
  }

  private void lingered(long opened) {
    if (opened == batches && open > 0) {
      finish(open);
      look();
    }
  }

  private void finish(long samples) {
    if (samples > 0) {
      batches++;
      open -= samples;
      finished.add(Parcel.batch((int) samples, costs.wireBytes(), segmentBytes));
    }
  }

  /** Whether there is nothing left to hand on. */
  private boolean handOn() {
    while (!finished.isEmpty()) {
      Parcel next = finished.peek();
      if (next.isBarrier()) {
        finished.remove();
        out.forEach(channel -> channel.send(next));
        acknowledged.run();
      } else if (out.get(turn).hasRoomFor(next.buffers())) {
        finished.remove();
        out.get(turn).send(next);
        turn = (turn + 1) % out.size();
      } else {
        awaitBuffer();
        return false;
      }
    }
    return true;
  }

  private void awaitBuffer() {
    if (!awaitsBuffer) {
      awaitsBuffer = true;
      buffers.whenGiven(
          () -> {
            awaitsBuffer = false;
            look();
          });
    }
  }
}
