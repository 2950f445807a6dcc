package io.tidemark.diagnose;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.sink.http.SenderTable.Quantity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * What was seen between two moments.
 *
 * @param from Unix time in milliseconds
 * @param window null if it is left out
 * @param sending of all senders
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

  static String utc(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** As it is told. */
  Diagnosis.Part part() {
    Database read = counts() ? window.database() : null;
    return new Diagnosis.Part(
        utc(from),
        utc(to),
        counts() ? samplesPerSecond() : null,
        read == null ? null : read.cpuShare(),
        read == null ? null : read.busiest().slotsShare(),
        read == null ? null : read.linkShare() == null ? read.diskShare() : read.linkShare(),
        counts() && sending.isSeen() ? sending.inFlight() : null,
        counts() ? Boolean.valueOf(sending.behind()) : null,
        leftOut);
  }

  double samplesPerSecond() {
    return window.throughput().samplesPerSecond();
  }

  /**
   * What senders do, all together; what is not known is null.
   *
   * @param samples per second that were to be sent, without those that are lost
   * @param inVain share of the attempts; {@code turnedAway} and {@code dropped} are parts of it
   * @param dropped share of the attempts that are not made again: their samples are lost
   * @param inFlight requests, mean
   * @param bound requests, at most
   * @param waiting share of the time that one has a request ready and the bound is used up
   * @param cores of CPU that they use
   * @param coresShare of those that the busiest may use
   * @param behind whether more is to be sent than what is sent
   * @param busiest process that is nearest to its bound
   */
  record Sending(
      Double samples,
      Double requests,
      double turnedAway,
      double inVain,
      double dropped,
      Double inFlight,
      Double bound,
      Double waiting,
      Double cores,
      Double coresShare,
      boolean behind,
      String busiest) {
    static final Sending UNSEEN =
        new Sending(null, null, 0, 0, 0, null, null, null, null, null, false, null);

    boolean isSeen() {
      return inFlight != null && inFlight > 0;
    }

    boolean isBounded() {
      return bound != null && bound > 0;
    }

    /**
     * Share of what is to be sent that is lost, by requests: those that are repeated count once.
     */
    double lost() {
      return dropped == 0 ? 0 : Math.min(1, dropped / (1 - inVain + dropped));
    }
  }
}
