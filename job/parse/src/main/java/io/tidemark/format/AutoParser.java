package io.tidemark.format;

import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Sample;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the first record in every format, takes the one that makes most sense of it, and reads all
 * others in that. Of formats that read it alike, one without rejections wins, then the first of
 * {@link Format}.
 *
 * <p>Records before it that hold comments only are passed over; what no format makes a sample of is
 * rejected. A line of Graphite without tags is one of Prometheus as well, and is taken for that:
 * both mean the same unless its timestamp lies beyond 2038.
 */
public final class AutoParser implements SampleParser {
  private final Map<Format, SampleParser> candidates = new EnumMap<>(Format.class);
  private Format format;
  private SampleParser parser;

  public AutoParser(TimestampUnit timestamps) {
    for (Format candidate : Format.values()) {
      if (candidate != Format.AUTO) {
        candidates.put(candidate, candidate.parsers(timestamps).create());
      }
    }
  }

  /** Parsers that it holds. */
  public int parsers() {
    return parser == null ? candidates.size() : 1 + candidates.size();
  }

  /** What records are taken for, once one told. */
  public Optional<Format> format() {
    return Optional.ofNullable(format);
  }

  @Override
  public void parse(byte[] record, long recordTimestampMillis, Output out) {
    if (parser == null) {
      boolean comment = choose(record);
      if (comment) {
        return;
      }
    }
    if (parser == null) {
      out.rejected(
          Rejection.UNDECODABLE,
          "a first record in none of the formats that are read; set its format",
          record,
          0,
          record.length);
      return;
    }
    parser.parse(record, recordTimestampMillis, out);
  }

  /** Returns whether the record is neither a sample nor wrong in some format of text. */
  private boolean choose(byte[] record) {
    boolean comment = false;
    Trial best = null;
    for (Map.Entry<Format, SampleParser> candidate : candidates.entrySet()) {
      var trial = new Trial();
      candidate.getValue().parse(record, -1, trial);
      comment |= !candidate.getKey().isBinary() && trial.samples == 0 && trial.rejected == 0;
      if (trial.samples > 0
          && (best == null || trial.rejected < best.rejected)
          && !(candidate.getKey() == Format.PROMETHEUS && hasGraphiteTags(record))) {
        best = trial;
        format = candidate.getKey();
        parser = candidate.getValue();
      }
    }
    if (best != null) {
      // Each has buffers of its own.
      candidates.clear();
    }
    return best == null && comment;
  }

  /** Whether a semicolon stands in what another format would take for a name. */
  private static boolean hasGraphiteTags(byte[] record) {
    for (byte c : record) {
      if (c == ';') {
        return true;
      }
      if (c == ' ' || c == '\t' || c == '{' || c == '\n') {
        return false;
      }
    }
    return false;
  }

  /** A sample without a timestamp tells the format as well as one that has it. */
  private static final class Trial implements Output {
    long samples;
    long rejected;

    @Override
    public void sample(Sample sample) {
      samples++;
    }

    @Override
    public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
      if (why == Rejection.NO_TIMESTAMP) {
        samples++;
      } else {
        rejected++;
      }
    }
  }
}
