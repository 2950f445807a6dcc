package io.tidemark.measure.window;

/**
 * The requests in flight.
 *
 * @param mean the batches in flight, averaged over time
 * @param permitWaitShare share of the time that a writer has a batch in hand and no permit for it
 * @param littleError relative difference between the mean and rate × mean residence time
 * @param unacknowledgedShare share of the requests in flight whose connection holds bytes that the
 *     database's side has not acknowledged yet, but soon does. A socket takes in a whole body at
 *     once, so a thin line shows here and not in the time that sending takes; a long round trip
 *     shows here as well
 * @param unreadShare share of the requests in flight whose connection holds bytes that stand still
 *     because the other side does not read
 * @param roundTripMillis the time that a packet takes to the farthest address and back without any
 *     queue
 * @param lines number of lines from a host of the job to an address of the database; 0 if it is not
 *     known
 * @param lineReadings number of moments at which connections were counted; one moment says little
 */
public record InFlight(
    double mean,
    int bound,
    double permitWaitShare,
    Double littleError,
    Double unacknowledgedShare,
    Double unreadShare,
    Double roundTripMillis,
    int lines,
    int lineReadings) {
  /** Returns the mean over the bound: 1 if all requests were outstanding all the time. */
  public double use() {
    return mean / bound;
  }
}
