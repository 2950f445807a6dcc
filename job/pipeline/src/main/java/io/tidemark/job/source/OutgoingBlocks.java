package io.tidemark.job.source;

import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceSample;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.Arrays;
import java.util.function.ObjLongConsumer;

/**
 * The blocks that a source subtask is filling, one for each subtask of the amplifier, of at most
 * some kilobytes each. A sample costs a look-up of the channel by number, and five stores.
 */
final class OutgoingBlocks {
  private final int source;

  /** This is null if each sample is sent at once. */
  private final Channels channels;

  private final ObjLongConsumer<SampleBlock> out;
  private final Runnable opened;
  private final SampleBlock.Builder[] open;
  private final SampleBlock.Builder single;
  private final long[] dueMillis;
  private long nextDueMillis = Long.MIN_VALUE;
  private char[] channelByNumber = new char[1024];

  /**
   * @param source the source's subtask
   * @param channels the amplifier's subtasks; null to send each sample at once
   * @param out gets each block and when its first sample was due, or {@link Long#MIN_VALUE}
   * @param opened is told of each block's first sample
   */
  OutgoingBlocks(int source, Channels channels, ObjLongConsumer<SampleBlock> out, Runnable opened) {
    this.source = source;
    this.channels = channels;
    this.out = out;
    this.opened = opened;
    open = new SampleBlock.Builder[channels == null ? 0 : channels.count()];
    single = new SampleBlock.Builder(source);
    dueMillis = new long[open.length];
  }

  /** Sets when the samples that come from now on were due, in Unix milliseconds. */
  void due(long millis) {
    nextDueMillis = millis;
  }

  void add(Sample sample) {
    Labels labels = sample.labels();
    long hash = labels.hash();
    add(SourceSample.UNNUMBERED, hash, labels, sample.timestampMillis(), sample.value());
  }

  /**
   * @param number the series' number, or {@link SourceSample#UNNUMBERED}
   * @param labels the series' labels; null if the number stands for them
   */
  void add(int number, long hash, Labels labels, long timestampMillis, double value) {
    if (channels == null) {
      single.add(number, hash, labels, timestampMillis, value);
      out.accept(single.take(), nextDueMillis);
    } else {
      int channel = labels == null ? channelByNumber[number] : named(number, hash);
      add(channel, number, hash, labels, timestampMillis, value);
    }
  }

  private int named(int number, long hash) {
    int channel = channels.of(hash);
    if (number != SourceSample.UNNUMBERED) {
      if (number >= channelByNumber.length) {
        channelByNumber = Arrays.copyOf(channelByNumber, 2 * number);
      }
      channelByNumber[number] = (char) channel;
    }
    return channel;
  }

  private void add(
      int channel, int number, long hash, Labels labels, long timestampMillis, double value) {
    SampleBlock.Builder block = open[channel];
    if (block == null) {
      block = new SampleBlock.Builder(source);
      open[channel] = block;
    }
    if (block.isEmpty()) {
      dueMillis[channel] = nextDueMillis;
      opened.run();
    }
    block.add(number, hash, labels, timestampMillis, value);
    if (block.isFull()) {
      out.accept(block.take(), dueMillis[channel]);
    }
  }

  void flush() {
    for (int channel = 0; channel < open.length; channel++) {
      SampleBlock.Builder block = open[channel];
      if (block != null && !block.isEmpty()) {
        out.accept(block.take(), dueMillis[channel]);
      }
    }
  }
}
