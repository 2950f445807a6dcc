package io.tidemark.job.split;

/**
 * A record as a source read it, before it is parsed, and its origin. It stays inside one task,
 * because source and parser are chained.
 *
 * @param origin the topic or file; a part of a file is named {@code FILE@N}, with its first byte N
 * @param partition the partition; 0 for a file
 * @param offset the offset in the partition, or the line number from 1 in the file or its part
 * @param timestampMillis the record's own time, or -1 if it has none; it is the sample's time if
 *     the record's content has none
 * @param value the bytes; null for a Kafka tombstone
 * @param fileBytes the file's bytes read since the previous record; 0 for other sources
 * @param broken null for a record; otherwise why the file can't be read further, and there is no
 *     record
 * @param pass how often the file was read to its end before
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
   * @param offset offset of the first record that can't be read
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
