package io.tidemark.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceSample;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class SampleBlockSerializerTest {
  private static final double STALE_MARKER = Double.longBitsToDouble(0x7ff0000000000002L);
  private static final Labels LABELS = Labels.of(Map.of("__name__", "up", "job", "node"));
  private static final Labels NONE = Labels.ofEncoded(new byte[0], 7);
  private static final long NOW = 1_700_000_000_123L;

  private record Item(int number, long hash, Labels labels, long timestampMillis, long valueBits) {
    private static Item of(int number, Labels labels, boolean named, long time, double value) {
      return new Item(
          number, labels.hash(), named ? labels : null, time, Double.doubleToRawLongBits(value));
    }
  }

  private static final List<Item> ITEMS =
      List.of(
          Item.of(70_000, LABELS, true, NOW, STALE_MARKER),
          Item.of(70_000, LABELS, false, NOW + 1, -0.0),
          Item.of(SourceSample.UNNUMBERED, LABELS, true, Long.MIN_VALUE, Double.MAX_VALUE),
          Item.of(0, NONE, true, Long.MAX_VALUE, Double.NEGATIVE_INFINITY),
          Item.of(0, NONE, false, 0, 0),
          Item.of(SourceSample.MAX_NUMBERS, LABELS, false, NOW, 1));

  private static SampleBlock block(List<Item> items) {
    var builder = new SampleBlock.Builder(3);
    items.forEach(
        item ->
            builder.add(
                item.number,
                item.hash,
                item.labels,
                item.timestampMillis,
                Double.longBitsToDouble(item.valueBits)));
    return builder.take();
  }

  private static byte[] written(SampleBlock block) throws Exception {
    var out = new DataOutputSerializer(64);
    SampleBlockSerializer.INSTANCE.serialize(block, out);
    return out.getCopyOfBuffer();
  }

  private static byte[] onceWritten(Sample alone) throws Exception {
    var out = new DataOutputSerializer(64);
    SampleSerializer.INSTANCE.serialize(alone, out);
    return out.getCopyOfBuffer();
  }

  @Test
  void readsBackEachSampleOfABlockToTheBit() throws Exception {
    var in = new DataInputDeserializer(written(block(ITEMS)));
    SampleBlock read = SampleBlockSerializer.INSTANCE.deserialize(in);
    assertThat(in.available()).isZero();
    assertThat(read.source()).isEqualTo(3);
    assertThat(read.key()).as("of the first").isEqualTo(LABELS.hash());
    assertThat(read.count()).isEqualTo(ITEMS.size());
    int at = 0;
    long checksum = 0;
    for (Item item : ITEMS) {
      assertThat(read.number(at)).isEqualTo(item.number);
      assertThat(read.hasLabels(at)).isEqualTo(item.labels != null);
      if (item.labels != null) {
        assertThat(read.labels(at)).isEqualTo(item.labels);
        assertThat(read.labels(at).hash()).isEqualTo(item.hash);
      }
      assertThat(read.timestampMillis(at)).isEqualTo(item.timestampMillis);
      assertThat(Double.doubleToRawLongBits(read.value(at))).isEqualTo(item.valueBits);
      at = read.next(at);
      checksum = SampleBlock.checksum(checksum, item.hash);
    }
    assertThat(at).as("nothing behind the last").isEqualTo(read.bytes().length);
    assertThat(read.checksum()).isEqualTo(checksum);
  }

  @Test
  void twoSamplesInTheOtherOrderHaveAnotherChecksum() {
    Item one = Item.of(0, LABELS, false, NOW, 1);
    Item other = Item.of(1, NONE, false, NOW, 1);
    assertThat(block(List.of(one, other)).checksum())
        .isNotEqualTo(block(List.of(other, one)).checksum());
  }

  /** An unaligned checkpoint of an earlier build may hold such. */
  @Test
  void readsASampleAloneAsItWasOnceWritten() throws Exception {
    var sample = new Sample(LABELS, NOW, STALE_MARKER);
    var in = new DataInputDeserializer(onceWritten(sample));
    SampleBlock read = SampleBlockSerializer.INSTANCE.deserialize(in);
    assertThat(in.available()).isZero();
    assertThat(read.count()).isEqualTo(1);
    assertThat(read.number(0)).isEqualTo(SourceSample.UNNUMBERED);
    assertThat(read.sample(0)).isEqualTo(sample);
    assertThat(read.key()).isEqualTo(LABELS.hash());
    assertThat(read.checksum()).isEqualTo(SampleBlock.checksum(0, LABELS.hash()));
  }

  @Test
  void copiesBytesWithoutReadingThem() throws Exception {
    byte[] once = onceWritten(new Sample(LABELS, NOW, 1));
    for (byte[] bytes : List.of(written(block(ITEMS)), once)) {
      var in = new DataInputDeserializer(bytes);
      var copy = new DataOutputSerializer(256);
      SampleBlockSerializer.INSTANCE.copy(in, copy);
      assertThat(copy.getCopyOfBuffer()).isEqualTo(bytes);
      assertThat(in.available()).isZero();
    }
  }

  @Test
  void aBuilderThatGaveItsBlockAwayBeginsANewOne() {
    var builder = new SampleBlock.Builder(0);
    builder.add(5, LABELS.hash(), LABELS, NOW, 1);
    SampleBlock first = builder.take();
    assertThat(builder.isEmpty()).isTrue();
    builder.add(6, NONE.hash(), null, NOW, 2);
    SampleBlock second = builder.take();
    assertThat(first.number(0)).isEqualTo(5);
    assertThat(second.number(0)).isEqualTo(6);
    assertThat(second.key()).isEqualTo(7);
    assertThat(second.checksum()).isEqualTo(SampleBlock.checksum(0, 7));
  }
}
