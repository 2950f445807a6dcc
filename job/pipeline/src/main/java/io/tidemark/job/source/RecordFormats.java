package io.tidemark.job.source;

import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.file.FileFormats;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The formats of a source's records. Topics may differ, and so may files that have {@code auto}.
 *
 * @param format the format of topics that {@code topics} does not name
 * @param topics formats by topic
 * @param told those of them that the records told, and nobody configured
 * @param timestamps the unit of timestamps in Influx line protocol
 */
record RecordFormats(
    Format format,
    Map<String, Format> topics,
    Map<String, Format> told,
    Framing framing,
    TimestampUnit timestamps)
    implements Serializable {
  static RecordFormats of(Format format, TimestampUnit timestamps) {
    return new RecordFormats(format, Map.of(), Map.of(), Framing.NONE, timestamps);
  }

  /**
   * @param named the source as it is configured
   * @param complete the source with a format for each topic
   */
  static RecordFormats of(
      JobConfig.Kafka named, JobConfig.Kafka complete, TimestampUnit timestamps) {
    var topics = new TreeMap<String, Format>();
    var told = new TreeMap<String, Format>();
    for (String topic : named.topics()) {
      topics.put(topic, complete.formatOf(topic));
      if (named.formatOf(topic) == Format.AUTO) {
        told.put(topic, complete.formatOf(topic));
      }
    }
    return new RecordFormats(named.format(), topics, told, named.framing(), timestamps);
  }

  /** Returns the told formats as text, for {@link #restored}. */
  List<String> toldTexts() {
    return told.entrySet().stream()
        .map(topic -> topic.getValue().name() + " " + topic.getKey())
        .toList();
  }

  /** Returns the formats as told when the job began; its topics may begin with others by now. */
  RecordFormats restored(Iterable<String> toldTexts) {
    var formerly = new TreeMap<>(told);
    for (String text : toldTexts) {
      String[] both = text.split(" ", 2);
      formerly.replace(both[1], Format.valueOf(both[0]));
    }
    var all = new TreeMap<>(topics);
    all.putAll(formerly);
    return new RecordFormats(format, all, formerly, framing, timestamps);
  }

  Parsers parsers() {
    return new Parsers(this);
  }

  /** A task's parsers, one for each topic and one for the file being read. Not thread-safe. */
  static final class Parsers {
    private final RecordFormats formats;
    private final Map<String, SampleParser> byTopic = new HashMap<>();
    private String lastOrigin;
    private SampleParser last;

    private Parsers(RecordFormats formats) {
      this.formats = formats;
    }

    /**
     * Does what {@link SampleParser#parse} does, in the format of the record's origin.
     *
     * @throws IOException if a file is to tell its format and can't be read now
     */
    void parse(String origin, byte[] record, long recordTimestampMillis, SampleParser.Output out)
        throws IOException {
      if (!origin.equals(lastOrigin)) {
        last = byTopic.get(origin);
        if (last == null) {
          last = create(origin);
        }
        if (formats.topics.containsKey(origin)) {
          byTopic.put(origin, last);
        }
        lastOrigin = origin;
      }
      last.parse(record, recordTimestampMillis, out);
    }

    int held() {
      boolean another = last != null && !byTopic.containsValue(last);
      return byTopic.size() + (another ? 1 : 0);
    }

    private SampleParser create(String origin) throws IOException {
      Format format = formats.topics.getOrDefault(origin, formats.format);
      return formats.framing.inside(FileFormats.parser(format, origin, formats.timestamps));
    }
  }
}
