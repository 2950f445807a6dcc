package io.tidemark.slo;

import io.tidemark.measure.Amounts;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The safe rate: the highest rate of an open loop that keeps the user's objectives.
 *
 * @param samplesPerSecond the safe rate; null if not even the lowest rate that was tried keeps all
 * @param activeSeries series that send a sample every {@value Amounts#SCRAPE_SECONDS} s at this
 *     rate; null if there is no rate
 * @param objectives the objectives, with what was measured at that rate
 * @param holds number of holds of {@code holdSeconds} each that the rate has passed; two confirm it
 * @param failsAtSamplesPerSecond the lowest rate that was tried and did not keep all; null if none
 *     was
 * @param broken the objectives that were not kept there, in words
 * @param done whether the search ended by itself, so that no rate is safe if it found none; null in
 *     reports of older versions
 */
public record SafeRate(
    Double samplesPerSecond,
    Double activeSeries,
    List<Value> objectives,
    int holds,
    double holdSeconds,
    Double failsAtSamplesPerSecond,
    List<String> broken,
    Boolean done) {
  /**
   * @param objective the objective as the user wrote it
   * @param measured the worst of all holds, with its unit; null if there is no rate
   */
  public record Value(String objective, String measured) {}

  public static SafeRate of(
      SafeRateSearch.Found found, List<Objective> objectives, double holdSeconds) {
    Hold best = found.best();
    Double rate = best == null ? null : Double.valueOf(best.samplesPerSecond());
    return new SafeRate(
        rate,
        rate == null ? null : Double.valueOf(rate * Amounts.SCRAPE_SECONDS),
        IntStream.range(0, objectives.size())
            .mapToObj(
                i ->
                    new Value(
                        objectives.get(i).text(),
                        best == null ? null : objectives.get(i).words(best.values().get(i))))
            .toList(),
        found.holds(),
        holdSeconds,
        found.worse() == null ? null : Double.valueOf(found.worse().samplesPerSecond()),
        found.worse() == null ? List.of() : found.worse().broken(),
        found.done());
  }

  /** Tells whether a longer search would have told more. */
  public boolean unfinished() {
    return !confirmed()
        && (samplesPerSecond != null
            || failsAtSamplesPerSecond == null
            || Boolean.FALSE.equals(done));
  }

  /** Tells whether the rate has passed two holds of the full length. */
  public boolean confirmed() {
    return samplesPerSecond != null && holds >= 2;
  }

  /**
   * Returns the result in one sentence, for people who read nothing else.
   *
   * @param cause what stops higher rates, in words; null if it is not known
   */
  public String sentence(String cause) {
    if (samplesPerSecond == null) {
      return failsAtSamplesPerSecond == null
          ? "No safe rate was found."
          : "%s: at %s samples/s, the lowest that was tried, %s%s."
              .formatted(
                  unfinished() ? "No safe rate was found" : "No rate is safe",
                  Amounts.count(failsAtSamplesPerSecond),
                  String.join(", ", broken),
                  cause == null ? "" : "; the cause is " + cause);
    }
    String kept =
        objectives.stream()
            .map(value -> "%s (measured %s)".formatted(value.objective(), value.measured()))
            .collect(Collectors.joining(", "));
    String length = Amounts.whole(holdSeconds) + " s";
    String over =
        switch (holds) {
          case 0 -> "in a short step, not confirmed by a hold of " + length;
          case 1 -> "over one hold of " + length + ", not confirmed by a second";
          default -> "over %d holds of %s".formatted(holds, length);
        };
    return "You may run at %s samples/s (%s) with %s %s; %s."
        .formatted(
            Amounts.count(samplesPerSecond),
            Amounts.activeSeries(samplesPerSecond),
            kept,
            over,
            above(cause));
  }

  private String above(String cause) {
    if (failsAtSamplesPerSecond == null) {
      return "no higher rate was tried";
    }
    return "at %s samples/s, %s%s"
        .formatted(
            Amounts.count(failsAtSamplesPerSecond),
            String.join(", ", broken),
            cause == null ? "; the cause is unknown" : ": " + cause);
  }
}
