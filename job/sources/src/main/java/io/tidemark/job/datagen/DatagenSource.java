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
 * The source of generated traffic. What it emits depends only on its configuration and its start,
 * not on parallelism or restarts; its state keeps the start. Timestamps that would be further ahead
 * of the clock than allowed are emitted at the clock's pace.
 */
public final class DatagenSource implements Source<SourceSample, DatagenShard, List<DatagenShard>> {
  private final Datagen config;
  private final Duration ahead;
  private final boolean numbered;

  /**
   * @param config configuration with a start, so that a restart before the first checkpoint repeats
   *     the same stream
   * @param ahead time by which a timestamp may be ahead of the clock
   * @param numbered whether series get numbers, see {@link SourceSample}
   */
  public DatagenSource(Datagen config, Duration ahead, boolean numbered) {
    this.config = config;
    this.ahead = ahead;
    this.numbered = numbered;
    SeriesShape.of(config); // This call refuses impossible settings before the job is submitted.
  }

  @Override
  public Boundedness getBoundedness() {
    return config.samples() > 0 ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public SplitEnumerator<DatagenShard, List<DatagenShard>> createEnumerator(
      SplitEnumeratorContext<DatagenShard> context) {
    long startMillis = Instant.parse(config.start()).toEpochMilli();
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

  @Override
  public SourceReader<SourceSample, DatagenShard> createReader(SourceReaderContext context) {
    var horizon = new Horizon(config.interval(), ahead, System::currentTimeMillis);
    return new DatagenReader(
        context, config, horizon, numbered, System::nanoTime, System::currentTimeMillis);
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
