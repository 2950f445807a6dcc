package io.tidemark.diagnose;

import io.tidemark.measure.Window;
import io.tidemark.sink.http.SenderTable.Quantity;
import java.util.Map;
import java.util.Optional;

/**
 * What was seen between two moments.
 *
 * @param from Unix time in milliseconds
 * @param window null if it is left out
 * @param sending of all senders; what is not known is NaN
 * @param sees whether those who send are those who are seen
 * @param leftOut why; null if it is not
 */
record Interval(long from, long to, Window window, Sending sending, boolean sees, String leftOut) {
  static Interval leftOut(long from, long to, String why) {
    return new Interval(from, to, null, Sending.UNSEEN, false, why);
  }

  boolean counts() {
    return window != null;
  }

  /** Bytes per second, of the busiest sender; empty if it does not tell. */
  Optional<Long> sent(Map<String, SenderLog> senders) {
    return Optional.ofNullable(senders.get(sending.busiest()))
        .map(log -> log.rate(Quantity.BYTES, from, to))
        .filter(bytes -> bytes > 0)
        .map(Math::round);
  }

  double samplesPerSecond() {
    return window.throughput().samplesPerSecond();
  }

  /**
   * What senders do, all together; what is not known is NaN.
   *
   * @param inVain share of the attempts; {@code turnedAway} is a part of it
   * @param inFlight requests, mean
   * @param bound requests, at most
   * @param waiting share of the time that one has a request ready and the bound is used up
   * @param cores of CPU that they use
   * @param coresShare of those that the busiest may use
   * @param behind whether more is to be sent than what is sent
   * @param busiest process that is nearest to its bound
   */
  record Sending(
      double samples,
      double requests,
      double turnedAway,
      double inVain,
      double inFlight,
      double bound,
      double waiting,
      double cores,
      double coresShare,
      boolean behind,
      String busiest) {
    static final Sending UNSEEN =
        new Sending(
            Double.NaN,
            Double.NaN,
            0,
            0,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            false,
            null);

    boolean isSeen() {
      return inFlight > 0;
    }

    /** Requests in flight, of those that may be. */
    double use() {
      return inFlight / bound;
    }
  }
}
