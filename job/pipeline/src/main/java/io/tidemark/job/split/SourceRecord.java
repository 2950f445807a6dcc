package io.tidemark.job.split;

/**
 * What a source read, before it is parsed, and where it came from. Lives inside one task only:
 * source and parser are chained.
 *
 * @param origin topic or file
 * @param partition partition, or 0
 * @param offset offset in the partition, or line number from 1
 * @param timestampMillis the record's own time, or -1: stands in where a format lets the timestamp
 *     out
 * @param value the bytes, or null for a Kafka tombstone
 */
public record SourceRecord(
    String origin, int partition, long offset, long timestampMillis, byte[] value) {}
