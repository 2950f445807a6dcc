package io.tidemark.job.kafka;

import io.tidemark.job.split.SourceRecord;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.synchronization.FutureCompletingBlockingQueue;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.connector.kafka.source.reader.KafkaPartitionSplitReader;
import org.apache.flink.connector.kafka.source.reader.fetcher.KafkaSourceFetcherManager;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Flink's Kafka source, but with the range of this run instead of the ends in the restored state.
 *
 * <p>A bounded {@link KafkaSource} keeps the end of its first run in its splits, forgets a
 * partition that has reached it, and never ends if it is restored without new partitions
 * (FLINK-33466, FLINK-31006). So the wrapped source is unbounded, and {@link RangedKafkaReader} and
 * {@link RangedKafkaEnumerator} apply the ends. The state is that of the wrapped source and the
 * topics' ids.
 */
final class RangedKafkaSource
    implements Source<SourceRecord, KafkaPartitionSplit, RangedKafkaState> {
  private final KafkaSource<SourceRecord> endless;
  private final Properties properties;
  private final ResolvedRange range;
  private final boolean holds;

  /**
   * @param holds whether the source waits at the end of the range instead of ending
   */
  RangedKafkaSource(
      KafkaSource<SourceRecord> endless,
      Properties properties,
      ResolvedRange range,
      boolean holds) {
    this.holds = holds;
    this.endless = endless;
    this.properties = properties;
    this.range = range;
  }

  @Override
  public Boundedness getBoundedness() {
    return range.isEndless() || holds ? Boundedness.CONTINUOUS_UNBOUNDED : Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<SourceRecord, KafkaPartitionSplit> createReader(SourceReaderContext context) {
    var queue =
        new FutureCompletingBlockingQueue<RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>>>();
    var metrics = new KafkaSourceReaderMetrics(context.metricGroup());
    Supplier<SplitReader<ConsumerRecord<byte[], byte[]>, KafkaPartitionSplit>> splitReaders =
        () -> new KafkaPartitionSplitReader(properties, context, metrics);
    var options = new HashMap<String, String>();
    properties.forEach((name, value) -> options.put((String) name, (String) value));
    return new RangedKafkaReader(
        queue,
        new KafkaSourceFetcherManager(queue, splitReaders, finishedSplits -> {}),
        Configuration.fromMap(options),
        context,
        metrics,
        range);
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, RangedKafkaState> createEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context) {
    return new RangedKafkaEnumerator(
        endless.createEnumerator(context), context, range, holds, Map.of());
  }

  @Override
  public SplitEnumerator<KafkaPartitionSplit, RangedKafkaState> restoreEnumerator(
      SplitEnumeratorContext<KafkaPartitionSplit> context, RangedKafkaState state)
      throws IOException {
    return new RangedKafkaEnumerator(
        endless.restoreEnumerator(context, state.connectors()),
        context,
        range,
        holds,
        state.topicIds());
  }

  @Override
  public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
    return endless.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<RangedKafkaState> getEnumeratorCheckpointSerializer() {
    return new RangedKafkaState.Serializer(endless.getEnumeratorCheckpointSerializer());
  }
}
