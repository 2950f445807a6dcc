package io.tidemark.mechanism.job;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.time.Clock;
import io.tidemark.mechanism.time.Draws;
import java.util.List;

/** A source's task: batches as fast as they are taken, or at a rate, evenly or in bursts. */
final class Source extends Task {
  private final Plan plan;
  private final Costs costs;
  private final Draws sizes;
  private final Draws keys;
  private final List<Amplifier> to;
  private final double samples;
  private final double periodSeconds;
  private final long startNanos;
  private final int subtask;
  private long batches;
  private Amplifier chosen;
  private boolean closed;
  private boolean waits;

  Source(
      Clock clock,
      Cores.Group process,
      Plan plan,
      Costs costs,
      Draws draws,
      List<Amplifier> to,
      int subtask) {
    super(clock, process);
    this.plan = plan;
    this.costs = costs;
    this.sizes = draws.of("sizes of " + subtask);
    this.keys = draws.of("keys of " + subtask);
    this.to = to;
    this.subtask = subtask;
    this.startNanos = clock.nanos();
    double rate = plan.sourceRate() * plan.copies() / plan.parallelism();
    this.samples =
        rate == 0
            ? plan.batchSamples()
            : Math.max(1, Math.min(plan.batchSamples(), rate * plan.lingerSeconds()));
    this.periodSeconds = rate == 0 ? 0 : samples / rate;
  }

  /** Batches are due at even times of that part of each cycle in which there are any. */
  private long dueNanos() {
    double even = (batches + 1) * periodSeconds;
    double on = plan.burstShare() * plan.burstCycleSeconds();
    double seconds =
        plan.burstShare() >= 1
            ? even
            : Math.floor(even / plan.burstCycleSeconds()) * plan.burstCycleSeconds()
                + even % plan.burstCycleSeconds() / plan.burstCycleSeconds() * on;
    return startNanos + Math.round(seconds * Clock.NANOS);
  }

  @Override
  Batch next() {
    if (closed) {
      return null;
    }
    if (periodSeconds > 0 && dueNanos() > clock.nanos()) {
      if (!waits) {
        waits = true;
        clock.at(
            dueNanos(),
            () -> {
              waits = false;
              wake();
            });
      }
      return null;
    }
    long number = batches++;
    chosen = to.get(receiver(number));
    double bytes = samples * costs.bytesPerSample() * sizes.lognormal(number, costs.sizeCv());
    return new Batch(number * 64 + subtask, samples, bytes);
  }

  /** By the hash of keys: evenly, but for what one subtask has beyond its part. */
  private int receiver(long number) {
    boolean hot = keys.uniform(number) < costs.skew();
    return hot ? 0 : (int) ((subtask + number) % to.size());
  }

  @Override
  double work(Batch batch) {
    return batch.samples / plan.copies() * costs.perSourceSampleSeconds();
  }

  @Override
  boolean handOn(Batch batch) {
    return chosen.offer(batch, this);
  }

  void close() {
    closed = true;
  }
}
