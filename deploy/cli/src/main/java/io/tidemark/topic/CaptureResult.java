package io.tidemark.topic;

import io.tidemark.measure.Amounts;

/**
 * The result of one {@code capture} of a topic.
 *
 * @param format format of the records, which a source that reads the file has to name
 * @param bytes size of the records' values
 * @param anonymised whether pseudonyms replace the labels' values
 * @param partsLeftOut number of parts of records that could not be made anonymous
 * @param interrupted whether a signal ended it; what is counted is in the file nevertheless
 */
public record CaptureResult(
    String topic,
    String format,
    String file,
    long records,
    long bytes,
    long fileBytes,
    boolean anonymised,
    long partsLeftOut,
    double seconds,
    boolean interrupted) {
  public String table() {
    var table = new StringBuilder();
    table.append(
        "captured   %d records of topic %s in %s s, %s%s%n"
            .formatted(
                records,
                topic,
                Amounts.tenths(seconds),
                Amounts.bytes(bytes),
                interrupted ? " (interrupted)" : ""));
    table.append(
        "file       %s, %s%s%n"
            .formatted(
                file,
                Amounts.bytes(fileBytes),
                anonymised ? ", pseudonyms for the values of labels" : ""));
    if (partsLeftOut > 0) {
      table.append(
          "left out   %d samples or records that could not be made anonymous%n"
              .formatted(partsLeftOut));
    }
    table.append(
        "read it    --set source.type=file --set source.file.path=%s --set source.file.format=%s%n"
            .formatted(file, format));
    return table.toString();
  }
}
