package io.tidemark.format;

import io.tidemark.encode.SampleEncoder;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Sample;
import java.io.ByteArrayOutputStream;

/**
 * Formats samples as records, one record after the other. Each sample is read back with the
 * format's own parser before it is taken; it is refused if it would come out as another one or not
 * at all, such as a space in a format without escapes. Not thread-safe.
 */
public final class RecordFormatter {
  private final SampleEncoder encoder;
  private final SampleParser parser;
  private final ReadBack readBack = new ReadBack();
  private final ByteArrayOutputStream part = new ByteArrayOutputStream(512);
  private final ByteArrayOutputStream parts = new ByteArrayOutputStream(64 * 1024);
  private int samples;

  /**
   * @param timestamps the unit in which timestamps of {@link Format#INFLUX} will be read
   * @throws IllegalArgumentException if nothing can be written in the format
   */
  public RecordFormatter(Format format, TimestampUnit timestamps) {
    encoder = format.encoder(timestamps);
    parser = format.parsers(timestamps).create();
  }

  /** Adds a sample to the record; returns false if the format has no way to write it. */
  public boolean add(Sample sample) {
    part.reset();
    encoder.encode(sample, part);
    byte[] bytes = part.toByteArray();
    readBack.expect(sample);
    parser.parse(encoder.record(bytes), -1, readBack);
    if (!readBack.isSame()) {
      return false;
    }
    parts.writeBytes(bytes);
    samples++;
    return true;
  }

  /** Returns the number of samples in the record. */
  public int samples() {
    return samples;
  }

  /** Returns the record's bytes before it is packed. */
  public int bytes() {
    return parts.size();
  }

  /** Returns the record, which holds at least one sample, and begins an empty one. */
  public byte[] take() {
    byte[] record = encoder.record(parts.toByteArray());
    parts.reset();
    samples = 0;
    return record;
  }

  private static final class ReadBack implements SampleParser.Output {
    private Sample expected;
    private int same;
    private int others;

    void expect(Sample sample) {
      expected = sample;
      same = 0;
      others = 0;
    }

    boolean isSame() {
      return same == 1 && others == 0;
    }

    @Override
    public void sample(Sample sample) {
      boolean equal =
          sample.labels().equals(expected.labels())
              && sample.timestampMillis() == expected.timestampMillis()
              && Double.doubleToRawLongBits(sample.value())
                  == Double.doubleToRawLongBits(expected.value());
      if (equal) {
        same++;
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
