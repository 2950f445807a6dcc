package io.tidemark.job.observe;

import java.util.List;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;

/** What can be asked of a running job's {@link Instrument}. */
public final class InstrumentRequest {
  private InstrumentRequest() {}

  /**
   * @param after number of the last observation that is known, -1 for none, {@link #NEWEST} for
   *     whichever is the last now
   */
  public record Read(long after) implements CoordinationRequest {
    public static final long NEWEST = Long.MAX_VALUE - 1;
  }

  /**
   * The same for one who is content with an observation a second, and for whom tasks are not to
   * report more often.
   */
  public record Peek(long after) implements CoordinationRequest {}

  /**
   * @param first number of the first one; greater than asked for if there were more than are kept
   */
  public record Observations(long first, List<Observation> observations)
      implements CoordinationResponse {
    public long last() {
      return first + observations.size() - 1;
    }
  }

  /**
   * Bounds the batches in flight from now on; holds until the next one, also across restarts.
   *
   * @param batches over the whole job, at least one for each process that writes
   */
  public record BoundInFlight(int batches) implements CoordinationRequest {}

  /**
   * @param least what would be accepted now; 0 while no writer runs
   */
  public record Bounded(boolean done, int least) implements CoordinationResponse {}
}
