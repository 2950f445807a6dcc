package io.tidemark.ceiling;

import static io.tidemark.measure.Amounts.finePercent;

import io.tidemark.measure.window.Task;

/**
 * The questions about Flink's own backpressure, which the owner of a job looks at first. It has no
 * hard threshold, because with many requests in flight the amplifier is held up less. So it speaks
 * for or against a cause, and rules none out.
 */
final class FlowFindings {
  private static final String AMPLIFIER = "amplify";
  private static final String WRITER = "write";

  private FlowFindings() {}

  /** Asks whether the amplifier is held up by writers that are busy only because they wait. */
  static Finding amplifierIsHeldUp(Facts facts) {
    String signal = "Flink's backpressure";
    String threshold = "the amplifier waits for writers more than it works";
    Task amplifier = facts.peak().task(AMPLIFIER);
    if (amplifier == null || amplifier.backpressured() == null) {
      return Finding.missing(
          signal, threshold, "Flink must refresh it often: metrics.fetcher.update-interval=1000");
    }
    Task writer = facts.peak().task(WRITER);
    return new Finding(
        signal,
        "%s is backpressured %s of the time and busy %s%s"
            .formatted(
                AMPLIFIER,
                finePercent(amplifier.backpressured()),
                finePercent(amplifier.busy()),
                writer == null || writer.busy() == null
                    ? ""
                    : "; %s is busy %s, of which waiting for answers %s"
                        .formatted(
                            WRITER,
                            finePercent(writer.busy()),
                            finePercent(
                                Math.min(
                                    writer.busy(), facts.peak().inFlight().permitWaitShare())))),
        threshold,
        amplifier.backpressured() > amplifier.busy());
  }

  /** Asks whether the amplifier is not held up, or only by the client, which is part of the job. */
  static Finding amplifierIsNotHeldUp(Facts facts) {
    Finding heldUp =
        amplifierIsHeldUp(facts).opposite("the amplifier works more than it waits for writers");
    return facts.seen().jobHoldsItselfUp() && heldUp.isFalse()
        ? new Finding(
            heldUp.signal(), heldUp.value(), "it waits only for the job itself, if at all", true)
        : heldUp;
  }
}
