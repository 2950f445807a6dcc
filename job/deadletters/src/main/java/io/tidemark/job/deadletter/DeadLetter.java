package io.tidemark.job.deadletter;

/**
 * What the job could not use, with all that is needed to find out why.
 *
 * @param origin topic, file, or the series in PromQL notation
 * @param partition Kafka partition, 0 for a file, -1 for an amplified sample
 * @param offset Kafka offset or line number; the timestamp (ms) of a sample
 * @param reason e.g. "undecodable", "timestamp-in-future", "rejected-http-400"
 * @param detail what exactly, bounded
 * @param original the bytes as they were read; of a sample its value as decimal text
 * @param timeMillis when it was given up
 * @param passed samples that its task let pass since its dead letter before; no part of the letter
 *     as it is kept
 * @param run value of the label that the run gives its series, and would have given this one; ""
 *     for none, and where {@code origin} has it
 */
public record DeadLetter(
    String origin,
    int partition,
    long offset,
    String reason,
    String detail,
    byte[] original,
    long timeMillis,
    long passed,
    String run) {
  /** Of a run that gives no label. */
  public DeadLetter(
      String origin,
      int partition,
      long offset,
      String reason,
      String detail,
      byte[] original,
      long timeMillis) {
    this(origin, partition, offset, reason, detail, original, timeMillis, 0, "");
  }

  public DeadLetter after(long passed) {
    return new DeadLetter(
        origin, partition, offset, reason, detail, original, timeMillis, passed, run);
  }
}
