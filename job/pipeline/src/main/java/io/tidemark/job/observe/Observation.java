package io.tidemark.job.observe;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;

/**
 * The counters of one subtask at one moment. They grow since the attempt began, so a rate is the
 * difference of two observations of the same subtask, attempt and process.
 *
 * @param task "amplify" or "write"
 * @param samples samples that an amplifier has emitted, or that a writer has got acknowledged
 * @param taskCpuSeconds CPU time of the task's own thread
 * @param writing the writer's counters; null for other tasks
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
   * The counters that only a writer has. A call is a single attempt to send, and a batch takes one
   * or more; {@link io.tidemark.sink.RequestTiming} is a call's latency.
   *
   * @param inFlightBound batches that all writers of this process may have in flight together
   * @param inFlightBatchSeconds integral of the batches in flight over time
   * @param permitWaitSeconds time with a batch in hand and no permit
   * @param batches batches delivered
   * @param batchSeconds sum over the delivered batches of the time from permit to end
   * @param throttled calls that the database put off because it has too much to do
   * @param failed other calls that are to be retried
   * @param rejected calls whose batch the database refused
   * @param connectSeconds sum over the calls until a connection was there
   * @param sendSeconds sum from then until the last byte of the body was handed to the socket
   * @param answerSeconds sum from then until the answer was complete
   * @param httpCpuSeconds CPU time of the client's threads
   * @param latencyMicros latencies since this subtask's last observation, as a compressed
   *     HdrHistogram
   * @param dueMicros for each sample acknowledged since then, the time from when the first of its
   *     batch was due until its acknowledgement; empty without a rate
   * @param answers the calls by endpoint and answer, unless there are too many kinds of them
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
   * Calls to one endpoint that got the same answer.
   *
   * @param code the answer in the database's own words; "" if there was no answer
   * @param taken whether the batch was accepted
   * @param seconds sum of the calls' durations
   * @param error the error of the last call, as in {@link io.tidemark.sink.WriteResult}
   */
  public record Answers(
      String endpoint, String code, boolean taken, long calls, double seconds, String error)
      implements Serializable {}
}
