package io.tidemark.job.observe;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;

/**
 * What one subtask and its process report at one moment. The counters grow since the attempt began,
 * so a rate is the difference of two observations of the same subtask, attempt and process.
 *
 * @param writing what only a writer reports; null for other tasks
 */
public record Observation(
    int subtask, int attempt, long epochMillis, Writing writing, ProcessReading process)
    implements CoordinationRequest {

  /**
   * What only a writer reports.
   *
   * @param inFlightBound batches that all writers of this process may have in flight together
   * @param counts a value for each {@link WriterCounter} that the writer's version has, in their
   *     order
   * @param latencyMicros latencies since this subtask's last observation, as a compressed
   *     HdrHistogram
   * @param dueMicros for each sample acknowledged since then, the time from when the first of its
   *     batch was due until its acknowledgement; empty without a rate
   * @param answers the calls by endpoint and answer, unless there are too many kinds of them
   */
  public record Writing(
      int inFlightBound,
      double[] counts,
      byte[] latencyMicros,
      byte[] dueMicros,
      List<Answers> answers)
      implements Serializable {
    public Writing {
      if (counts == null) {
        throw new IllegalArgumentException(
            "the job was started by an older Tidemark, whose counters can't be read: use that one, or start the job again");
      }
    }

    /** Returns a counter's value; 0 if the writer's version does not have it yet. */
    public double count(WriterCounter counter) {
      return counter.place() < counts.length ? counts[counter.place()] : 0;
    }
  }

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
