package io.tidemark.job.source;

import io.tidemark.format.AutoParser;
import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.job.config.JobConfig;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the records of a source are written in: topics may differ.
 *
 * @param format of what {@code formats} does not name
 * @param formats by topic
 * @param timestamps of Influx line protocol
 */
record RecordFormats(
    Format format, Map<String, Format> formats, Framing framing, TimestampUnit timestamps)
    implements Serializable {
  private static final Logger LOG = LoggerFactory.getLogger(RecordFormats.class);

  static RecordFormats of(Format format, TimestampUnit timestamps) {
    return new RecordFormats(format, Map.of(), Framing.NONE, timestamps);
  }

  static RecordFormats of(JobConfig.Kafka kafka, TimestampUnit timestamps) {
    var formats = new TreeMap<String, Format>();
    kafka.topics().forEach(topic -> formats.put(topic, kafka.formatOf(topic)));
    return new RecordFormats(kafka.format(), formats, kafka.framing(), timestamps);
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

    /** Those that have not told yet. */
    private final Map<String, AutoParser> undecided = new HashMap<>();

    private String lastOrigin;
    private SampleParser last;

    private Parsers(RecordFormats formats) {
      this.formats = formats;
    }

    /** As {@link SampleParser#parse}, in the format of the origin. */
    void parse(String origin, byte[] record, long recordTimestampMillis, SampleParser.Output out) {
      if (!origin.equals(lastOrigin)) {
        undecided.keySet().retainAll(byTopic.keySet());
        last =
            formats.formats.containsKey(origin)
                ? byTopic.computeIfAbsent(origin, this::create)
                : create(origin);
        lastOrigin = origin;
      }
      last.parse(record, recordTimestampMillis, out);
      if (!undecided.isEmpty()) {
        sayWhatWasTaken(origin);
      }
    }

    /** How many are held. */
    int held() {
      boolean another = last != null && !byTopic.containsValue(last);
      return byTopic.size() + (another ? 1 : 0);
    }

    private SampleParser create(String origin) {
      Format format = formats.formats.getOrDefault(origin, formats.format);
      SampleParser parser = format.parsers(formats.timestamps).create();
      if (parser instanceof AutoParser auto) {
        undecided.put(origin, auto);
      }
      return formats.framing.inside(parser);
    }

    private void sayWhatWasTaken(String origin) {
      AutoParser auto = undecided.get(origin);
      if (auto != null && auto.format().isPresent()) {
        undecided.remove(origin);
        LOG.info(
            "Records of {} are taken for {}, by the first of them", origin, auto.format().get());
      }
    }
  }
}
