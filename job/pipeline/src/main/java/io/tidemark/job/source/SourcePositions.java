package io.tidemark.job.source;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.OffsetsText;
import io.tidemark.job.config.OffsetsText.Partition;
import io.tidemark.job.datagen.DatagenShard;
import io.tidemark.job.datagen.SeriesShape;
import io.tidemark.job.datagen.ShardCursor;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.FileSourceSplitSerializer;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitSerializer;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The positions of a source when a savepoint was taken. */
public sealed interface SourcePositions {
  /** The state in which Flink's source operator keeps each split as bytes. */
  String STATE = "SourceReaderState";

  /** Returns what each part of the source reads next, for people. */
  SortedMap<String, String> next();

  /**
   * @param offsets the offset of the next record; negative if nothing was read of a partition that
   *     is read from its earliest record on
   */
  public record Kafka(SortedMap<Partition, Long> offsets) implements SourcePositions {
    @Override
    public SortedMap<String, String> next() {
      var next = new TreeMap<String, String>();
      offsets.forEach(
          (partition, offset) ->
              next.put(partition.toString(), offset < 0 ? "earliest" : offset.toString()));
      return next;
    }

    public String text() {
      return OffsetsText.format(offsets);
    }

    /**
     * @param named the topics that a run reads
     * @return the other topics that have offsets
     */
    public SortedSet<String> topicsBeside(Collection<String> named) {
      var others = new TreeSet<String>();
      offsets.keySet().forEach(partition -> others.add(partition.topic()));
      others.removeAll(named);
      return others;
    }
  }

  /**
   * @param startMillis the Unix time of tick 0
   * @param firstTick the earliest tick that a series is at, from 0
   * @param lastTick the latest tick that a series is at
   * @param seriesPerTick the samples of one tick
   */
  public record Generated(long startMillis, long firstTick, long lastTick, long seriesPerTick)
      implements SourcePositions {
    @Override
    public SortedMap<String, String> next() {
      return new TreeMap<>(
          Map.of(
              "start",
              Instant.ofEpochMilli(startMillis).toString(),
              "tick",
              firstTick == lastTick ? "" + firstTick : firstTick + " to " + lastTick));
    }
  }

  /**
   * @param linesRead the lines by file, or part of a file (the byte it begins at behind an
   *     {@code @}); files that nobody has begun, or that are done, are not among them
   */
  record Files(SortedMap<String, Long> linesRead) implements SourcePositions {
    @Override
    public SortedMap<String, String> next() {
      var next = new TreeMap<String, String>();
      linesRead.forEach((file, lines) -> next.put(file, "line " + (lines + 1)));
      return next;
    }
  }

  /**
   * @param splits all elements of {@link #STATE}
   * @throws IOException if they are of another kind of source, or of a later version
   */
  static SourcePositions read(JobConfig.Source source, List<byte[]> splits) throws IOException {
    return switch (source.type()) {
      case KAFKA -> kafka(splits);
      case DATAGEN -> generated(source.datagen(), splits);
      case FILE -> files(splits);
    };
  }

  private static SourcePositions kafka(List<byte[]> splits) throws IOException {
    var offsets = new TreeMap<Partition, Long>();
    for (KafkaPartitionSplit split : decode(new KafkaPartitionSplitSerializer(), splits)) {
      if (split.getTopic().isEmpty()) {
        throw new IOException("not the positions of a Kafka source");
      }
      offsets.put(new Partition(split.getTopic(), split.getPartition()), split.getStartingOffset());
    }
    return new Kafka(offsets);
  }

  private static SourcePositions generated(JobConfig.Datagen config, List<byte[]> splits)
      throws IOException {
    List<DatagenShard> shards = decode(new DatagenShard.Serializer(), splits);
    if (shards.isEmpty()) {
      throw new IOException("no positions of a generator in it");
    }
    SeriesShape shape = SeriesShape.of(config);
    var ticks =
        shards.stream()
            .map(shard -> new ShardCursor(shard, shape))
            .filter(shard -> shard.slots() > 0)
            .mapToLong(ShardCursor::tick)
            .summaryStatistics();
    return new Generated(
        shards.get(0).startMillis(), ticks.getMin(), ticks.getMax(), shape.slots());
  }

  private static SourcePositions files(List<byte[]> splits) throws IOException {
    var lines = new TreeMap<String, Long>();
    for (FileSourceSplit split : decode(FileSourceSplitSerializer.INSTANCE, splits)) {
      long done =
          split.getReaderPosition().map(CheckpointedPosition::getRecordsAfterOffset).orElse(0L);
      lines.put(split.path() + (split.offset() == 0 ? "" : "@" + split.offset()), done);
    }
    return new Files(lines);
  }

  private static <T extends SourceSplit> List<T> decode(
      SimpleVersionedSerializer<T> serializer, List<byte[]> splits) throws IOException {
    var decoded = new ArrayList<T>();
    for (byte[] split : splits) {
      try {
        decoded.add(SimpleVersionedSerialization.readVersionAndDeSerialize(serializer, split));
      } catch (RuntimeException e) {
        throw new IOException("not the positions of this kind of source", e);
      }
    }
    return decoded;
  }
}
