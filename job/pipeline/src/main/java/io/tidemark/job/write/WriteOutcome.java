package io.tidemark.job.write;

import io.tidemark.job.deadletter.DeadLetter;
import java.util.List;

/**
 * The outcome of one batch: each of its samples was acknowledged or is a dead letter. Times are in
 * nanoseconds.
 *
 * @param requests the HTTP requests made for it
 * @param retries those of them that repeated an earlier one
 * @param rawBytes the batch's bytes before compression
 * @param sentBytes body bytes over all its requests
 * @param ackNanos the whole time of the last request, which was acknowledged
 * @param doneMillis the Unix time of the last answer in milliseconds
 * @param records the records written beside it; their requests and bytes are not counted here
 */
public record WriteOutcome(
    long samplesAcked,
    long samplesDeadLettered,
    long requests,
    long retries,
    long rawBytes,
    long sentBytes,
    long ackNanos,
    long doneMillis,
    List<DeadLetter> deadLetters,
    long records) {
  WriteOutcome withRecords(long records) {
    return new WriteOutcome(
        samplesAcked,
        samplesDeadLettered,
        requests,
        retries,
        rawBytes,
        sentBytes,
        ackNanos,
        doneMillis,
        deadLetters,
        records);
  }
}
