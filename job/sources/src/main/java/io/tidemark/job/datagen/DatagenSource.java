package io.tidemark.job.datagen;

import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.job.split.SourceSample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Generated traffic; what it emits depends on its configuration and start alone, not on parallelism
 * or restarts. Without {@code start} the stream begins at the full minute at which it is first
 * started, and that is kept in its state.
 */
public final class DatagenSource implements Source<SourceSample, DatagenShard, List<DatagenShard>> {
  private static final long MINUTE_MILLIS = Duration.ofMinutes(1).toMillis();

  private final Datagen config;
  private final boolean numbered;

  /** Resolved once, so that a restart before the first checkpoint begins the same stream again. */
  private final long startMillis;

  /**
   * @param numbered whether series get numbers, see {@link SourceSample}
   */
  public DatagenSource(Datagen config, boolean numbered) {
    this.config = config;
    this.numbered = numbered;
    this.startMillis = startMillis(config, System.currentTimeMillis());
    SeriesShape.of(config); // refuses what can't be made, before the job is submitted
  }

  @Override
  public Boundedness getBoundedness() {
    return config.samples() > 0 ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SplitEnumerator<DatagenShard, List<DatagenShard>> createEnumerator(
      SplitEnumeratorContext<DatagenShard> context) {
    List<DatagenShard> all =
        IntStream.range(0, DatagenShard.COUNT)
            .mapToObj(shard -> new DatagenShard(shard, startMillis, 0, 0))
            .toList();
    return new DatagenEnumerator(context, all);
  }

  @Override
  public SplitEnumerator<DatagenShard, List<DatagenShard>> restoreEnumerator(
      SplitEnumeratorContext<DatagenShard> context, List<DatagenShard> unassigned) {
    return new DatagenEnumerator(context, unassigned);
  }

  private static long startMillis(Datagen config, long nowMillis) {
    return config.start().isEmpty()
        ? nowMillis - nowMillis % MINUTE_MILLIS
        : Instant.parse(config.start()).toEpochMilli();
  }

  @Override
  public SourceReader<SourceSample, DatagenShard> createReader(SourceReaderContext context) {
    return new DatagenReader(context, config, numbered, System::nanoTime);
  }

  @Override
  public SimpleVersionedSerializer<DatagenShard> getSplitSerializer() {
    return new DatagenShard.Serializer();
  }

  @Override
  public SimpleVersionedSerializer<List<DatagenShard>> getEnumeratorCheckpointSerializer() {
    return new DatagenShard.ListSerializer();
  }
}
