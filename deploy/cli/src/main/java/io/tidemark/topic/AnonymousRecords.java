package io.tidemark.topic;

import io.tidemark.format.RecordFormatter;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.series.Sample;
import java.util.Optional;

/**
 * Writes records again with pseudonyms for their labels' values. Parts that can't be read or
 * written again are left out, because they may hold real values. Not thread-safe.
 */
public final class AnonymousRecords implements SampleParser.Output {
  private final SampleParser parser;
  private final RecordFormatter writer;
  private final Anonymizer anonymizer;
  private long partsLeftOut;

  public AnonymousRecords(SampleParser parser, RecordFormatter writer, Anonymizer anonymizer) {
    this.parser = parser;
    this.writer = writer;
    this.anonymizer = anonymizer;
  }

  /** Returns a record with the same samples in the same order; empty if none of them is left. */
  Optional<SourceRecord> of(SourceRecord record) {
    if (record.value() == null) {
      partsLeftOut++;
      return Optional.empty();
    }
    parser.parse(record.value(), record.timestampMillis(), this);
    return writer.samples() == 0
        ? Optional.empty()
        : Optional.of(
            new SourceRecord(
                record.origin(),
                record.partition(),
                record.offset(),
                record.timestampMillis(),
                writer.take()));
  }

  /** Returns the number of samples and other parts of records that were left out so far. */
  public long partsLeftOut() {
    return partsLeftOut;
  }

  @Override
  public void sample(Sample sample) {
    try {
      var anonymous =
          new Sample(anonymizer.of(sample.labels()), sample.timestampMillis(), sample.value());
      if (writer.add(anonymous)) {
        return;
      }
    } catch (IllegalArgumentException e) {
      // The sample is left out, as one that the format can't express.
    }
    partsLeftOut++;
  }

  @Override
  public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
    partsLeftOut++;
  }
}
