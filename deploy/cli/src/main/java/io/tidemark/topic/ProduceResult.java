package io.tidemark.topic;

import io.tidemark.measure.Amounts;

/**
 * The result of one {@code produce}.
 *
 * @param format format of the records
 * @param from the input that the samples were read from
 * @param bytes size of the records' values
 * @param unreadable number of parts of the input that are no samples
 * @param unwritable number of samples that the format can't express
 * @param interrupted whether a signal ended it; what is counted is in the topic nevertheless
 */
public record ProduceResult(
    String topic,
    int partitions,
    String format,
    String from,
    long samples,
    long records,
    long bytes,
    long unreadable,
    long unwritable,
    double seconds,
    boolean interrupted) {
  public String table() {
    var table = new StringBuilder();
    table.append(
        "produced   %s samples in %s s: %s samples/s%s%n"
            .formatted(
                Amounts.count(samples),
                Amounts.tenths(seconds),
                Amounts.count(samples / Math.max(seconds, 1e-3)),
                interrupted ? " (interrupted)" : ""));
    table.append(
        "records    %d of %s in %d partitions of topic %s, %s%n"
            .formatted(records, format, partitions, topic, Amounts.bytes(bytes)));
    table.append("from       %s%n".formatted(from));
    if (unreadable > 0) {
      table.append("unreadable %d lines or records of it are no samples%n".formatted(unreadable));
    }
    if (unwritable > 0) {
      table.append(
          "left out   %d samples that %s has no way to say%n".formatted(unwritable, format));
    }
    return table.toString();
  }
}
