package io.tidemark.job.observe;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;

/**
 * What one subtask had counted at one moment. Counters grow since the attempt began; a rate is a
 * difference of two observations of the same subtask, attempt and process.
 *
 * @param task "amplify" or "write"
 * @param samples handed on by an amplifier, acknowledged by a writer
 * @param taskCpuSeconds of the task's own thread
 * @param writing null for other tasks than a writer
 */
public record Observation(
    String task,
    int subtask,
    int attempt,
    long epochMillis,
    long samples,
    double taskCpuSeconds,
    Writing writing,
    ProcessReading process)
    implements CoordinationRequest {

  /**
   * What only a writer counts. Calls are single attempts to send; a batch takes one or more.
   *
   * @param inFlightBound batches that all writers of this process may have in flight together
   * @param inFlightBatchSeconds integral of the batches in flight over time
   * @param permitWaitSeconds with a batch in hand and no permit
   * @param batches delivered
   * @param batchSeconds sum over the delivered batches of the time from permit to end
   * @param throttled calls that the database put off because it has too much to do
   * @param failed other calls that are to be retried
   * @param rejected calls whose batch the database refused
   * @param connectSeconds sum over calls, until a connection was there
   * @param sendSeconds from then until the last byte of the body was handed to the socket
   * @param answerSeconds from then until the answer was complete
   * @param httpCpuSeconds of the client's threads
   * @param latencyMicros calls since this subtask's last observation, as a compressed HdrHistogram
   * @param dueMicros of each sample acknowledged since then, from when the first of its batch was
   *     due until the batch was acknowledged; empty without a rate
   * @param answers the calls by who answered and what, as far as those are not too many
   */
  public record Writing(
      int inFlightBound,
      double inFlightBatchSeconds,
      double permitWaitSeconds,
      long batches,
      double batchSeconds,
      long calls,
      long throttled,
      long failed,
      long rejected,
      long sentBytes,
      double connectSeconds,
      double sendSeconds,
      double answerSeconds,
      double httpCpuSeconds,
      byte[] latencyMicros,
      byte[] dueMicros,
      List<Answers> answers)
      implements Serializable {}

  /**
   * Calls that were answered the same.
   *
   * @param code in the database's own words; "" if there was no answer
   * @param taken whether the batch was accepted
   * @param seconds sum over the calls
   * @param error of the last of them, as in {@link io.tidemark.sink.WriteResult}
   */
  public record Answers(
      String endpoint, String code, boolean taken, long calls, double seconds, String error)
      implements Serializable {}
}
