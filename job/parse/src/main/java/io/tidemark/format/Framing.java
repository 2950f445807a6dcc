package io.tidemark.format;

import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import java.util.Arrays;

/** The header in front of a record's own bytes. */
public enum Framing {
  NONE(0),
  /**
   * A zero byte and the schema's number in four bytes, as serializers with a schema registry write.
   */
  SCHEMA_REGISTRY(5);

  private final int headerBytes;

  Framing(int headerBytes) {
    this.headerBytes = headerBytes;
  }

  /** Returns a parser that skips the header, and rejects a record without one. */
  public SampleParser inside(SampleParser parser) {
    return this == NONE
        ? parser
        : (record, recordTimestampMillis, out) -> {
          if (record.length < headerBytes || record[0] != 0) {
            out.rejected(
                Rejection.UNDECODABLE,
                "no schema registry's header before it",
                record,
                0,
                record.length);
            return;
          }
          byte[] body = Arrays.copyOfRange(record, headerBytes, record.length);
          parser.parse(body, recordTimestampMillis, out);
        };
  }
}
