package io.tidemark.ceiling;

import io.tidemark.measure.Window;

/**
 * What a search saw at other loads than the one to explain. What it did not see is null.
 *
 * @param least the window with the least in flight
 * @param knee the window with the least in flight that reaches the peak's throughput
 * @param beyond a window with more in flight than the one to explain, where requests are turned
 *     away and nothing is gained
 * @param gainedByMore whether the last doubling of what may be in flight gained
 */
public record OtherLoads(Window least, Window knee, Window beyond, Boolean gainedByMore) {
  /** Of a job that is only watched, and of a ramp, whose loads are not of requests in flight. */
  public static final OtherLoads UNKNOWN = new OtherLoads(null, null, null, null);

  public OtherLoads withGainedByMore(boolean gained) {
    return new OtherLoads(least, knee, beyond, gained);
  }
}
