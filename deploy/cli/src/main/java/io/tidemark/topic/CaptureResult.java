package io.tidemark.topic;

import io.tidemark.measure.Amounts;

/**
 * What one {@code capture} took.
 *
 * @param format of the records, as a source that reads the file has to be told
 * @param bytes of the records' values
 * @param anonymised whether labels have pseudonyms for values
 * @param partsLeftOut of records, which could not be made anonymous
 * @param interrupted by a signal; what is counted is in the file all the same
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
