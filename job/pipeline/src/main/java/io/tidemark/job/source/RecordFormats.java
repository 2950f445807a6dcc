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
 * What the records of a source are written in: topics may differ, and so may files that have {@code
 * auto}.
 *
 * @param format of what {@code topics} does not name
 * @param topics of a topic
 * @param told what of these was told by records, and by nobody else
 * @param timestamps of Influx line protocol
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
   * @param named as it is configured
   * @param complete with a format for each topic
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

  /** What was told, for {@link #restored}. */
  List<String> toldTexts() {
    return told.entrySet().stream()
        .map(topic -> topic.getValue().name() + " " + topic.getKey())
        .toList();
  }

  /** As it was told when the job began: its topics may begin with other records by now. */
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

  /**
   * The parsers of one task, one for each topic; and one for the file that is being read, for none
   * is read again. Not thread-safe.
   */
  static final class Parsers {
    private final RecordFormats formats;
    private final Map<String, SampleParser> byTopic = new HashMap<>();
    private String lastOrigin;
    private SampleParser last;

    private Parsers(RecordFormats formats) {
      this.formats = formats;
    }

    /**
     * As {@link SampleParser#parse}, in the format of the origin.
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

    /** How many are held. */
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
