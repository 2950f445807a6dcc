package io.tidemark.ceiling;

import static io.tidemark.measure.Amounts.finePercent;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Endpoint;
import java.util.Comparator;
import java.util.stream.Collectors;

/** The questions about requests that fail on the way to the database, or behind a proxy. */
final class FailureFindings {
  private static final String SIGNAL = "requests that fail";

  private FailureFindings() {}

  /** Asks whether requests fail, and says at which address most do, and how. */
  static Finding requestsFail(Facts facts) {
    double share = Signals.failingShare(facts.peak());
    return new Finding(
        SIGNAL,
        finePercent(share)
            + facts.peak().requests().endpoints().stream()
                .max(Comparator.comparingDouble(FailureFindings::refusedPerSecond))
                .filter(worst -> share > Thresholds.THROTTLED)
                .map(FailureFindings::at)
                .orElse(""),
        "more than %s".formatted(finePercent(Thresholds.THROTTLED)),
        share > Thresholds.THROTTLED);
  }

  /** Asks whether few requests fail, because a batch that waits for a retry is in flight, too. */
  static Finding fewRequestsFail(Facts facts) {
    return requestsFail(facts).opposite("at most %s".formatted(finePercent(Thresholds.THROTTLED)));
  }

  private static double refusedPerSecond(Endpoint endpoint) {
    return endpoint.callsPerSecond()
        * endpoint.refusedShare().values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static String at(Endpoint worst) {
    String how =
        worst.refusedShare().entrySet().stream()
            .map(
                each ->
                    "%s %s"
                        .formatted(
                            finePercent(each.getValue()),
                            each.getKey().isEmpty() ? "no answer" : each.getKey()))
            .collect(Collectors.joining(", "));
    return "; at %s: %s".formatted(worst.address(), how);
  }

  /**
   * Returns the factor of throughput if no request failed. What stands behind an address that fails
   * would take as much as it was sent, and batches that fail or wait to be sent again would be at
   * the database instead.
   */
  static double gain(Facts facts) {
    if (facts.seen().rateAsked() && JobFindings.sourceGivesNoMore(facts).isTrue()) {
      return 1;
    }
    double taken = takenInFlight(facts.peak());
    double more = taken > 0 ? facts.peak().inFlight().mean() / taken : 1;
    double times = Math.min(Thresholds.DOUBLED, Math.max(1, more));
    double atDatabase = facts.capacity().gain(d -> d.withInFlight(times * d.inFlight()));
    double share = Math.min(0.5, Signals.failingShare(facts.peak()));
    return Math.max(atDatabase, 1 / (1 - share));
  }

  private static double takenInFlight(Window window) {
    return window.requests().endpoints().stream().mapToDouble(Endpoint::takenInFlight).sum();
  }
}
