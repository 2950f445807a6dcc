package io.tidemark.mechanism.store;

import io.tidemark.mechanism.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A connection from a node that takes writes to one that stores them: a buffer, from which one
 * block after the other is sent and worked on.
 */
public final class Link {
  private record Block(long number, double samples, double share) {}

  private record Waiting(Block block, Runnable done) {}

  private final Clock clock;
  private final StorageNode to;
  private final double bufferSamples;
  private final Deque<Block> buffer = new ArrayDeque<>();
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private double buffered;
  private double sendSeconds;
  private long sendingSinceNanos = -1;

  public Link(Clock clock, StorageNode to, double bufferSamples) {
    this.clock = clock;
    this.to = to;
    this.bufferSamples = bufferSamples;
  }

  /** Calls back once it is in the buffer. */
  void add(long number, double samples, double share, Runnable done) {
    var block = new Block(number, samples, share);
    if (buffered > 0 && buffered + samples > bufferSamples) {
      waiting.add(new Waiting(block, done));
    } else {
      take(block, done);
    }
  }

  private void take(Block block, Runnable done) {
    buffered += block.samples;
    buffer.add(block);
    done.run();
    send();
  }

  private void send() {
    if (sendingSinceNanos >= 0 || buffer.isEmpty()) {
      return;
    }
    sendingSinceNanos = clock.nanos();
    Block block = buffer.remove();
    to.engine().insert(block.number, block.samples, block.share, () -> sent(block));
  }

  private void sent(Block block) {
    sendSeconds += (clock.nanos() - sendingSinceNanos) / Clock.NANOS;
    sendingSinceNanos = -1;
    buffered -= block.samples;
    while (!waiting.isEmpty()
        && (buffered == 0 || buffered + waiting.peek().block.samples <= bufferSamples)) {
      Waiting next = waiting.remove();
      take(next.block, next.done);
    }
    send();
  }

  public String name() {
    return to.name();
  }

  /** Time in which it was busy. */
  public double sendSeconds() {
    double now = sendingSinceNanos < 0 ? 0 : (clock.nanos() - sendingSinceNanos) / Clock.NANOS;
    return sendSeconds + now;
  }
}
