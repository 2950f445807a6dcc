package io.tidemark.job.source;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.datagen.DatagenSource;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.file.FileRecords;
import io.tidemark.job.kafka.KafkaRecords;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.job.split.SourceSample;
import io.tidemark.parse.protobuf.RemoteWriteParser;
import io.tidemark.series.Sample;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SideOutputDataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The beginning of the job: a source and, chained to it, what makes samples of its records.
 * Operators {@code source} and {@code parse}, by name and uid.
 */
public final class SampleSource {
  private SampleSource() {}

  /**
   * @param deadLetters what could not be read
   */
  public record Streams(DataStream<SourceSample> samples, DataStream<DeadLetter> deadLetters) {
    /** Of a source without numbers. */
    public DataStream<Sample> plain() {
      return samples
          .map(SourceSample::sample)
          .returns(SampleSerializer.TYPE)
          .name("plain")
          .uid("plain");
    }
  }

  /**
   * @param inOrder whether each file's samples come in its order, which takes one subtask for it
   * @param numbered whether series get numbers, see {@link SourceSample}
   * @throws ConfigException if the configured source can't be read from; Kafka is asked
   */
  public static Streams open(
      StreamExecutionEnvironment env, JobConfig config, boolean inOrder, boolean numbered) {
    JobConfig.Source source = config.source();
    return switch (source.type()) {
      case DATAGEN -> generated(env, source.datagen(), numbered);
      case KAFKA ->
          parsed(
              env,
              KafkaRecords.source(source.kafka(), System.getenv()),
              RecordFormats.of(source.kafka(), source.influx().timestampUnit()),
              RemoteWriteParser.MAX_DECODED_BYTES,
              numbered);
      case FILE ->
          parsed(
              env,
              FileRecords.source(source.file(), inOrder),
              RecordFormats.of(source.file().format(), source.influx().timestampUnit()),
              source.file().format().maxFileRecordBytes(),
              numbered);
    };
  }

  private static Streams generated(
      StreamExecutionEnvironment env, JobConfig.Datagen config, boolean numbered) {
    return streams(
        read(env, new DatagenSource(config, numbered), SourceSampleSerializer.TYPE)
            .process(new CountSamples(), SourceSampleSerializer.TYPE));
  }

  private static Streams parsed(
      StreamExecutionEnvironment env,
      Source<SourceRecord, ?, ?> source,
      RecordFormats formats,
      int maxRecordBytes,
      boolean numbered) {
    return streams(
        read(env, source, Types.POJO(SourceRecord.class))
            .process(
                new ParseFunction(formats, maxRecordBytes, numbered), SourceSampleSerializer.TYPE));
  }

  private static <T> SingleOutputStreamOperator<T> read(
      StreamExecutionEnvironment env, Source<T, ?, ?> source, TypeInformation<T> type) {
    return env.fromSource(source, WatermarkStrategy.noWatermarks(), "source", type).uid("source");
  }

  private static Streams streams(SingleOutputStreamOperator<SourceSample> parse) {
    SideOutputDataStream<DeadLetter> deadLetters =
        parse.name("parse").uid("parse").getSideOutput(DeadLetters.TAG);
    return new Streams(parse, deadLetters);
  }
}
