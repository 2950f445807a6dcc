package io.tidemark.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceSample;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.junit.jupiter.api.Test;

class OutgoingBlocksTest {
  private static final int KEY_GROUPS = 720;
  private static final int SERIES = 500;
  private static final long NOW = 1_700_000_000_000L;

  private final List<SampleBlock> sent = new ArrayList<>();

  private static Labels series(int i) {
    return Labels.of(Map.of("__name__", "m" + i));
  }

  /** Flink's own choice of a channel, as {@code keyBy} sets it up. */
  private static int chosenByFlink(SampleBlock block, int parallelism) {
    return chosenByFlink(block.key(), parallelism);
  }

  private static int chosenByFlink(long key, int parallelism) {
    var partitioner = new KeyGroupStreamPartitioner<Long, Long>(k -> k, KEY_GROUPS);
    partitioner.setup(parallelism);
    var delegate = new SerializationDelegate<StreamRecord<Long>>(null);
    delegate.setInstance(new StreamRecord<>(key));
    return partitioner.selectChannel(delegate);
  }

  private OutgoingBlocks blocks(Channels channels) {
    return new OutgoingBlocks(1, channels, (block, due) -> sent.add(block), () -> {});
  }

  @Test
  void aBlockWasDueWhenItsFirstSampleWas() {
    var due = new ArrayList<Long>();
    var blocks =
        new OutgoingBlocks(
            1, new Channels(1, KEY_GROUPS), (block, millis) -> due.add(millis), () -> {});
    for (int i = 0; i < SampleBlock.MAX_SAMPLES + 1; i++) {
      blocks.due(NOW + i);
      blocks.add(i, series(i).hash(), series(i), NOW, i);
    }
    blocks.flush();

    assertThat(due).startsWith(NOW).isSorted();
    assertThat(due.get(1)).isGreaterThan(NOW + 1);
  }

  @Test
  void eachSampleGoesToTheSubtaskThatKeyByWouldSendItToAtEveryParallelism() {
    for (int parallelism = 1; parallelism <= 128; parallelism++) {
      sent.clear();
      var blocks = blocks(new Channels(parallelism, KEY_GROUPS));
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < SERIES; i++) {
          Labels labels = series(i);
          blocks.add(i, labels.hash(), round == 0 ? labels : null, NOW + round, i);
        }
        blocks.add(new Sample(series(SERIES + round), NOW, 0));
      }
      blocks.flush();
      int samples = 0;
      for (SampleBlock block : sent) {
        int channel = chosenByFlink(block, parallelism);
        int at = 0;
        for (int i = 0; i < block.count(); i++, samples++) {
          long hash =
              block.number(at) == SourceSample.UNNUMBERED
                  ? block.labels(at).hash()
                  : series(block.number(at)).hash();
          assertThat(chosenByFlink(hash, parallelism)).as("of %d", parallelism).isEqualTo(channel);
          at = block.next(at);
        }
      }
      assertThat(samples).isEqualTo(2 * SERIES + 2);
    }
  }

  @Test
  void keepsTheOrderOfASeriesAlsoWhereItsNumberGetsAnother() {
    var blocks = blocks(new Channels(3, KEY_GROUPS));
    var lastOf = new HashMap<Labels, Long>();
    var holders = new HashMap<Integer, Labels>();
    for (int i = 0; i < 5_000; i++) {
      int number = i * 7 % 50;
      int series = i * 7 % 50 + i / 1_000;
      Labels labels = series(series);
      boolean named = !labels.equals(holders.put(number, labels));
      if (i % 11 == 0) {
        blocks.add(new Sample(labels, i, i));
        holders.remove(number);
      } else {
        blocks.add(number, labels.hash(), named ? labels : null, i, i);
      }
    }
    blocks.flush();
    var names = new HashMap<List<Integer>, Labels>();
    int samples = 0;
    for (SampleBlock block : sent) {
      int channel = chosenByFlink(block, 3);
      int at = 0;
      for (int i = 0; i < block.count(); i++, samples++) {
        var name = List.of(channel, block.number(at));
        Labels labels = block.hasLabels(at) ? block.labels(at) : names.get(name);
        names.put(name, labels);
        Long before = lastOf.put(labels, block.timestampMillis(at));
        assertThat(before == null || before < block.timestampMillis(at)).isTrue();
        int expected =
            (int) (block.timestampMillis(at) * 7 % 50 + block.timestampMillis(at) / 1_000);
        assertThat(labels).isEqualTo(series(expected));
        at = block.next(at);
      }
    }
    assertThat(samples).isEqualTo(5_000);
  }

  @Test
  void aBlockIsSentWhenItIsFull() {
    var blocks = blocks(new Channels(1, KEY_GROUPS));
    for (int i = 0; i < SampleBlock.MAX_SAMPLES + 1; i++) {
      blocks.add(0, series(0).hash(), i == 0 ? series(0) : null, i, i);
    }
    assertThat(sent).extracting(SampleBlock::count).containsExactly(SampleBlock.MAX_SAMPLES);
  }

  @Test
  void longLabelsFillABlockBeforeManySamplesDo() {
    var blocks = blocks(new Channels(1, KEY_GROUPS));
    Labels longest = Labels.of(Map.of("a", "x".repeat(4_000)));
    for (int i = 0; i < 3; i++) {
      blocks.add(new Sample(longest, i, i));
    }
    assertThat(sent).extracting(SampleBlock::count).containsExactly(3);
  }

  @Test
  void withoutChannelsEachSampleIsSentAtOnce() {
    var blocks = blocks(null);
    blocks.add(0, series(0).hash(), series(0), 1, 1);
    blocks.add(0, series(0).hash(), null, 2, 2);
    Sample sample = new Sample(series(1), 3, 3);
    blocks.add(sample);
    assertThat(sent).extracting(SampleBlock::count).containsExactly(1, 1, 1);
    assertThat(sent.get(2).sample(0)).isEqualTo(sample);
    assertThat(sent.get(1).key()).isEqualTo(series(0).hash());
  }
}
