package io.tidemark.job.cardinality;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.datagen.GeneratedSeries;
import io.tidemark.job.kafka.TopicFormats;
import io.tidemark.job.kafka.TopicReader;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Sample;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How many series a source has, as far as that can be known before a run.
 *
 * @param series the number of the source's series
 * @param how how that was found, for people
 */
record SeriesEstimate(double series, String how) {
  /** Whichever is reached first ends the look at a topic. */
  private static final long MAX_RECORDS = 100_000;

  private static final Duration MAX_TIME = Duration.ofMinutes(1);

  /** A topic that is silent for so long has no more that could be looked at soon. */
  private static final Duration SILENT = Duration.ofSeconds(2);

  /** A topic in which nothing comes for so long at first has none, either. */
  private static final Duration BEGINS = Duration.ofSeconds(5);

  /**
   * Returns the estimate; empty for files.
   *
   * @param environment the variables for secrets of Kafka's client
   */
  static Optional<SeriesEstimate> of(JobConfig.Source source, Map<String, String> environment) {
    return switch (source.type()) {
      case DATAGEN ->
          Optional.of(
              new SeriesEstimate(GeneratedSeries.count(source.datagen()), "as the generator says"));
      case KAFKA -> {
        try (TopicReader reader = TopicReader.of(source.kafka(), environment)) {
          TimestampUnit timestamps = source.influx().timestampUnit();
          JobConfig.Kafka complete = TopicFormats.told(source.kafka(), timestamps, environment);
          yield Optional.of(ofTopics(complete, timestamps, reader));
        }
      }
      case FILE -> Optional.empty();
    };
  }

  private static SeriesEstimate ofTopics(
      JobConfig.Kafka kafka, TimestampUnit timestamps, TopicReader reader) {
    var counter = new Counter();
    var parsers = new HashMap<String, SampleParser>();
    long startNanos = System.nanoTime();
    long records = 0;
    while (records < MAX_RECORDS
        && !reader.atEnd()
        && System.nanoTime() - startNanos < MAX_TIME.toNanos()) {
      var read = reader.poll(SILENT);
      if (read.isEmpty() && (records > 0 || System.nanoTime() - startNanos > BEGINS.toNanos())) {
        break;
      }
      for (SourceRecord record : read) {
        if (record.value() != null) {
          parsers
              .computeIfAbsent(record.origin(), topic -> parser(kafka, timestamps, topic))
              .parse(record.value(), record.timestampMillis(), counter);
        }
      }
      records += read.size();
    }
    return new SeriesEstimate(
        counter.series.count(), "by a HyperLogLog over the first %d records".formatted(records));
  }

  private static SampleParser parser(
      JobConfig.Kafka kafka, TimestampUnit timestamps, String topic) {
    return kafka.framing().inside(kafka.formatOf(topic).parsers(timestamps).create());
  }

  private static final class Counter implements SampleParser.Output {
    private final DistinctSeries series = new DistinctSeries();

    @Override
    public void sample(Sample sample) {
      series.add(sample.labels().hash());
    }

    @Override
    public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {}
  }
}
