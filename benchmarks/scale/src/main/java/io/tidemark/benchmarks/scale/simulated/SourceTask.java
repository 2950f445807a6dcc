package io.tidemark.benchmarks.scale.simulated;

/**
 * One subtask that reads, parses and sends source samples. It works in rounds of some milliseconds,
 * each of which deals its samples out to the amplifiers by their shares. A buffer is sent when it
 * is full, or after 100 ms if nothing else waits in its channel.
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
  private final double[] open;
  private final double[] openBytes;
  private final double[] openBlocks;
  private final int most;
  private long offset;
  private int round;
  private int buffersSent;
  private double blocksSent;
  private boolean computing;
  private boolean blocked;
  private boolean paced;
  private boolean barrierWaits;
  private Runnable acknowledged;
  private long roundBeganNanos;
  private long computesSinceNanos;
  private long blockedSinceNanos;
  private double busyNanos;
  private double blockedNanos;
  private boolean awaitsBuffer;

  /** What {@link #fill} took out of its channel's open buffer. */
  private int filledSamples;

  private double filledBytes;
  private double filledBlocks;
  private int filledChannel;

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
    open = new double[channels.length];
    openBytes = new double[channels.length];
    openBlocks = new double[channels.length];
    double perRound = ROUND_NANOS / (costs.sourceNanos() * costs.m());
    double perBuffers = 0.5 * channels.length * segmentBytes / bytesOfBlocks(1, 1.0 / 64);
    double perPace = samplesPerSecond > 0 ? samplesPerSecond * ROUND_NANOS / Setup.SECOND : 1e9;
    most = (int) Math.max(1, Math.min(perRound, Math.min(perBuffers, perPace)));
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

  /** Source samples that are sent, and will not be read again by who begins here. */
  long offset() {
    long inside = 0;
    for (double each : open) {
      inside += (long) each;
    }
    return offset - inside;
  }

  /** Time in which its thread had something to compute. */
  double busyNanos() {
    return busyNanos + (computing ? events.nowNanos() - computesSinceNanos : 0);
  }

  /** Time in which it had no buffer to go on with. */
  double blockedNanos() {
    return blockedNanos + (blocked ? events.nowNanos() - blockedSinceNanos : 0);
  }

  private void next() {
    if (computing || blocked || paced) {
      return;
    }
    long left = samples == 0 ? Long.MAX_VALUE : samples - offset;
    round = (int) Math.min(most, left);
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

  /** Exactly the round's samples, as near to the shares as whole samples are. */
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
          plain ? given : Math.min(given, (double) given / Costs.BLOCK_SAMPLES + lingers);
      owed[channel] -= given;
      open[channel] += given;
      openBytes[channel] += plain ? given * Costs.PLAIN_BYTES : bytesOfBlocks(given, blocks);
      openBlocks[channel] += blocks;
      blocksSent += plain ? 0 : blocks;
    }
  }

  private static double bytesOfBlocks(double samples, double blocks) {
    return samples * Costs.SAMPLE_BYTES + blocks * Costs.BLOCK_BYTES;
  }

  /** All buffers that are full; goes on with the next round when that has worked. */
  private void send() {
    boolean ended = samples > 0 && offset >= samples;
    for (int i = 0; i < channels.length; i++) {
      while (openBytes[i] >= segmentBytes || ended && open[i] > 0) {
        if (!channels[i].offer(fill(i))) {
          unfill();
          block();
          return;
        }
        count(i);
      }
    }
    unblock();
    next();
  }

  private Parcel fill(int i) {
    double part = Math.min(1, segmentBytes / openBytes[i]);
    filledChannel = i;
    filledSamples = part == 1 ? (int) open[i] : (int) Math.max(1, open[i] * part);
    double share = filledSamples / open[i];
    filledBytes = openBytes[i] * share;
    filledBlocks = openBlocks[i] * share;
    open[i] -= filledSamples;
    openBytes[i] -= filledBytes;
    openBlocks[i] -= filledBlocks;
    return Parcel.ofSourceSamples(filledSamples, (int) filledBytes, (int) Math.ceil(filledBlocks));
  }

  private void unfill() {
    open[filledChannel] += filledSamples;
    openBytes[filledChannel] += filledBytes;
    openBlocks[filledChannel] += filledBlocks;
  }

  private void count(int i) {
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

  /** What Flink's output flusher does. */
  private void flush() {
    for (int i = 0; i < channels.length; i++) {
      if (open[i] > 0 && channels[i].hasSentAll() && openBytes[i] < segmentBytes) {
        if (channels[i].offer(fill(i))) {
          count(i);
        } else {
          unfill();
        }
      }
    }
    events.after(FLUSH_NANOS, this::flush);
  }

  /** Behind the buffer that is being filled; what is read beyond that comes after it. */
  private void sendBarrier() {
    barrierWaits = false;
    for (int i = 0; i < channels.length; i++) {
      if (!plain) {
        if (open[i] > 0) {
          channels[i].send(fill(i));
        }
        channels[i].send(Parcel.BARRIER);
      }
    }
    acknowledged.run();
  }
}
