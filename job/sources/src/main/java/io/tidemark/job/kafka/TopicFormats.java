package io.tidemark.job.kafka;

import io.tidemark.format.Format;
import io.tidemark.format.FormatChoice;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.Kafka;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.parse.text.TimestampUnit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the format of each topic with the format {@code auto}, from the first records that it
 * contains when a job is submitted. The formats become part of the job graph, so they are the same
 * for every subtask and attempt.
 */
public final class TopicFormats {
  private static final Duration LOOKS_FOR = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofSeconds(1);

  private TopicFormats() {}

  /**
   * Returns the configuration with a format for each topic.
   *
   * @throws ConfigException if a topic contains no record, its format can't be found, or as {@link
   *     TopicReader#of} does
   */
  public static Kafka told(
      Kafka config, TimestampUnit timestamps, Map<String, String> environment) {
    var formats = new HashMap<>(config.formats());
    for (String topic : config.topics()) {
      if (config.formatOf(topic) == Format.AUTO) {
        List<byte[]> first = first(config.held(topic), environment);
        if (first.isEmpty()) {
          throw new ConfigException(
              "source.kafka.format=auto: topic %s holds no record that could tell; name its format (source.kafka.formats.%s)"
                  .formatted(topic, topic));
        }
        FormatChoice choice = FormatChoice.of(first, config.framing(), timestamps);
        Format format =
            choice
                .format()
                .orElseThrow(
                    () ->
                        new ConfigException(
                            "source.kafka.format=auto: topic %s does not tell, %s; name its format (source.kafka.formats.%s)"
                                .formatted(topic, choice.why(), topic)));
        formats.put(topic, format.slug());
      }
    }
    return config.withFormats(formats);
  }

  private static List<byte[]> first(Kafka topic, Map<String, String> environment) {
    var records = new ArrayList<byte[]>();
    long bytes = 0;
    long endNanos = System.nanoTime() + LOOKS_FOR.toNanos();
    try (TopicReader reader = TopicReader.of(topic, environment)) {
      while (!reader.atEnd() && System.nanoTime() < endNanos) {
        for (SourceRecord record : reader.poll(POLL)) {
          if (records.size() == FormatChoice.RECORDS || bytes > FormatChoice.MAX_BYTES) {
            return records;
          }
          if (record.value() != null) {
            records.add(record.value());
            bytes += record.value().length;
          }
        }
      }
    }
    return records;
  }
}
