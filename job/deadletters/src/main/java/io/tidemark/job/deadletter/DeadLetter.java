package io.tidemark.job.deadletter;

/**
 * A sample or record that the job could not use, with all that helps to find out why.
 *
 * @param origin topic, file, or the series in PromQL notation
 * @param partition Kafka partition, 0 for a file, -1 for an amplified sample
 * @param offset Kafka offset or line number; for a sample its timestamp in milliseconds
 * @param reason short reason, such as "undecodable", "timestamp-in-future", "rejected-http-400"
 * @param detail exact reason, of bounded length
 * @param original the bytes as they were read; for a sample its value as decimal text
 * @param timeMillis Unix time of the refusal
 * @param passed number of samples that the task did not refuse since its previous dead letter; not
 *     stored with the letter
 * @param run value of the run's label that the series would have had; "" if the run has none, or
 *     {@code origin} includes it
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
  /** Makes a letter of a run without a label. */
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
