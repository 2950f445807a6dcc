package io.tidemark.job.observe;

import java.util.List;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;

/** The requests to a running job's {@link Instrument}. */
public final class InstrumentRequest {
  private InstrumentRequest() {}

  /**
   * @param after the last observation's number that is known, -1 for none, {@link #NEWEST} for the
   *     last one there is
   */
  public record Read(long after) implements CoordinationRequest {
    public static final long NEWEST = Long.MAX_VALUE - 1;
  }

  /** Asks the same, but the tasks go on to report about once a second. */
  public record Peek(long after) implements CoordinationRequest {}

  /**
   * @param first the first one's number; larger than asked for if more were made than are kept
   */
  public record Observations(long first, List<Observation> observations)
      implements CoordinationResponse {
    public long last() {
      return first + observations.size() - 1;
    }
  }

  /**
   * Bounds the batches in flight until the next such request, also across restarts.
   *
   * @param batches the bound over the whole job, at least one for each process that writes
   */
  public record BoundInFlight(int batches) implements CoordinationRequest {}

  /**
   * @param least the smallest bound that would be accepted now; 0 while no writer runs
   */
  public record Bounded(boolean done, int least) implements CoordinationResponse {}
}
