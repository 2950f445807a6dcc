package io.tidemark.ceiling;

import static io.tidemark.ceiling.Finding.percent;

import io.tidemark.measure.Window;

/**
 * What is asked of the way from job to database. A body waits in the client's hands, or in the
 * sockets' buffers, which take in a whole one at once.
 */
final class NetworkFindings {
  private NetworkFindings() {}

  static Finding mostlySends(Facts facts) {
    return facts.seen().lineIsFull() ? line(facts) : mostlySends(facts.peak());
  }

  private static Finding line(Facts facts) {
    return new Finding(
        "the line to the database is sending",
        percent(Math.min(1, facts.seen().lineShare())) + " of the time",
        "at least %s".formatted(percent(Thresholds.FULL_LINE)),
        true);
  }

  static Finding cpuBehindIsFree(Facts facts) {
    return facts.seen().lineIsFull() ? line(facts) : DatabaseFindings.cpuIsFree(facts);
  }

  static Finding slotsBehindWereFree(Facts facts) {
    return facts.seen().lineIsFull()
        ? line(facts)
        : SlotFindings.slotsWereFreeWhenSendingWasSlow(facts);
  }

  static Finding sendsQuickly(Facts facts) {
    return mostlySends(facts.peak())
        .opposite("less than %s".formatted(percent(Thresholds.MUCH_WAIT)));
  }

  private static Finding mostlySends(Window window) {
    Double inClient = window.requests().sendShare();
    Double onTheLine = Signals.onTheLine(window);
    String signal = "sending the body";
    String threshold = "at least %s".formatted(percent(Thresholds.MUCH_WAIT));
    Boolean mostly = Signals.mostlySends(window);
    if (mostly == null) {
      return Finding.missing(signal, threshold, "no request was answered: try longer windows");
    }
    String share = inClient == null ? "unknown part" : percent(inClient);
    return new Finding(
        signal,
        "%s of a request's time%s"
            .formatted(
                share,
                onTheLine == null
                    ? ""
                    : ", %s of the requests on the line".formatted(percent(onTheLine))),
        threshold,
        mostly);
  }
}
