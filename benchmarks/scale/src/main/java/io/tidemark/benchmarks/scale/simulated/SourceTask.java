package io.tidemark.benchmarks.scale.simulated;

import io.tidemark.job.split.SampleBlock;
import java.util.Arrays;

/**
 * One subtask that reads, parses and sends source samples. It works in rounds of some milliseconds,
 * and deals the samples of each round out to the amplifiers by their shares. It sends a buffer when
 * that is full, or every 100 ms if nothing else waits in the buffer's channel.
 */
final class SourceTask {
  private static final long FLUSH_NANOS = 100 * Setup.MILLI;
  private static final double ROUND_NANOS = 10 * Setup.MILLI;

  private final EventQueue events;
  private final Cores cores;
  private final Costs costs;
  private final Channel[] channels;
  private final double[] shares;
  private final Pool buffers;
  private final int segmentBytes;
  private final boolean plain;
  private final double samplesPerSecond;
  private final long samples;
  private final double[] owed;
  private final int[] open;
  private final double[] openBytes;
  private final double[] openBlocks;
  private final int mostInRound;
  private long offset;
  private int round;
  private int buffersSent;
  private double blocksSent;
  private boolean computing;
  private boolean blocked;
  private boolean awaitsBuffer;
  private boolean paced;
  private boolean barrierWaits;
  private Runnable acknowledged;
  private long roundBeganNanos;
  private long computesSinceNanos;
  private long blockedSinceNanos;
  private double busyNanos;
  private double blockedNanos;

  /**
   * @param shares of each channel, which sum to 1
   * @param plain whether each sample is sent at once with its labels, as unaligned checkpoints need
   * @param samplesPerSecond that producers write to its partitions; 0: all there already
   * @param samples of its partitions; 0: without end, negative: none
   * @param offset to begin with
   */
  SourceTask(
      EventQueue events,
      Cores cores,
      Costs costs,
      Channel[] channels,
      double[] shares,
      Pool buffers,
      int segmentBytes,
      boolean plain,
      double samplesPerSecond,
      long samples,
      long offset) {
    this.events = events;
    this.cores = cores;
    this.costs = costs;
    this.channels = channels;
    this.shares = shares;
    this.buffers = buffers;
    this.segmentBytes = segmentBytes;
    this.plain = plain;
    this.samplesPerSecond = samplesPerSecond;
    this.samples = samples;
    this.offset = offset;
    owed = new double[channels.length];
    open = new int[channels.length];
    openBytes = new double[channels.length];
    openBlocks = new double[channels.length];
    double perRound = ROUND_NANOS / (costs.sourceNanos() * costs.m());
    double perBuffers =
        0.5 * channels.length * segmentBytes / bytesOfBlocks(1, 1.0 / SampleBlock.MAX_SAMPLES);
    // A round is no more than fits into half of what all channels buffer.
    double perPace = samplesPerSecond > 0 ? samplesPerSecond * ROUND_NANOS / Setup.SECOND : 1e9;
    mostInRound = (int) Math.max(1, Math.min(perRound, Math.min(perBuffers, perPace)));
  }

  void start() {
    if (samples >= 0) {
      roundBeganNanos = events.nowNanos();
      events.after(FLUSH_NANOS, this::flush);
      next();
    }
  }

  /** Sends a barrier as soon as the round is over. */
  void trigger(Runnable whenAcknowledged) {
    acknowledged = whenAcknowledged;
    barrierWaits = true;
    if (!computing) {
      sendBarrier();
    }
  }

  /** Returns how many source samples it has sent; an attempt that begins there sends the rest. */
  long offset() {
    return offset - Arrays.stream(open).asLongStream().sum();
  }

  /** Returns the time in which its thread had something to compute. */
  double busyNanos() {
    return busyNanos + (computing ? events.nowNanos() - computesSinceNanos : 0);
  }

  /** Returns the time in which it had no buffer to go on with. */
  double blockedNanos() {
    return blockedNanos + (blocked ? events.nowNanos() - blockedSinceNanos : 0);
  }

  private void next() {
    if (computing || blocked || paced) {
      return;
    }
    long left = samples == 0 ? Long.MAX_VALUE : samples - offset;
    round = (int) Math.min(mostInRound, left);
    if (round <= 0) {
      return;
    }
    if (samplesPerSecond > 0) {
      long due = (long) ((offset + round) / samplesPerSecond * Setup.SECOND);
      if (due > events.nowNanos()) {
        paced = true;
        events.at(due, this::due);
        return;
      }
    }
    compute();
  }

  private void due() {
    paced = false;
    next();
  }

  private void compute() {
    computing = true;
    computesSinceNanos = events.nowNanos();
    double nanos =
        round * costs.m() * costs.sourceNanos()
            + buffersSent * Costs.BUFFER_NANOS
            + blocksSent * Costs.BLOCK_NANOS;
    buffersSent = 0;
    blocksSent = 0;
    if (costs.fetchNanos() > 0) {
      cores.compute(round * costs.m() * costs.fetchNanos(), () -> {});
    }
    cores.compute(nanos, this::computed);
  }

  private void computed() {
    busyNanos += events.nowNanos() - computesSinceNanos;
    computing = false;
    dealOut();
    if (barrierWaits) {
      sendBarrier();
    }
    send();
  }

  /** Deals out exactly the round's samples, as near to the shares as whole samples are. */
  private void dealOut() {
    double lingers = (events.nowNanos() - roundBeganNanos) / (double) Costs.BLOCK_LINGER_NANOS;
    roundBeganNanos = events.nowNanos();
    int left = round;
    for (int i = 0; i < channels.length; i++) {
      owed[i] += round * shares[i];
      int given = Math.min(left, (int) Math.floor(owed[i] + 1e-6));
      left -= given;
      put(i, given, lingers);
    }
    for (int i = 0; left > 0; i = (i + 1) % channels.length) {
      if (shares[i] > 0) {
        put(i, 1, 0);
        left--;
      }
    }
    offset += round;
  }

  private void put(int channel, int given, double lingers) {
    if (given > 0) {
      double blocks =
          plain ? given : Math.min(given, (double) given / SampleBlock.MAX_SAMPLES + lingers);
      owed[channel] -= given;
      open[channel] += given;
      openBytes[channel] += plain ? given * Costs.PLAIN_BYTES : bytesOfBlocks(given, blocks);
      openBlocks[channel] += blocks;
      blocksSent += plain ? 0 : blocks;
    }
  }

  private static double bytesOfBlocks(double samples, double blocks) {
    return samples * SampleBlock.SAMPLE_BYTES + blocks * Costs.BLOCK_BYTES;
  }

  /** Sends all buffers that are full, and then goes on with the next round. */
  private void send() {
    boolean ended = samples > 0 && offset >= samples;
    for (int i = 0; i < channels.length; i++) {
      while (openBytes[i] >= segmentBytes || ended && open[i] > 0) {
        if (!channels[i].hasRoomFor(1)) {
          block();
          return;
        }
        sendBuffer(i);
      }
    }
    unblock();
    next();
  }

  /** Sends one buffer of what is open for a channel, full if there is enough. */
  private void sendBuffer(int i) {
    double part = Math.min(1, segmentBytes / openBytes[i]);
    int sent = part == 1 ? open[i] : (int) Math.max(1, open[i] * part);
    double share = (double) sent / open[i];
    double bytes = openBytes[i] * share;
    double blocks = openBlocks[i] * share;
    open[i] -= sent;
    openBytes[i] -= bytes;
    openBlocks[i] -= blocks;
    channels[i].send(Parcel.ofSourceSamples(sent, (int) bytes, (int) Math.ceil(blocks)));
    if (channels[i].isRemote()) {
      buffersSent++;
    }
  }

  private void block() {
    if (!blocked) {
      blocked = true;
      blockedSinceNanos = events.nowNanos();
    }
    if (!awaitsBuffer) {
      awaitsBuffer = true;
      buffers.whenGiven(this::bufferCame);
    }
  }

  private void bufferCame() {
    awaitsBuffer = false;
    if (blocked) {
      send();
    }
  }

  private void unblock() {
    if (blocked) {
      blocked = false;
      blockedNanos += events.nowNanos() - blockedSinceNanos;
    }
  }

  /** Does what Flink's output flusher does. */
  private void flush() {
    for (int i = 0; i < channels.length; i++) {
      boolean hasPart = open[i] > 0 && openBytes[i] < segmentBytes;
      if (hasPart && channels[i].hasSentAll() && channels[i].hasRoomFor(1)) {
        sendBuffer(i);
      }
    }
    events.after(FLUSH_NANOS, this::flush);
  }

  /** The barrier follows the buffer that is being filled; what is open beyond that comes later. */
  private void sendBarrier() {
    barrierWaits = false;
    for (int i = 0; i < channels.length; i++) {
      if (!plain) {
        if (open[i] > 0) {
          sendBuffer(i);
        }
        channels[i].send(Parcel.BARRIER);
      }
    }
    acknowledged.run();
  }
}
