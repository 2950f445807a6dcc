package io.tidemark.diagnose;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.sink.http.SenderTable.Quantity;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * What pages show between two moments.
 *
 * @param from Unix time in milliseconds
 * @param to Unix time in milliseconds
 * @param window what the model gets; null if the interval is left out
 * @param sending what all senders do together
 * @param sees whether the senders with pages are the ones who write
 * @param leftOut why the interval is left out; null if it is not
 */
record Interval(long from, long to, Window window, Sending sending, boolean sees, String leftOut) {
  static Interval leftOut(long from, long to, String why) {
    return new Interval(from, to, null, Sending.UNSEEN, false, why);
  }

  boolean counts() {
    return window != null;
  }

  /** Returns the bytes per second of the busiest sender; empty if it does not report them. */
  Optional<Long> sent(Map<String, SenderLog> senders) {
    return Optional.ofNullable(senders.get(sending.busiest()))
        .map(log -> log.rate(Quantity.BYTES, from, to))
        .filter(bytes -> bytes > 0)
        .map(Math::round);
  }

  static String utc(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Returns the interval as the diagnosis has it. */
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
   * What all senders do together; what is not known is null. Shares are 0 to 1.
   *
   * @param samples samples per second that are to be sent, without those that are lost
   * @param requests attempts per second
   * @param turnedAway share of the attempts that a limit turns away
   * @param inVain share of the attempts that fail, {@code turnedAway} and {@code dropped} included
   * @param dropped share of the attempts that are not made again, so that their samples are lost
   * @param inFlight mean number of requests in flight
   * @param bound the in-flight limit
   * @param waiting share of the time that a sender has a request ready and waits for a permit; the
   *     largest of all senders
   * @param cores cores that they use
   * @param coresShare share of its cores that the busiest sender uses
   * @param behind whether more is to be sent than is sent
   * @param busiest the process that is nearest to its in-flight limit
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
     * Returns the share of what is to be sent that is lost, by requests; those that are made again
     * count once.
     */
    double lost() {
      return dropped == 0 ? 0 : Math.min(1, dropped / (1 - inVain + dropped));
    }
  }
}
