package io.tidemark.job.kafka;

import io.tidemark.job.split.EndBarrier;
import io.tidemark.job.split.SourceRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.synchronization.FutureCompletingBlockingQueue;
import org.apache.flink.connector.kafka.source.metrics.KafkaSourceReaderMetrics;
import org.apache.flink.connector.kafka.source.reader.KafkaRecordEmitter;
import org.apache.flink.connector.kafka.source.reader.KafkaSourceReader;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.connector.kafka.source.reader.fetcher.KafkaSourceFetcherManager;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitState;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.Collector;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads each partition to the end that it has in this run. The connector's own stopping offset goes
 * by the consumer's position, not by the records seen, so an end may lie behind transaction
 * markers. This class adds:
 *
 * <ul>
 *   <li>It replaces the stopping offset of every split, including restored ones, by this run's.
 *   <li>It keeps a partition that is at its end in state, so that a later run with a later end
 *       reads on from there: run 1 reads {@code [0, 100)}, its savepoint holds 100, run 2 reads
 *       {@code [100, 250)}.
 *   <li>It also keeps a partition whose topic {@code source.kafka.topics} no longer names.
 *   <li>It tells the enumerator how many partitions are at their end.
 *   <li>It fails the job for good on an error that a restart would meet again: an offset that no
 *       longer exists, a broken record, a refused login.
 * </ul>
 */
@SuppressWarnings("try") // the connector's close() throws Exception
final class RangedKafkaReader extends KafkaSourceReader<SourceRecord> {
  private static final Logger LOG = LoggerFactory.getLogger(RangedKafkaReader.class);

  private final ResolvedRange range;

  /**
   * Partitions that are at their end, or whose topics are not named. They are only kept in state.
   */
  private final Map<TopicPartition, KafkaPartitionSplit> kept = new HashMap<>();

  private boolean started;

  RangedKafkaReader(
      FutureCompletingBlockingQueue<RecordsWithSplitIds<ConsumerRecord<byte[], byte[]>>> queue,
      KafkaSourceFetcherManager fetchers,
      Configuration options,
      SourceReaderContext context,
      KafkaSourceReaderMetrics metrics,
      ResolvedRange range) {
    super(queue, fetchers, new KafkaRecordEmitter<>(new Schema()), options, context, metrics);
    this.range = range;
  }

  @Override
  public void start() {
    super.start();
    started = true;
    reportAtEnd();
  }

  @Override
  public void addSplits(List<KafkaPartitionSplit> splits) {
    var toRead = new ArrayList<KafkaPartitionSplit>();
    for (KafkaPartitionSplit split : splits) {
      TopicPartition partition = split.getTopicPartition();
      long position = split.getStartingOffset();
      if (!range.isNamed(partition)) {
        LOG.warn(
            "{} is not read: source.kafka.topics does not name its topic; its position {} is kept",
            partition,
            position);
        keep(partition, position);
      } else if (range.isEndless()) {
        toRead.add(new KafkaPartitionSplit(partition, position));
      } else if (position >= range.end(partition)) {
        range.requireReached(partition, position);
        keep(partition, position);
      } else {
        toRead.add(new KafkaPartitionSplit(partition, position, range.end(partition)));
      }
    }
    if (!toRead.isEmpty()) {
      super.addSplits(toRead);
    }
    reportAtEnd();
  }

  @Override
  protected void onSplitFinished(Map<String, KafkaPartitionSplitState> finished) {
    super.onSplitFinished(finished);
    for (KafkaPartitionSplitState split : finished.values()) {
      TopicPartition partition = split.getTopicPartition();
      long position = split.getCurrentOffset();
      // A partition from which no record was read still has the position "earliest", and keeps it.
      keep(partition, position < 0 ? position : Math.max(position, range.end(partition)));
    }
    reportAtEnd();
  }

  private void keep(TopicPartition partition, long position) {
    kept.put(partition, new KafkaPartitionSplit(partition, position));
  }

  private void reportAtEnd() {
    if (started && !range.isEndless()) {
      int count = (int) kept.keySet().stream().filter(range.ends()::containsKey).count();
      context.sendSourceEventToCoordinator(new EndBarrier.Finished(count));
    }
  }

  @Override
  public List<KafkaPartitionSplit> snapshotState(long checkpointId) {
    var splits = new ArrayList<>(super.snapshotState(checkpointId));
    splits.addAll(kept.values());
    return splits;
  }

  /**
   * Tells whether a restart would meet the same failure: a lack of rights, a refused login, or
   * settings that no client accepts. It is also true for a record with a wrong checksum or
   * compression, for which the client has no exception class of its own.
   */
  static boolean staysSo(Throwable thrown) {
    return thrown instanceof AuthenticationException
        || thrown instanceof AuthorizationException
        || thrown instanceof InvalidTopicException
        || thrown instanceof UnsupportedVersionException
        || thrown.getClass() == KafkaException.class;
  }

  @Override
  public InputStatus pollNext(ReaderOutput<SourceRecord> output) throws Exception {
    try {
      return super.pollNext(output);
    } catch (RuntimeException e) {
      var gone = ExceptionUtils.findThrowable(e, InvalidOffsetException.class);
      if (gone.isPresent()) {
        throw new SuppressRestartsException(
            new IllegalStateException(
                "records were deleted from Kafka before they were read %s; start without a savepoint or from a newer one, and keep them longer (retention.ms)"
                    .formatted(gone.get().partitions()),
                e));
      }
      var refused = ExceptionUtils.findThrowable(e, RangedKafkaReader::staysSo);
      if (refused.isPresent()) {
        throw new SuppressRestartsException(
            new IllegalStateException("Kafka gives no more records: " + refused.get(), e));
      }
      throw e;
    }
  }

  /** Keeps each record as it is. */
  static final class Schema implements KafkaRecordDeserializationSchema<SourceRecord> {
    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<SourceRecord> out) {
      out.collect(
          new SourceRecord(
              record.topic(),
              record.partition(),
              record.offset(),
              record.timestamp(),
              record.value()));
    }

    @Override
    public TypeInformation<SourceRecord> getProducedType() {
      return Types.POJO(SourceRecord.class);
    }
  }
}
