package io.tidemark.ceiling;

import static io.tidemark.ceiling.Finding.percent;
import static io.tidemark.ceiling.Thresholds.MUCH_WAIT;

import io.tidemark.measure.Window;

/**
 * What is asked of the way from job to database. A body waits in the client's hands, or in the
 * sockets' buffers, which take in a whole one at once.
 */
final class LineFindings {
  private LineFindings() {}

  static Finding mostlySends(Facts facts) {
    return mostlySends(facts.peak());
  }

  static Finding sendsQuickly(Facts facts) {
    return mostlySends(facts.peak()).opposite("less than %s".formatted(percent(MUCH_WAIT)));
  }

  static Finding mostlySends(Window window) {
    Double inClient = window.requests().sendShare();
    Double onTheLine = window.inFlight().unacknowledgedShare();
    boolean known = inClient != null || onTheLine != null;
    return new Finding(
        "sending the body",
        known
            ? "%s of a request's time%s"
                .formatted(
                    inClient == null ? "unknown part" : percent(inClient),
                    onTheLine == null
                        ? ""
                        : ", %s of the requests on the line".formatted(percent(onTheLine)))
            : null,
        "at least %s".formatted(percent(MUCH_WAIT)),
        known ? Boolean.valueOf(isMuch(inClient) || isMuch(onTheLine)) : null);
  }

  private static boolean isMuch(Double share) {
    return share != null && share >= MUCH_WAIT;
  }
}
