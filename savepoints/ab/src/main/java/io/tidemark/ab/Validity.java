package io.tidemark.ab;

import io.tidemark.measure.Amounts;
import io.tidemark.measure.Part;
import io.tidemark.run.MeasuredJob;
import io.tidemark.run.RunResult;
import io.tidemark.statistics.Cusum;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The reasons why a run is unfit to be compared, one row for each. Pure. */
final class Validity {
  /**
   * A run's rates whose spread, relative to their mean, is smaller are tested for a drift as if
   * they had this one, see {@link Cusum#ofStep}.
   */
  static final double IRRELEVANT_SPREAD = 0.05;

  /**
   * Share of a fixed rate that may be missing, because rates vary at the ends of the compared part.
   */
  static final double RATE_MISSED = 0.03;

  /**
   * The observations by which a run is judged.
   *
   * @param database what changed about the database; empty if nothing did
   * @param samplesPerSecond rate at which the run was to write; 0 for as fast as it could
   */
  record Observed(
      MeasuredJob.Ended job,
      Optional<Part> part,
      Optional<String> database,
      double samplesPerSecond) {}

  private static final List<Function<Observed, Optional<String>>> RULES =
      List.of(
          Validity::restarted,
          Validity::stopped,
          Validity::pending,
          Validity::databaseChanged,
          Validity::rowsIgnored,
          Validity::refused,
          Validity::unobserved,
          Validity::slow,
          Validity::little,
          Validity::drift);

  private Validity() {}

  /** Returns the reasons in words; none for a valid run. */
  static List<String> problems(Observed observed) {
    return RULES.stream().map(rule -> rule.apply(observed)).flatMap(Optional::stream).toList();
  }

  private static Optional<String> restarted(Observed observed) {
    List<String> failures = observed.job.failures();
    return when(!failures.isEmpty(), () -> "the job was restarted: " + failures.get(0));
  }

  private static Optional<String> stopped(Observed observed) {
    return when(observed.job.stopped(), () -> "the end of the range was not reached in time");
  }

  private static Optional<String> pending(Observed observed) {
    long pending = observed.job.result().samplesPending();
    return when(
        pending != 0, () -> "%d amplified samples were not accounted for".formatted(pending));
  }

  private static Optional<String> databaseChanged(Observed observed) {
    return observed.database;
  }

  private static Optional<String> rowsIgnored(Observed observed) {
    var store = observed.job.result().store();
    Map<String, Long> ignored =
        store == null || store.rowsIgnored() == null ? Map.of() : store.rowsIgnored();
    return when(
        !ignored.isEmpty(), () -> "the database accepted rows and did not store them: " + ignored);
  }

  /** Refused batches are sent again in halves, and the database stores less than in other runs. */
  private static Optional<String> refused(Observed observed) {
    RunResult result = observed.job.result();
    long refused = result.samplesDeadLettered();
    return when(
        refused != 0,
        () ->
            "the database refused %d of %d samples, which are not stored: %s"
                .formatted(
                    refused,
                    refused + result.samplesAcked(),
                    result.firstRefused().isEmpty()
                        ? "see dead-letter.path"
                        : result.firstRefused()));
  }

  private static Optional<String> unobserved(Observed observed) {
    return when(
        observed.part.isEmpty(), () -> "the writers were not observed while the range was written");
  }

  /** A side that can't keep the rate would be compared at another load than the other side. */
  private static Optional<String> slow(Observed observed) {
    return observed
        .part
        .map(Part::meanSamplesPerSecond)
        .filter(rate -> rate < (1 - RATE_MISSED) * observed.samplesPerSecond)
        .map(
            rate ->
                "it wrote %s samples/s, not the %s of --rate; choose a lower rate"
                    .formatted(Amounts.whole(rate), Amounts.whole(observed.samplesPerSecond)));
  }

  private static Optional<String> little(Observed observed) {
    return observed
        .part
        .map(Part::little)
        .filter(little -> !little.holds())
        .map(
            little ->
                little.longEnough()
                    ? "mean in-flight is not rate × latency (Little's law): off by "
                        + Amounts.percent(little.deviation())
                    : "too short: %s s, mean latency %s s; take a longer --run-time"
                        .formatted(
                            Amounts.tenths(little.windowSeconds()),
                            Amounts.hundredths(little.meanLatencySeconds())));
  }

  private static Optional<String> drift(Observed observed) {
    return observed
        .part
        .filter(part -> part.samplesPerSecond().length >= Cusum.MIN_OBSERVATIONS)
        .map(part -> Cusum.ofStep(part.samplesPerSecond(), IRRELEVANT_SPREAD))
        .filter(Cusum::drifts)
        .map(
            cusum ->
                "the rate drifts: cumulative sum %s standard deviations, at most %s"
                    .formatted(
                        Amounts.tenths(Math.max(cusum.highestUp(), cusum.highestDown())),
                        Amounts.whole(Cusum.H)));
  }

  private static Optional<String> when(boolean holds, java.util.function.Supplier<String> text) {
    return holds ? Optional.of(text.get()) : Optional.empty();
  }
}
