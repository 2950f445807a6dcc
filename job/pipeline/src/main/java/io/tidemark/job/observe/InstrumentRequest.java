package io.tidemark.job.observe;

import java.util.List;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;

/** The requests to a running job's {@link Instrument}. */
public final class InstrumentRequest {
  private InstrumentRequest() {}

  /**
   * Asks for observations.
   *
   * @param after the number of the last observation that the caller knows, -1 for none, {@link
   *     #NEWEST} for the last one that there is
   */
  public record Read(long after) implements CoordinationRequest {
    public static final long NEWEST = Long.MAX_VALUE - 1;
  }

  /**
   * Asks for observations, but one a second is enough, and tasks do not report more often because
   * of it.
   */
  public record Peek(long after) implements CoordinationRequest {}

  /**
   * The answer with observations.
   *
   * @param first the number of the first one; it is larger than the one asked for if more were made
   *     than are kept
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
   * The answer to a bound.
   *
   * @param least the smallest bound that would be accepted now; 0 while no writer runs
   */
  public record Bounded(boolean done, int least) implements CoordinationResponse {}
}
