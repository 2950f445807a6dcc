package io.tidemark.ceiling;

import static io.tidemark.ceiling.Finding.percent;
import static io.tidemark.ceiling.Thresholds.FULL_LINE;
import static io.tidemark.ceiling.Thresholds.MUCH_WAIT;
import static io.tidemark.ceiling.Thresholds.TAKE_TURNS;

import io.tidemark.measure.Window;

/**
 * What is asked of the way from job to database. A body waits in the client's hands, or in the
 * sockets' buffers, which take in a whole one at once.
 */
final class NetworkFindings {
  private NetworkFindings() {}

  static Finding mostlySends(Facts facts) {
    return lineIsFull(facts) ? line(facts) : mostlySends(facts.peak());
  }

  /**
   * One request alone shows how long the line takes for each: where that fills it, nothing behind
   * can be what stops it.
   */
  private static boolean lineIsFull(Facts facts) {
    return facts.lineShare() != null && facts.lineShare() >= FULL_LINE;
  }

  private static Finding line(Facts facts) {
    return new Finding(
        "the line to the database is sending",
        percent(Math.min(1, facts.lineShare())) + " of the time",
        "at least %s".formatted(percent(FULL_LINE)),
        true);
  }

  static Finding cpuBehindIsFree(Facts facts) {
    return lineIsFull(facts) ? line(facts) : DatabaseFindings.cpuIsFree(facts);
  }

  static Finding slotsBehindWereFree(Facts facts) {
    return lineIsFull(facts) ? line(facts) : SlotFindings.slotsWereFreeWhenSendingWasSlow(facts);
  }

  static Finding sendsQuickly(Facts facts) {
    return mostlySends(facts.peak()).opposite("less than %s".formatted(percent(MUCH_WAIT)));
  }

  static Finding mostlySends(Window window) {
    Double inClient = window.requests().sendShare();
    Double onTheLine = onTheLine(window);
    String signal = "sending the body";
    String threshold = "at least %s".formatted(percent(MUCH_WAIT));
    if (inClient == null && onTheLine == null) {
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
        isMuch(inClient) || isMuch(onTheLine));
  }

  /**
   * Of the requests in flight, whose bodies are on the line. Not known where sessions of the
   * database are at work on them nearly all the time: one takes a body as it works on it, and
   * leaves the rest in the socket.
   */
  static Double onTheLine(Window window) {
    boolean workedOn =
        DatabaseFindings.sessionsWorkOnAll(window)
            && window.database().cpuCoresUsed() != null
            && window.database().cpuCoresUsed() >= TAKE_TURNS * window.inFlight().mean();
    return workedOn ? null : window.inFlight().unacknowledgedShare();
  }

  private static boolean isMuch(Double share) {
    return share != null && share >= MUCH_WAIT;
  }
}
