package io.tidemark.aged;

import io.tidemark.measure.Amounts;

/**
 * A database of our own that was filled with a generated past: what a report says of it, and what
 * is kept beside its files.
 *
 * @param name of the folder that is kept
 * @param version of the database; null if it does not tell
 * @param age in words, such as "90d"
 * @param from ISO-8601 instant of its first samples
 * @param until ISO-8601 instant at which what is generated next begins
 * @param interval between two samples of a series of the generator, such as "1m"
 * @param series that are alive at a time, copies included
 * @param samples that were acknowledged
 * @param bytes of its files
 * @param fillSeconds that writing them took
 * @param merged whether the database had ended its merges before it was kept
 */
public record AgedDatabase(
    String name,
    String product,
    String version,
    String age,
    String from,
    String until,
    String interval,
    long series,
    long samples,
    long bytes,
    double fillSeconds,
    boolean merged) {

  AgedDatabase withBytes(long others) {
    return new AgedDatabase(
        name,
        product,
        version,
        age,
        from,
        until,
        interval,
        series,
        samples,
        others,
        fillSeconds,
        merged);
  }

  /** Returns what a database began with, in words that follow "began with ". */
  public String past() {
    return "%s of generated past: %s samples of %s series, %s on disk%s"
        .formatted(
            age,
            Amounts.count(samples),
            Amounts.count(series),
            Amounts.bytes(bytes),
            merged ? "" : "; its merges had not ended");
  }
}
