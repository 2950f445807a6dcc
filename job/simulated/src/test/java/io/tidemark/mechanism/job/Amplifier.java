package io.tidemark.mechanism.job;

import io.tidemark.mechanism.time.Clock;

/** The task that copies and encodes samples, and so makes most of the garbage. */
public final class Amplifier extends Task {
  private final Costs costs;
  private final TaskManager manager;
  private final Writer to;
  private double samples;

  Amplifier(Clock clock, Costs costs, TaskManager manager, Writer to) {
    super(clock, manager.process());
    this.costs = costs;
    this.manager = manager;
    this.to = to;
  }

  @Override
  double work(Batch batch) {
    return batch.samples * costs.perSampleSeconds();
  }

  @Override
  boolean handOn(Batch batch) {
    if (!to.offer(batch, this)) {
      return false;
    }
    samples += batch.samples;
    manager.pauses().allocate(batch.samples * costs.garbageBytesPerSample());
    return true;
  }

  /** Handed on. */
  public double samples() {
    return samples;
  }

  public TaskManager manager() {
    return manager;
  }
}
