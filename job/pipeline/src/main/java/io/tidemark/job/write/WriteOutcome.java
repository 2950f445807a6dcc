package io.tidemark.job.write;

import io.tidemark.job.deadletter.DeadLetter;
import java.util.List;

/**
 * What became of one batch: every sample of it was acknowledged or is a dead letter. Times in
 * nanoseconds.
 *
 * @param requests HTTP requests made for it
 * @param retries of those, the ones that repeated an earlier one
 * @param rawBytes of the batch before compression
 * @param sentBytes body bytes over all its requests
 * @param ackNanos whole time of the last request, the one that was acknowledged
 * @param doneMillis Unix time of the last answer
 * @param records written beside it; their requests and bytes are not in this
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
