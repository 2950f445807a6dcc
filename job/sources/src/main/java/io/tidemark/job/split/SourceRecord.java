package io.tidemark.job.split;

/**
 * What a source read, before it is parsed, and where it came from. It lives inside one task only,
 * because source and parser are chained.
 *
 * @param origin the topic or file; for a file's part, the byte where it begins follows after
 *     {@code @}
 * @param partition the partition, or 0
 * @param offset the offset in the partition, or the line number from 1, in a file's part as well
 * @param timestampMillis the record's own time, or -1; it counts if a format may leave the
 *     timestamp out and does
 * @param value the bytes, or null for a Kafka tombstone
 * @param fileBytes the file's bytes that were read since the record before it; 0 if it is from no
 *     file
 * @param broken null for a record; otherwise this is no record, and the file has no more of them
 *     for this reason
 * @param pass how often its file was read to the end before
 */
public record SourceRecord(
    String origin,
    int partition,
    long offset,
    long timestampMillis,
    byte[] value,
    long fileBytes,
    String broken,
    int pass) {

  public SourceRecord(
      String origin, int partition, long offset, long timestampMillis, byte[] value) {
    this(origin, partition, offset, timestampMillis, value, 0, null, 0);
  }

  /**
   * @param offset the offset of the first record that can't be read
   */
  public static SourceRecord broken(String origin, long offset, String why) {
    return new SourceRecord(origin, 0, offset, -1, null, 0, why, 0);
  }

  public SourceRecord withPass(int pass) {
    return new SourceRecord(
        origin, partition, offset, timestampMillis, value, fileBytes, broken, pass);
  }

  public SourceRecord withFileBytes(long fileBytes) {
    return new SourceRecord(
        origin, partition, offset, timestampMillis, value, fileBytes, broken, pass);
  }
}
