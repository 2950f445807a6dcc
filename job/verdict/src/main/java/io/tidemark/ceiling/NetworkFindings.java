package io.tidemark.ceiling;

import static io.tidemark.measure.Amounts.finePercent;
import static io.tidemark.measure.Amounts.plain;

import io.tidemark.measure.Window;

/**
 * The questions about the way from job to database. A body waits in the client, or in the sockets'
 * buffers, which take in a whole body at once.
 */
final class NetworkFindings {
  private NetworkFindings() {}

  static Finding mostlySends(Facts facts) {
    if (facts.seen().lineShare() == null) {
      return mostlySends(facts.peak());
    }
    return facts.seen().lineHoldsSlots() ? holdsSlots(facts) : line(facts);
  }

  private static Finding line(Facts facts) {
    return new Finding(
        "the line to the database is sending",
        finePercent(Math.min(1, facts.seen().lineShare()))
            + " of the time"
            + roundTrip(facts.peak()),
        "at least %s".formatted(finePercent(Thresholds.FULL_LINE)),
        facts.seen().lineIsFull());
  }

  private static Finding holdsSlots(Facts facts) {
    return new Finding(
        "the line to the database holds the insert slots",
        "%s of their time, and is sending %s of the time%s"
            .formatted(
                finePercent(Math.min(1, facts.seen().heldByLine())),
                finePercent(Math.min(1, facts.seen().lineShare())),
                roundTrip(facts.peak())),
        "at least %s".formatted(finePercent(Thresholds.MUCH_WAIT)),
        true);
  }

  private static String roundTrip(Window window) {
    Double millis = window.inFlight().roundTripMillis();
    return millis == null ? "" : "; the round trip is %s ms".formatted(plain(millis));
  }

  static Finding cpuBehindIsFree(Facts facts) {
    return facts.seen().lineIsFull() ? line(facts) : DatabaseFindings.cpuIsFree(facts);
  }

  static Finding slotsBehindWereFree(Facts facts) {
    if (facts.seen().lineHoldsSlots()) {
      return holdsSlots(facts);
    }
    return facts.seen().lineIsFull()
        ? line(facts)
        : SlotFindings.slotsWereFreeWhenSendingWasSlow(facts);
  }

  static Finding sendsQuickly(Facts facts) {
    if (facts.seen().lineShare() != null) {
      return line(facts).opposite("less than %s".formatted(finePercent(Thresholds.FULL_LINE)));
    }
    return mostlySends(facts.peak())
        .opposite("less than %s".formatted(finePercent(Thresholds.MUCH_WAIT)));
  }

  private static Finding mostlySends(Window window) {
    Double inClient = window.requests().sendShare();
    Double onTheLine = Signals.onTheLine(window);
    String signal = "sending the body";
    String threshold = "at least %s".formatted(finePercent(Thresholds.MUCH_WAIT));
    Boolean mostly = Signals.mostlySends(window);
    if (mostly == null) {
      return Finding.missing(signal, threshold, "no request was answered: try longer windows");
    }
    String share = inClient == null ? "unknown part" : finePercent(inClient);
    return new Finding(
        signal,
        "%s of a request's time%s"
                .formatted(
                    share,
                    onTheLine == null
                        ? ""
                        : ", %s of the requests on the line".formatted(finePercent(onTheLine)))
            + unread(window)
            + roundTrip(window),
        threshold,
        mostly);
  }

  private static String unread(Window window) {
    Double share = window.inFlight().unreadShare();
    return share == null || share < Thresholds.LITTLE_WAIT
        ? ""
        : ", %s of the requests not yet read at the other end".formatted(finePercent(share));
  }
}
