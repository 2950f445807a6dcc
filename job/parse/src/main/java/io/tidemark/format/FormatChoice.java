package io.tidemark.format;

import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The format of records, found from the first of them, or why it can't be found. A record counts
 * for a format if the format's parser reads most of it, and each sample looks as that format's
 * users write it. For example, a line of Graphite is also one of Prometheus, except for the dots in
 * its name. Pure.
 *
 * @param format format for which nine tenths of the records count that any parser reads, and more
 *     than for any other format; empty if there is none
 * @param why number of records that count for each format, in words
 */
public record FormatChoice(Optional<Format> format, String why) {
  /** Number of records that are enough to be sure. */
  public static final int RECORDS = 200;

  /** Number of bytes after which no more records are read. */
  public static final int MAX_BYTES = 8 << 20;

  /** The timestamp of records that have none. Samples after the year 2100 count for no format. */
  private static final long RECORD_MILLIS = 1_700_000_000_000L;

  private static final long BEYOND_MILLIS = 4_102_444_800_000L;

  private static final Predicate<String> OF_PROMETHEUS =
      Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*").asMatchPredicate();
  private static final Predicate<String> NOT_OF_GRAPHITE =
      Pattern.compile("[{}\"= \t]").asPredicate();

  /**
   * @param records first records of a topic or file
   * @param timestamps unit of timestamps in {@link Format#INFLUX}
   */
  public static FormatChoice of(List<byte[]> records, Framing framing, TimestampUnit timestamps) {
    var trials = new ArrayList<Trial>();
    for (Format format : Format.values()) {
      if (format != Format.AUTO) {
        trials.add(new Trial(format, framing.inside(format.parsers(timestamps).create())));
      }
    }
    int told = 0;
    for (byte[] record : records) {
      boolean tells = false;
      for (Trial trial : trials) {
        tells |= trial.reads(record);
      }
      told += tells ? 1 : 0;
    }
    trials.removeIf(trial -> trial.records == 0);
    trials.sort(Comparator.comparingInt((Trial trial) -> trial.records).reversed());
    return of(trials, told, records.size());
  }

  private static FormatChoice of(List<Trial> trials, int told, int looked) {
    if (trials.isEmpty()) {
      return new FormatChoice(
          Optional.empty(), "none of its first %d records is of a known format".formatted(looked));
    }
    Trial best = trials.get(0);
    boolean isAlone = trials.size() == 1 || trials.get(1).records < best.records;
    return new FormatChoice(
        isAlone && 10L * best.records >= 9L * told ? Optional.of(best.format) : Optional.empty(),
        "of its first %d records %s"
            .formatted(
                told,
                trials.stream()
                    .map(trial -> trial.records + " may be " + trial.format.slug())
                    .collect(Collectors.joining(", "))));
  }

  private static final class Trial implements SampleParser.Output {
    private final Format format;
    private final SampleParser parser;

    /** Number of records that count for the format. */
    private int records;

    private long samples;
    private long others;

    Trial(Format format, SampleParser parser) {
      this.format = format;
      this.parser = parser;
    }

    /** Returns whether the format's parser makes any sample of the record. */
    boolean reads(byte[] record) {
      samples = 0;
      others = 0;
      parser.parse(record, RECORD_MILLIS, this);
      records += samples > others ? 1 : 0;
      return samples > 0;
    }

    @Override
    public void sample(Sample sample) {
      Map<String, String> labels = sample.labels().toMap();
      String name = labels.getOrDefault("__name__", "");
      boolean isOwn =
          sample.timestampMillis() < BEYOND_MILLIS
              && switch (format) {
                case PROMETHEUS -> labels.size() > 1 || OF_PROMETHEUS.test(name);
                case GRAPHITE -> !NOT_OF_GRAPHITE.test(name);
                default -> true;
              };
      if (isOwn) {
        samples++;
      } else {
        others++;
      }
    }

    @Override
    public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
      others++;
    }
  }
}
