package io.tidemark.ceiling.result;

import io.tidemark.aged.AgedDatabase;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Finding;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Signals;
import io.tidemark.ceiling.Thresholds;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.series.Midnight;
import io.tidemark.ceiling.series.Price;
import io.tidemark.ceiling.series.SeriesCurve;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.process.HostCores;
import io.tidemark.queried.QueryCurve;
import io.tidemark.readers.Reads;
import io.tidemark.slo.SafeRate;
import io.tidemark.slo.Worst;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The result of a search, which is the content of {@code report.json}. A value that was not
 * measured is null.
 *
 * @param ceilingSamplesPerSecond the sustained peak; null if no step was valid
 * @param low the lower end of its 95 % interval
 * @param sentence the verdict in one sentence
 * @param evidence the findings that made it the cause
 * @param next the causes that may stop the traffic once this one is out of the way
 * @param gains for the cause and each of the next, the factor by which its remedy should raise the
 *     throughput; the largest one if it is a range
 * @param gainsAtLeast the smallest factor of those gains that are a range
 * @param jobCeilingSamplesPerSecond the ceiling of the same job against a server that throws
 *     everything away
 * @param withoutJobSamplesPerSecond what the ceiling would be if the database also had the CPU that
 *     the job took from a shared host
 * @param runLabel the value of the label {@code tidemark_run} of all series; null if they have none
 * @param partial why the search ended before it was done; null if it was
 * @param series the result of a search by series; null for other searches and in older reports
 * @param queries the result of a search by queries; null for other searches and in older reports
 * @param safeRate the result of a search for a rate that keeps objectives; null for other searches
 *     and in older reports
 * @param worst the safe rate under the events that were asked for; null if none was, and in older
 *     reports
 * @param newSeries the new series at the ceiling, and what they cost; null if the database does not
 *     report them, and in older reports
 * @param midnight what another UTC day cost a search that crossed it; null for other searches and
 *     in older reports
 * @param by in-flight | m | rate | batch | series | churn | queries | slo
 * @param warnings what the reader has to know so that the result does not mislead
 * @param hostCores how fast the host's cores were meanwhile; null if that is not known
 * @param copies how often each cause is the verdict on copies of the search that are perturbed
 *     within the errors of its readings, 0 to 1; null if nothing was judged, and in older reports
 * @param probabilities how probable each cause is by the queueing model; null in older reports
 * @param aged the past that the database began with; null if it began empty or is the user's, and
 *     in older reports
 */
public record CeilingResult(
    Double ceilingSamplesPerSecond,
    Double low,
    Double high,
    Cause cause,
    Verdict.Confidence confidence,
    String sentence,
    List<Finding> evidence,
    Map<Cause, Finding> against,
    List<Cause> next,
    Map<Cause, Double> gains,
    Map<Cause, Double> gainsAtLeast,
    List<String> missing,
    List<String> advice,
    Double jobCeilingSamplesPerSecond,
    Double withoutJobSamplesPerSecond,
    Slots slots,
    List<Step> steps,
    List<Intervention> interventions,
    Usl usl,
    List<Forecast> forecast,
    List<AmplificationRow> amplification,
    SeriesCurve series,
    QueryCurve queries,
    SafeRate safeRate,
    Worst worst,
    Price newSeries,
    Midnight midnight,
    String by,
    String layout,
    String target,
    String runLabel,
    double seconds,
    String partial,
    List<String> warnings,
    Map<String, String> versions,
    Map<String, String> configuration,
    String startedAt,
    HostCores hostCores,
    Map<Cause, Double> copies,
    Probabilities probabilities,
    AgedDatabase aged) {

  /** Older reports have no ranges. */
  public CeilingResult {
    gainsAtLeast = gainsAtLeast == null ? Map.of() : gainsAtLeast;
  }

  /** Tells whether the search raised the series at a fixed rate, and found their number. */
  public boolean isOfSeries() {
    return series != null && by != null && Set.of("series", "churn").contains(by);
  }

  /** Tells whether the search raised the queries at a fixed rate, and found their number. */
  public boolean isOfQueries() {
    return queries != null && "queries".equals(by);
  }

  /** Tells whether all steps wrote at one rate, which is then no ceiling. */
  public boolean isAtOneRate() {
    return isOfSeries() || isOfQueries();
  }

  /** Tells whether the search looked for a rate that keeps objectives. */
  public boolean isOfObjectives() {
    return safeRate != null && "slo".equals(by);
  }

  /**
   * Returns the beginning of a page: the ceiling and its interval, its cause and the probability of
   * that, and what its remedy gives.
   */
  public String headline() {
    // If no resource stops the traffic, the reason matters, and the sentence has it.
    if (ceilingSamplesPerSecond == null
        || low == null
        || high == null
        || cause.resource() == null
        || isOfObjectives()
        || isAtOneRate()) {
      return sentence;
    }
    String remedied = "";
    if (gains.getOrDefault(cause, 0.0) > Thresholds.NOTHING) {
      String remedy = remedy(cause);
      remedied =
          " %s%s should give about %s samples/s."
              .formatted(
                  remedy.substring(0, 1).toUpperCase(Locale.ROOT),
                  remedy.substring(1),
                  withRemedy(cause));
    }
    String probable =
        Optional.ofNullable(probabilities)
            .flatMap(told -> told.of(cause))
            .map(own -> " (probability %s)".formatted(Amounts.hundredths(own)))
            .orElse("");
    return "%s samples/s (%s to %s), %s%s.%s"
        .formatted(
            Amounts.count(ceilingSamplesPerSecond),
            Amounts.count(low),
            Amounts.count(high),
            cause.headline(),
            probable,
            remedied);
  }

  /**
   * Returns the valid window beside the database with the highest throughput, of those with the
   * settings that the search was given; empty if there is none.
   */
  public Optional<Window> fastest() {
    return steps.stream()
        .filter(step -> step.isOf(Phase.SWEEP, Phase.VERIFY, Phase.RAMP, Phase.HOLD, Phase.BATCH))
        .map(Step::window)
        .filter(Window::valid)
        .max(Comparator.comparingDouble(window -> window.throughput().samplesPerSecond()));
  }

  /**
   * Returns what brings the gain of a cause, in words that precede "should give about 2.6 M
   * samples/s". On a host that job and database fill, the gain needs twice the cores for both.
   */
  public String remedy(Cause cause) {
    return cause == Cause.TSDB_CPU && judged().filter(Signals::sharesFullHost).isPresent()
        ? "doubling the shared host's cores"
        : cause.remedy();
  }

  /**
   * Returns the last valid window that verified the plateau; the {@link #fastest} one if none did.
   */
  public Optional<Window> judged() {
    return steps.stream()
        .filter(step -> step.isOf(Phase.VERIFY))
        .map(Step::window)
        .filter(Window::valid)
        .reduce((earlier, later) -> later)
        .or(this::fastest);
  }

  /** Returns the samples per second without the readers; empty if they were not paused. */
  public Optional<Double> withoutReaders() {
    return ceilingSamplesPerSecond == null
        ? Optional.empty()
        : interventions.stream()
            .filter(each -> each.speaksFor() == Cause.TSDB_READERS && each.before() > 0)
            .findFirst()
            .map(each -> ceilingSamplesPerSecond * each.after() / each.before());
  }

  /** Returns what readers did in the last step at the plateau that had any; empty if none had. */
  public Optional<Reads> reads() {
    return steps.stream()
        .filter(step -> step.isOf(Phase.VERIFY, Phase.RAMP))
        .map(step -> step.window().reads())
        .filter(reads -> reads != null && reads.answered() > 0)
        .reduce((earlier, later) -> later);
  }

  /** Returns the samples/s to expect of a cause's remedy, in words; a range if the gain is one. */
  public String withRemedy(Cause cause) {
    double least = atLeast(cause);
    double most = gains.get(cause);
    String text = Amounts.count(most * ceilingSamplesPerSecond);
    return least < most ? Amounts.count(least * ceilingSamplesPerSecond) + "–" + text : text;
  }

  /** Returns the smallest factor by which a cause's remedy should raise the throughput. */
  public double atLeast(Cause cause) {
    return gainsAtLeast.getOrDefault(cause, gains.get(cause));
  }
}
