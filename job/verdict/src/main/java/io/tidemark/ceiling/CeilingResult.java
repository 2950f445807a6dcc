package io.tidemark.ceiling;

import io.tidemark.aged.AgedDatabase;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Measured;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.Window;
import io.tidemark.model.Observation;
import io.tidemark.process.HostCores;
import io.tidemark.queried.QueryCurve;
import io.tidemark.readers.Reads;
import io.tidemark.slo.SafeRate;
import io.tidemark.slo.Worst;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

  /**
   * How probable each cause is. Several causes may be right at once, so the probabilities need not
   * sum to 1.
   *
   * @param causes the probability of each cause, 0 to 1, the most probable first: that its remedy
   *     gains enough, and nearly as much as the best one. For {@link Cause#NONE_REACHED} it is the
   *     probability that no remedy gains, or that a faster source does
   * @param noneOfThese the probability, 0 to 1, that something else would gain as much, which no
   *     cause names
   * @param gains for each cause, the factor of throughput that its remedy gives, at most 2
   * @param changes what changes of a search did to the probabilities, in the order of its
   *     interventions
   * @param effectiveSamples the number of independent samples that the samples are worth
   * @param untold why nothing of this means anything; null if it does
   * @param misfit the signal that the most probable network explains least; null if it explains all
   */
  public record Probabilities(
      Map<Cause, Double> causes,
      double noneOfThese,
      Map<Cause, Gain> gains,
      List<Change> changes,
      double effectiveSamples,
      String untold,
      String misfit) {
    /**
     * Returns probabilities that tell nothing, because there were no windows or the model could not
     * be fitted to them.
     */
    public static Probabilities untold(String why) {
      return new Probabilities(Map.of(), 0, Map.of(), List.of(), 0, why, null);
    }

    /** Tells whether the probabilities mean anything. */
    public boolean told() {
      return untold == null;
    }

    /** Returns the same probabilities with what changes did to them. */
    public Probabilities with(List<Change> others) {
      return new Probabilities(
          causes, noneOfThese, gains, others, effectiveSamples, untold, misfit);
    }
  }

  /**
   * What a change of a search did to the probabilities.
   *
   * @param changed the change, in the words of its intervention
   * @param without for each cause, its probability without the windows of this change
   */
  public record Change(String changed, Map<Cause, Double> without) {}

  /** With probability 0.8 the gain lies between low and high, and with 0.1 each below or above. */
  public record Gain(double low, double median, double high) {}

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
   * Returns the beginning of a page: the ceiling and its interval, its cause, and what its remedy
   * gives.
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
      String remedy = cause.remedy();
      remedied =
          " %s%s should give about %s samples/s."
              .formatted(
                  remedy.substring(0, 1).toUpperCase(Locale.ROOT),
                  remedy.substring(1),
                  withRemedy(cause));
    }
    return "%s samples/s (%s to %s), %s.%s"
        .formatted(
            Amounts.count(ceilingSamplesPerSecond),
            Amounts.count(low),
            Amounts.count(high),
            cause.headline(),
            remedied);
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

  /**
   * Returns what the readers did in the last step at the plateau that had readers; empty if there
   * was none.
   */
  public Optional<Reads> reads() {
    return steps.stream()
        .filter(step -> step.phase().equals("verify") || step.phase().equals("ramp"))
        .map(step -> step.window().reads())
        .filter(reads -> reads != null && reads.answered() > 0)
        .reduce((earlier, later) -> later);
  }

  /**
   * Returns the samples per second to expect of a cause's remedy, in words; it is a range if the
   * gain is.
   */
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

  /**
   * How many requests the database works on at once, as seen from outside.
   *
   * @param estimated the estimate; null if the steps don't show it
   * @param limitedBy "slots" if that many is a limit of the database's, "cpu" if it is only the
   *     number of requests that keep its CPU busy
   * @param reported the number that the database itself reports
   */
  public record Slots(
      Double estimated, Double low, Double high, Double reported, String limitedBy) {}

  /** If there are more sightings, only the latest count. */
  private static final int MOST_SIGHTINGS = 256;

  /** Each valid window of these phases says something of what stops the traffic. */
  private static final Set<String> SEEN = Set.of("sweep", "verify", "intervention");

  /**
   * One step of the search.
   *
   * @param phase job-ceiling | warm-up | sweep | ramp | hold | event | batch | verify |
   *     intervention | fewer-series | without-readers | midnight
   * @param note what is special about it, or null
   * @param settings what it was made with; null in older reports
   */
  public record Step(String phase, Window window, String note, Settings settings) {}

  /**
   * The settings of a step, as a search had changed them. A setting that is not known is null.
   *
   * @param slots the database's insert slots
   * @param cores the database's cores
   */
  public record Settings(
      int inFlight, int batchSamples, int parallelism, Double slots, Double cores) {

    /**
     * @param given the resources that the search gave to the database, which count instead of what
     *     its pages say
     */
    public static Settings of(Window window, Map<Resource, Double> given) {
      var database = window.database();
      return new Settings(
          window.load().inFlight(),
          window.load().batchSamples(),
          window.load().parallelism(),
          given.getOrDefault(Resource.SLOTS, database == null ? null : database.slots()),
          given.getOrDefault(Resource.DATABASE_CPU, database == null ? null : database.cores()));
    }
  }

  /**
   * A valid window of sweep, verification or an intervention, for whoever judges.
   *
   * @param weight the window's share of the seconds measured with the same settings; the weights of
   *     these windows add up to 1, because what disturbs one of them disturbs its neighbours, too
   */
  public record Sighting(Window window, Settings settings, double weight) {
    /** Returns a window that is the only one with its settings. */
    public static Sighting of(Window window) {
      return new Sighting(window, Settings.of(window, Map.of()), 1);
    }

    public Observation observed() {
      return new Observation(
          window, settings.slots, settings.cores, Signals.failingShare(window), weight);
    }
  }

  /**
   * Returns the sightings in the order in which they were made; older reports have them, too. A
   * ramp gives only that of its highest load, because its other windows have other costs with as
   * many requests in flight.
   */
  public static List<Sighting> sightings(List<Step> steps) {
    List<Step> seen =
        steps.stream().filter(step -> SEEN.contains(step.phase) && step.window.valid()).toList();
    List<Sighting> all =
        (seen.isEmpty() ? highest(steps).stream() : seen.stream())
            .map(
                step ->
                    new Sighting(
                        step.window,
                        step.settings == null ? Settings.of(step.window, Map.of()) : step.settings,
                        step.window.seconds()))
            .toList();
    all = all.subList(Math.max(0, all.size() - MOST_SIGHTINGS), all.size());
    Map<Settings, Double> seconds =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    Sighting::settings, Collectors.summingDouble(Sighting::weight)));
    return all.stream()
        .map(
            each ->
                new Sighting(each.window, each.settings, each.weight / seconds.get(each.settings)))
        .toList();
  }

  private static Optional<Step> highest(List<Step> steps) {
    return steps.stream()
        .filter(step -> Set.of("ramp", "hold").contains(step.phase) && step.window.valid())
        .max(Comparator.comparingDouble(step -> step.window.load().expectedSamplesPerSecond()));
  }

  /**
   * One change at the plateau.
   *
   * @param changed the change, e.g. "in-flight 8 → 16"
   * @param side job | database | readers
   * @param factor the factor by which the resource changed
   * @param before the samples per second before the change: the mean of the windows around it
   * @param elasticity Δln(throughput)/Δln(factor)
   * @param low the lower end of its 95 % interval, whose unit is the window
   * @param predicted the elasticity if the changed resource stops the traffic
   * @param moved whether the throughput followed: the interval excludes no effect, and the effect
   *     reaches half of what was predicted
   */
  public record Intervention(
      String changed,
      String side,
      double factor,
      double before,
      double after,
      double elasticity,
      double low,
      double high,
      double predicted,
      boolean moved,
      Cause speaksFor) {
    /** Tells whether the effect is surely less than half of what was predicted. */
    public boolean stayed() {
      return high < predicted / 2;
    }

    /**
     * Tells whether twice as much of the resource surely gains less than half of what was
     * predicted, or less than a cause must.
     */
    public boolean isNoCause() {
      return stayed() || surelyGainsTooLittle();
    }

    /** Tells whether twice as much of the resource surely gains less than a cause must. */
    public boolean surelyGainsTooLittle() {
      return Math.pow(2, high) < Thresholds.WORTH_IT;
    }

    /** Tells whether the changed resource is surely what stops the traffic. */
    public boolean proves() {
      boolean nothingLeft = factor > 1 || Math.pow(2, 1 - elasticity) <= Thresholds.ALIKE;
      return moved && Math.pow(2, low) >= Thresholds.WORTH_IT && nothingLeft;
    }

    /**
     * Returns the factor of throughput that twice as much of the resource surely gives. What less
     * of it cost shows no more than was promised of more.
     *
     * @param promised the factor of throughput that the model promises
     */
    public double surelyGains(double promised) {
      double sure = Math.pow(2, low);
      return factor > 1 ? sure : Math.min(sure, promised);
    }

    /** Returns the factor of throughput that twice as much of the resource gives. */
    public double gained() {
      return Math.pow(2, elasticity);
    }

    /** Tells whether twice as much of the resource gains what a cause must. */
    public boolean isWorthIt() {
      return gained() >= Thresholds.WORTH_IT;
    }

    /**
     * Tells whether more of the resource lowered the throughput, or less of it raised the
     * throughput.
     */
    public boolean wentTheWrongWay() {
      return high < 0;
    }
  }

  /**
   * The Universal Scalability Law, X(N) = λN / (1 + σ(N−1) + κN(N−1)), which describes the curve.
   *
   * @param peakInFlight the requests in flight from which the curve falls, within what was
   *     measured; null if that is not shown
   */
  public record Usl(
      double lambda, double sigma, double kappa, Double peakInFlight, double relativeResidual) {}

  /**
   * The throughput extrapolated to a number of times the cores.
   *
   * @param hostOfItsOwn whether the database also has the CPU that the job takes from it now
   * @param bound what would stop the traffic then, in words that follow "stopped by"
   */
  public record Forecast(
      double factor,
      double cores,
      Double slots,
      boolean hostOfItsOwn,
      double samplesPerSecond,
      Double low,
      Double high,
      String bound) {}

  /**
   * A row of the M×N table.
   *
   * @param n the mean number of copies over the source's series
   */
  public record AmplificationRow(
      int parallelism,
      int m,
      double n,
      double expectedPerMinute,
      double actualPerMinute,
      double efficiency,
      boolean sustained) {}

  /**
   * How many series a database carries at a rate of samples, copies included; or how many of them
   * new ones may replace each minute.
   *
   * @param churn whether the curve is about new series a minute
   * @param carried the most that the database carries; null if it carried none that was tried
   * @param tooMany the fewest that were too many; null if none was
   * @param samplesPerSecond the samples per second that each step asked for
   * @param bytesEach the resident memory for one more series, over the steps before the first that
   *     was too much, because a database does not give memory back; null if the steps don't show it
   * @param coresPerMillion the cores of the database for a million more series; null if the steps
   *     don't show it
   * @param price the price of new series; null if there are none, or if the steps don't show it
   * @param rows the rows, the fewest series first
   */
  public record SeriesCurve(
      boolean churn,
      Long carried,
      Long tooMany,
      double samplesPerSecond,
      Double bytesEach,
      Double coresPerMillion,
      Price price,
      List<SeriesRow> rows) {
    /**
     * @param rows the rows in the order they were measured
     */
    public static SeriesCurve of(
        boolean churn, Long carried, Long tooMany, double samplesPerSecond, List<SeriesRow> rows) {
      List<SeriesRow> rising = rows.stream().takeWhile(SeriesRow::carried).toList();
      Double each = slope(rising, SeriesRow::newPerMinute, SeriesRow::cpuCores);
      Double bytes = slope(rising, SeriesRow::series, SeriesRow::residentBytes);
      Double cores = slope(rising, SeriesRow::series, SeriesRow::cpuCores);
      return new SeriesCurve(
          churn,
          carried,
          tooMany,
          samplesPerSecond,
          bytes,
          cores == null ? null : Double.valueOf(1e6 * cores),
          each == null ? null : Price.of(each, rising.get(rising.size() - 1)),
          rows.stream()
              .sorted(
                  Comparator.comparing(SeriesRow::series).thenComparing(SeriesRow::newPerMinute))
              .toList());
    }

    /** Returns an amount of what is raised, in words. */
    public String words(long series) {
      return churn
          ? "%s new series a minute (%s of %s)"
              .formatted(
                  Amounts.count(series),
                  Finding.percent((double) series / rows.get(0).series()),
                  Amounts.count(rows.get(0).series()))
          : Amounts.count(series) + " active series";
    }

    /** Returns what one more series takes, in words; empty if the steps don't show it. */
    public String each() {
      if (price != null) {
        return price.words();
      }
      return Stream.of(
              bytesEach == null ? "" : "%s of memory".formatted(Amounts.bytes(bytesEach)),
              coresPerMillion == null
                  ? ""
                  : "%s cores a million series"
                      .formatted(Amounts.significant(coresPerMillion, false)))
          .filter(words -> !words.isEmpty())
          .collect(Collectors.joining(", and "));
    }

    /**
     * Returns the factor of rows that the same CPU would write if it read its index for none
     * because its caches are too small. The steps must show what such a row costs: CPU per row = a
     * + b · share of such rows. It is 1 if they don't.
     */
    double gainOfMemory(Window window) {
      List<SeriesRow> told =
          rows.stream()
              .filter(row -> row.slowShare != null && row.cpuCores != null)
              .filter(row -> row.samplesPerSecond > 0)
              .toList();
      Double each = slope(told, SeriesRow::slowShare, row -> row.cpuCores / row.samplesPerSecond);
      SeriesRow row = SeriesRow.of(0, 0, window, false, "");
      boolean known =
          each != null && row.slowShare != null && row.cpuCores != null && row.samplesPerSecond > 0;
      if (!known) {
        return 1;
      }
      double all = row.cpuCores / row.samplesPerSecond;
      return Math.max(1, all / Math.max(Double.MIN_NORMAL, all - each * row.slowShare));
    }

    /**
     * Returns the slope by least squares; null for fewer than three steps or for values that do not
     * grow.
     */
    private static Double slope(
        List<SeriesRow> rows,
        ToDoubleFunction<SeriesRow> raised,
        Function<SeriesRow, Double> value) {
      List<SeriesRow> known = rows.stream().filter(row -> value.apply(row) != null).toList();
      double x = known.stream().mapToDouble(raised).average().orElse(0);
      double y = known.stream().mapToDouble(value::apply).average().orElse(0);
      double both = 0;
      double square = 0;
      for (SeriesRow row : known) {
        double far = raised.applyAsDouble(row) - x;
        both += far * (value.apply(row) - y);
        square += far * far;
      }
      boolean shown = known.size() >= 3 && square > 0 && both > 0;
      return shown ? Double.valueOf(both / square) : null;
    }
  }

  /**
   * What it costs that generated time comes to another UTC day, for which a database may index each
   * series anew.
   *
   * @param series the series, copies included
   * @param before the samples per second before it
   * @param lowest the samples per second in the slowest second across it
   * @param lostSeconds the seconds that would have been enough, at the rate before, to write what
   *     was written less across it
   * @param cpuMillis the CPU time of the database for each series, beyond what as many samples took
   *     before; null if the database does not report its CPU
   */
  public record Midnight(
      long series, double before, double lowest, double lostSeconds, Double cpuMillis) {
    private static final int GRIDS_A_SECOND = (int) (1_000 / ObservationLog.GRID_MILLIS);

    /**
     * @param across the window in which each series had its first sample of the new day
     */
    public static Midnight of(long series, Measured before, Measured across) {
      double rate = before.samplesPerSecond();
      double[] rates = across.rates();
      double lowest =
          IntStream.rangeClosed(0, rates.length - GRIDS_A_SECOND)
              .mapToDouble(i -> Arrays.stream(rates, i, i + GRIDS_A_SECOND).average().orElse(0))
              .min()
              .orElse(across.samplesPerSecond());
      double samples = Arrays.stream(rates).average().orElse(0) * across.window().seconds();
      Double each = null;
      var day = before.window().database();
      var night = across.window().database();
      boolean known =
          day != null
              && night != null
              && day.cpuCoresUsed() != null
              && night.cpuCoresUsed() != null;
      if (known && rate > 0) {
        double more =
            night.cpuCoresUsed() * across.window().seconds() - day.cpuCoresUsed() * samples / rate;
        each = 1e3 * Math.max(0, more) / series;
      }
      return new Midnight(
          series,
          rate,
          lowest,
          rate == 0 ? 0 : Math.max(0, across.window().seconds() - samples / rate),
          each);
    }

    public String sentence() {
      return "As generated time crossed midnight UTC, %s samples/s fell to %s in the slowest second; it cost %s s of writing%s"
          .formatted(
              Amounts.count(before),
              Amounts.count(lowest),
              Amounts.significant(lostSeconds, false),
              cpuMillis == null
                  ? ""
                  : ", and %s µs of the database's CPU for each of %s series"
                      .formatted(
                          Amounts.significant(1e3 * cpuMillis, false), Amounts.count(series)));
    }
  }

  /**
   * What new series cost, at a load where most of them are carried.
   *
   * @param rowShare the share of the rows that are the first of their series, 0 to 1
   * @param cpuShare the share of the database's CPU that they take, 0 to 1; null if that is not
   *     known
   * @param cpuMillis the CPU time of the database for each, beyond what any row takes; null if that
   *     is not known
   */
  public record Price(double rowShare, Double cpuShare, Double cpuMillis) {
    /** A smaller share of the rows would be written as 0.0 %. */
    private static final double HARDLY_ANY = 0.0005;

    /**
     * Computes the price from two windows, one of which has at least twice the share of new series:
     * CPU per row = a + b · share, and b is the price.
     *
     * @param registering a window in which series were registered that others then wrote to; null
     *     if there is none
     * @return the price; null if it is not known how many rows are of new series
     */
    public static Price of(Window registering, Window ceiling) {
      var now = ceiling.database();
      if (now == null || now.newSeriesShare() == null) {
        return null;
      }
      double share = now.newSeriesShare();
      var then = registering == null ? null : registering.database();
      Double before = then == null ? null : cpuSecondsARow(then);
      Double after = cpuSecondsARow(now);
      boolean told =
          before != null
              && after != null
              && then.newSeriesShare() != null
              && then.newSeriesShare() > 0
              && then.newSeriesShare() >= 2 * share;
      double each = told ? (before - after) / (then.newSeriesShare() - share) : 0;
      return each > 0
          ? new Price(share, Math.min(1, each * share / after), 1e3 * each)
          : new Price(share, null, null);
    }

    private static Double cpuSecondsARow(Window.Database read) {
      boolean known =
          read.cpuCoresUsed() != null && read.rowsPerSecond() != null && read.rowsPerSecond() > 0;
      return known ? Double.valueOf(read.cpuCoresUsed() / read.rowsPerSecond()) : null;
    }

    /**
     * Returns words such as "5.0 % of the rows are of new series and take 60 % of the database's
     * CPU, 120 µs each".
     */
    public String words() {
      if (rowShare < HARDLY_ANY && cpuMillis != null) {
        return "hardly any now; each takes %s µs of the database's CPU"
            .formatted(Amounts.significant(1e3 * cpuMillis, false));
      }
      return "%s of the rows are of new series%s"
          .formatted(
              Finding.percent(rowShare),
              cpuShare == null || cpuMillis == null
                  ? ""
                  : " and take %s of the database's CPU, %s µs each"
                      .formatted(
                          Finding.percent(cpuShare), Amounts.significant(1e3 * cpuMillis, false)));
    }

    /**
     * @param coresPerMinutely the cores for each new series a minute
     */
    private static Price of(double coresPerMinutely, SeriesRow row) {
      return new Price(
          row.newPerMinute / 60.0 / row.samplesPerSecond,
          Math.min(1, coresPerMinutely * row.newPerMinute / row.cpuCores),
          60e3 * coresPerMinutely);
    }
  }

  /**
   * A step of a search by series. A value that was not reported is null.
   *
   * @param newPerMinute the series that new ones replace each minute, as asked for
   * @param residentBytes the database's resident memory
   * @param cpuCores the cores that the database used
   * @param slowShare the share of the rows for which the database read its index because its caches
   *     are too small
   * @param p99Millis the 99th percentile of the requests' latency
   * @param why why the step was too much although it was written, if that is because of the
   *     database's memory; else empty
   */
  public record SeriesRow(
      long series,
      long newPerMinute,
      double samplesPerSecond,
      Double residentBytes,
      Double cpuCores,
      Double slowShare,
      Double p99Millis,
      boolean carried,
      String why) {
    public static SeriesRow of(
        long series, long newPerMinute, Window window, boolean carried, String why) {
      var database = window.database();
      return new SeriesRow(
          series,
          newPerMinute,
          window.throughput().samplesPerSecond(),
          database == null ? null : database.residentBytes(),
          database == null ? null : database.cpuCoresUsed(),
          database == null ? null : database.uncachedShare(),
          window.requests().p99Millis(),
          carried,
          why);
    }
  }
}
