package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.OffsetsText;
import io.tidemark.job.config.OffsetsText.Partition;
import io.tidemark.job.kafka.KafkaRange.Held;
import io.tidemark.job.source.SourcePositions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RangeTest {
  private static final long READ = 5000;
  private static final double PER_RECORD = 50;

  @Test
  void aGeneratorsRangeBeginsBehindTheFarthestSubtask() {
    // Ticks of 10 series: the farthest shard is in tick 503, so all before 5040 may be emitted.
    var positions = new SourcePositions.Generated(0, 498, 503, 10);

    Range range = Range.after(positions, READ, PER_RECORD, new TreeMap<>(), 2000, 0);

    assertThat(range.generatedSamples()).isEqualTo(5040 + 2000);
    assertThat(range.sourceSamples()).isEqualTo(5040 + 2000 - 5000);
    assertThat(range.limit(source("datagen")).datagen().samples()).isEqualTo(7040);
  }

  @Test
  void aTopicsRangeTakesTheSameShareOfEachPartition() {
    // 50 samples a record: 2000 samples are 40 records, a tenth of the 400 that are there.
    Range range =
        Range.after(
            kafka("t:0=100,t:1=50"), READ, PER_RECORD, held("t:0=10..200", "t:1=20..350"), 2000, 0);

    assertThat(range.kafkaStart()).isEqualTo("t:0=100,t:1=50");
    assertThat(range.kafkaEnd()).isEqualTo("t:0=110,t:1=80");
    assertThat(range.sourceSamples()).isEqualTo(40 * 50);
    assertThat(range.limit(source("kafka")).kafka().stop()).isEqualTo(range.kafkaEnd());
    assertThat(range.isShorterThan(2000)).isFalse();
  }

  @Test
  void takesAllThatATopicHasIfThatIsLess() {
    Range range = Range.after(kafka("t:0=100"), READ, PER_RECORD, held("t:0=0..120"), 2000, 500);

    assertThat(range.kafkaEnd()).isEqualTo("t:0=120");
    assertThat(range.sourceSamples()).isEqualTo(20 * 50);
    assertThat(range.isShorterThan(2000)).isTrue();
  }

  @Test
  void refusesATopicThatHasTooLittleForARun() {
    assertThatThrownBy(
            () -> Range.after(kafka("t:0=100"), READ, PER_RECORD, held("t:0=0..120"), 2000, 1001))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("[records=20, about 1000 samples, needed=1001]");
    assertThatThrownBy(
            () -> Range.after(kafka("t:0=120"), READ, PER_RECORD, held("t:0=0..120"), 2000, 0))
        .isInstanceOf(ConfigException.class);
  }

  @Test
  void refusesToGuessHowManySamplesARecordHas() {
    assertThatThrownBy(
            () -> Range.after(kafka("t:0=100"), 0, Double.NaN, held("t:0=0..120"), 2000, 1))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("no record was read");
  }

  @Test
  void refusesARangeWhoseRecordsAreGone() {
    var gone = held("t:0=101..500");
    assertThatThrownBy(() -> Range.after(kafka("t:0=100"), READ, PER_RECORD, gone, 2000, 0))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("t:0 begins at offset 101, the savepoint needs 100");

    Range range = Range.after(kafka("t:0=100"), READ, PER_RECORD, held("t:0=100..500"), 2000, 0);
    assertThatThrownBy(() -> range.requireHeld(gone)).isInstanceOf(ConfigException.class);
    range.requireHeld(held("t:0=100..900"));
  }

  @Test
  void aPartitionOfWhichNothingWasReadBeginsAtItsEarliestRecord() {
    var positions = new SourcePositions.Kafka(new TreeMap<>(Map.of(new Partition("t", 0), -2L)));

    Range range = Range.after(positions, READ, PER_RECORD, held("t:0=30..70"), 2000, 0);

    assertThat(range.kafkaStart()).isEqualTo("t:0=30");
    assertThat(range.kafkaEnd()).isEqualTo("t:0=70");
  }

  /** Each partition needs an end, or the run is refused. */
  @Test
  void aPartitionThatIsYoungerThanTheSavepointIsNotRead() {
    Range range =
        Range.after(kafka("t:0=100"), READ, PER_RECORD, held("t:0=0..120", "t:1=5..90"), 2000, 0);

    assertThat(range.kafkaStart()).isEqualTo("t:0=100");
    assertThat(range.kafkaEnd()).isEqualTo("t:0=120,t:1=5");
    assertThat(range.sourceSamples()).isEqualTo(20 * 50);
  }

  @Test
  void aTopicThatIsNotNamedAnyMoreIsNoPartOfIt() {
    var positions = kafka("old:0=7,t:0=100");

    Range range = Range.after(positions, READ, PER_RECORD, held("t:0=0..120"), 2000, 0);

    assertThat(range.kafkaStart()).isEqualTo("t:0=100");
    assertThat(range.kafkaEnd()).isEqualTo("t:0=120");
  }

  @Test
  void theWarmUpLeavesMostOfATopic() {
    JobConfig.Source warm = Range.warmUp(source("kafka"), held("t:0=100..300", "t:1=0..40"));

    assertThat(warm.kafka().stop()).isEqualTo("hold t:0=150,t:1=10");
  }

  /** What another kind of database is warmed up with: nothing that a run will write. */
  @Test
  void whatLiesBeforeASavepointEndsWhereTheNearestPartOfTheSourceStood() {
    var generated = new SourcePositions.Generated(0, 498, 503, 10);
    var justBegun = new SourcePositions.Generated(0, 0, 1, 10);

    assertThat(Range.until(generated, source("datagen"), held()).datagen().samples())
        .isEqualTo(4980);
    assertThat(Range.until(justBegun, source("datagen"), held()).datagen().samples())
        .as("0 is no end")
        .isEqualTo(10);
    assertThat(
            Range.until(kafka("t:0=100"), source("kafka"), held("t:0=0..120", "t:1=5..90"))
                .kafka()
                .stop())
        .isEqualTo("t:0=100,t:1=5");
  }

  private static SourcePositions kafka(String offsets) {
    return new SourcePositions.Kafka(OffsetsText.parse(offsets));
  }

  private static SortedMap<Partition, Held> held(String... partitions) {
    var held = new TreeMap<Partition, Held>();
    for (String text : partitions) {
      String[] parts = text.split("[:=]|\\.\\.");
      held.put(
          new Partition(parts[0], Integer.parseInt(parts[1])),
          new Held(Long.parseLong(parts[2]), Long.parseLong(parts[3])));
    }
    return held;
  }

  private static JobConfig.Source source(String type) {
    return ConfigLoader.load(Optional.empty(), List.of("source.type=" + type)).config().source();
  }
}
