package io.tidemark.job.source;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.GeneratorTime;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.datagen.DatagenSource;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.file.FileFormats;
import io.tidemark.job.file.FileRecords;
import io.tidemark.job.file.RepeatedTimes;
import io.tidemark.job.kafka.KafkaRecords;
import io.tidemark.job.kafka.TopicFormats;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.job.split.SourceSample;
import io.tidemark.job.state.RunName;
import io.tidemark.parse.protobuf.RemoteWriteParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Sample;
import java.time.Instant;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the beginning of the job: a source and, chained to it, the function that parses its
 * records. The operators' names and uids are {@code source} and {@code parse}.
 */
public final class SampleSource {
  private static final Logger LOG = LoggerFactory.getLogger(SampleSource.class);

  private SampleSource() {}

  /** How a source sends its samples to the amplifiers. */
  public enum Sending {
    /** Each sample is a record with its labels. */
    PLAIN,
    /** Each sample is a record; a number stands for its series, see {@link SourceSample}. */
    NUMBERED,
    /** Blocks carry samples for one amplifier subtask, if that can be told; series have numbers. */
    IN_BLOCKS
  }

  /**
   * @param samples samples, to be keyed by {@link SampleBlock#key}
   * @param deadLetters records that could not be read
   */
  public record Streams(DataStream<SampleBlock> samples, DataStream<DeadLetter> deadLetters) {
    /** Returns the samples of a source that sends {@link Sending#PLAIN}. */
    public DataStream<Sample> plain() {
      return samples
          .map(block -> block.sample(0))
          .returns(SampleSerializer.TYPE)
          .name("plain")
          .uid("plain");
    }
  }

  /**
   * @param inOrder whether each file's samples come in its order, which takes one subtask for it
   * @param run the run's name, which dead letters carry
   * @throws ConfigException if the configured source can't be read from; Kafka is asked
   */
  public static Streams open(
      StreamExecutionEnvironment env,
      JobConfig config,
      boolean inOrder,
      Sending sending,
      RunName run) {
    JobConfig.Source source = config.source();
    return switch (source.type()) {
      case DATAGEN -> generated(env, GeneratorTime.started(config, Instant.now()), sending);
      case KAFKA -> {
        TimestampUnit timestamps = source.influx().timestampUnit();
        var complete = TopicFormats.told(source.kafka(), timestamps, System.getenv());
        var formats = RecordFormats.of(source.kafka(), complete, timestamps);
        formats
            .told()
            .forEach(
                (topic, told) -> LOG.info("Records of {} are taken for {}", topic, told.slug()));
        yield parsed(
            env,
            KafkaRecords.source(source.kafka(), System.getenv()),
            formats,
            RemoteWriteParser.MAX_DECODED_BYTES,
            null,
            sending,
            run);
      }
      case FILE -> {
        TimestampUnit timestamps = source.influx().timestampUnit();
        FileFormats.requireTold(source.file(), timestamps);
        yield parsed(
            env,
            FileRecords.source(source.file(), inOrder),
            RecordFormats.of(source.file().format(), timestamps),
            source.file().format().maxFileRecordBytes(),
            RepeatedTimes.Repetition.of(config, Instant.now()),
            sending,
            run);
      }
    };
  }

  private static Streams generated(
      StreamExecutionEnvironment env, JobConfig config, Sending sending) {
    var generator =
        new DatagenSource(
            config.source().datagen(), GeneratorTime.ahead(config), sending != Sending.PLAIN);
    return streams(
        read(env, generator, SourceSampleSerializer.TYPE),
        new BlockOperator<>(new CountSamples(), sending == Sending.IN_BLOCKS));
  }

  private static Streams parsed(
      StreamExecutionEnvironment env,
      Source<SourceRecord, ?, ?> source,
      RecordFormats formats,
      int maxRecordBytes,
      RepeatedTimes.Repetition repeated,
      Sending sending,
      RunName run) {
    return streams(
        read(env, source, Types.POJO(SourceRecord.class)),
        new BlockOperator<>(
            new ParseFunction(formats, maxRecordBytes, repeated, sending != Sending.PLAIN, run),
            sending == Sending.IN_BLOCKS));
  }

  private static <T> SingleOutputStreamOperator<T> read(
      StreamExecutionEnvironment env, Source<T, ?, ?> source, TypeInformation<T> type) {
    return env.fromSource(source, WatermarkStrategy.noWatermarks(), "source", type).uid("source");
  }

  private static <T> Streams streams(DataStream<T> records, BlockOperator<T> parse) {
    SingleOutputStreamOperator<SampleBlock> samples =
        records.transform("parse", SampleBlockSerializer.TYPE, parse).uid("parse");
    return new Streams(samples, samples.getSideOutput(DeadLetters.TAG));
  }
}
