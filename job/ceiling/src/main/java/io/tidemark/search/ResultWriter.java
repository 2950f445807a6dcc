package io.tidemark.search;

import io.tidemark.aged.KeptDatabases.Kept;
import io.tidemark.build.Version;
import io.tidemark.ceiling.Capacity;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Facts;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.result.AmplificationRow;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Slots;
import io.tidemark.ceiling.result.Step;
import io.tidemark.ceiling.series.Midnight;
import io.tidemark.ceiling.series.Price;
import io.tidemark.ceiling.series.SeriesCurve;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.RunLabel;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.process.HostCores;
import io.tidemark.queried.QueryCurve;
import io.tidemark.search.Verification.Plateau;
import io.tidemark.series.Fleet;
import io.tidemark.slo.SafeRate;
import io.tidemark.slo.Worst;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.Known;
import java.net.URI;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the result of what a search found. */
final class ResultWriter {
  private static final Set<Cause> SAID_BY_WHAT_ENDED_IT =
      EnumSet.of(Cause.INCONCLUSIVE, Cause.REQUESTS_FAIL, Cause.TSDB_REJECTING);

  private final SearchContext context;
  private final Instant started;

  /** The search took this long, without what is computed when all is measured. */
  private final double seconds;

  /** Makes a writer, when all is measured. */
  ResultWriter(SearchContext context, Instant started) {
    this.context = context;
    this.started = started;
    this.seconds = context.journal().elapsed().toMillis() / 1e3;
  }

  CeilingResult result(
      CeilingPlan plan,
      List<Measured> steps,
      Plateau plateau,
      Verdict verdict,
      Facts facts,
      List<Intervention> interventions,
      List<AmplificationRow> amplification,
      SeriesCurve series,
      QueryCurve queries,
      SafeRate safe,
      Worst worst,
      Midnight midnight,
      List<HostCores.Reading> cores,
      Map<Cause, Double> copies,
      Probabilities probabilities,
      String partial) {
    Double ceiling = Known.when(plateau != null, () -> plateau.samplesPerSecond());
    Estimate interval = plateau == null ? null : plateau.estimate();
    boolean closedLoop = plan.by() == CeilingPlan.By.IN_FLIGHT;
    Slots slots = closedLoop ? Estimates.slots(steps, verdict.cause(), aloneMillis()) : null;
    Capacity capacity =
        ceiling == null || facts == null ? null : Estimates.capacity(verdict.cause(), facts);
    HostCores host = hostCores(cores, ceiling);
    return new CeilingResult(
        ceiling,
        Known.when(interval != null, () -> interval.low()),
        Known.when(interval != null, () -> interval.high()),
        verdict.cause(),
        verdict.confidence(),
        safe != null
            ? sentence(safe, worst, verdict, partial)
            : series != null
                ? sentence(series, verdict, partial)
                : queries != null
                    ? sentence(queries, verdict, partial)
                    : sentence(ceiling, plateau, verdict, partial),
        verdict.evidence(),
        verdict.against(),
        verdict.next(),
        verdict.gains(),
        atLeast(verdict, facts),
        verdict.missing(),
        verdict.advice(),
        Known.when(
            facts != null && facts.seen().jobCeiling() != null,
            () -> facts.seen().jobCeiling().value()),
        Estimates.alone(verdict.cause(), facts, capacity),
        slots,
        context.journal().steps(),
        interventions,
        closedLoop ? Estimates.usl(steps) : null,
        Estimates.forecast(capacity, facts, interval),
        amplification,
        series,
        queries,
        safe,
        worst,
        price(series, plateau),
        midnight,
        plan.by().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        context.config().amplify().layout().name().toLowerCase(Locale.ROOT),
        target(context.config()),
        runLabel(context.config()),
        seconds,
        partial,
        context.journal().warnings(),
        versions(plateau),
        configuration(context.config()),
        started.toString(),
        host,
        copies,
        probabilities,
        plan.aged().map(Kept::database).orElse(null));
  }

  private Price price(SeriesCurve series, Plateau plateau) {
    return series != null
        ? series.price()
        : plateau == null ? null : context.registration().price(plateau.window());
  }

  /** Returns the smallest factor of those gains that are ranges. */
  private static Map<Cause, Double> atLeast(Verdict verdict, Facts facts) {
    var least = new EnumMap<Cause, Double>(Cause.class);
    verdict
        .gains()
        .forEach(
            (cause, gain) -> {
              double atLeast = cause.atLeast(facts, gain);
              if (atLeast < gain) {
                least.put(cause, atLeast);
              }
            });
    return least;
  }

  private HostCores hostCores(List<HostCores.Reading> readings, Double ceiling) {
    HostCores cores = HostCores.of(readings, ceiling);
    if (cores != null && cores.wereSlower()) {
      context
          .journal()
          .warn(
              "the host's cores ran at %s of their fastest speed here, and other virtual machines took %s of their time: at another time the ceiling may be different"
                  .formatted(Amounts.percent(cores.speed()), Amounts.percent(cores.stolenShare())));
    }
    return cores;
  }

  private Double aloneMillis() {
    return context.journal().steps().stream()
        .filter(step -> step.isOf(Phase.JOB_CEILING))
        .map(step -> step.window().requests().p50Millis())
        .filter(Objects::nonNull)
        .reduce((cold, compiled) -> compiled)
        .orElse(null);
  }

  private static String sentence(SeriesCurve series, Verdict verdict, String partial) {
    Long shown = series.carried() == null ? series.tooMany() : series.carried();
    String found =
        atARate(
            series.words(shown == null ? 0 : shown),
            series.carried() != null,
            series.tooMany() != null,
            series.samplesPerSecond(),
            verdict);
    String price = series.price() == null ? "" : " " + series.each() + ".";
    boolean cutShort = partial != null && series.carried() != null && series.tooMany() != null;
    String untried =
        cutShort
            ? " Between %s and %s nothing was tried."
                .formatted(Amounts.count(series.carried()), Amounts.count(series.tooMany()))
            : "";
    return found + price + ended(partial) + untried;
  }

  private static String sentence(QueryCurve queries, Verdict verdict, String partial) {
    Double shown = queries.carried() == null ? queries.tooMany() : queries.carried();
    if (queries.carried() == null && shown != null && shown == 0) {
      return "%s samples/s are too much for this database without any query: %s%s.%s"
          .formatted(
              Amounts.count(queries.samplesPerSecond()),
              verdict.headline(),
              firstEvidence(verdict),
              ended(partial));
    }
    String found =
        atARate(
            QueryCurve.words(shown == null ? 0 : shown),
            queries.carried() != null,
            queries.tooMany() != null,
            queries.samplesPerSecond(),
            verdict);
    String each = queries.each().isEmpty() ? "" : " " + queries.each() + ".";
    return found + each + ended(partial);
  }

  /**
   * @param words how many are carried, or the least that were too many
   */
  private static String atARate(
      String words, boolean carried, boolean tooMany, double samplesPerSecond, Verdict verdict) {
    String found =
        "%s%s at %s samples/s on this database"
            .formatted(
                carried ? tooMany ? "" : "At least " : "Fewer than ",
                words,
                Amounts.count(samplesPerSecond));
    String then =
        !tooMany
            ? "; more were not tried"
            : verdict.cause() == Cause.INCONCLUSIVE
                ? ", " + verdict.headline()
                : "; then " + verdict.cause().what() + firstEvidence(verdict);
    return found + then + ".";
  }

  private static String sentence(SafeRate safe, Worst worst, Verdict verdict, String partial) {
    boolean known = verdict.cause() != Cause.INCONCLUSIVE;
    String cause = known ? verdict.cause().what() + firstEvidence(verdict) : null;
    String first = worst == null ? "" : worst.sentence() + " Without an event: ";
    return first + safe.sentence(cause) + ended(partial);
  }

  private static String ended(String partial) {
    return partial == null ? "" : " The search ended early: %s.".formatted(partial);
  }

  /** Returns the verdict in one sentence; if nothing was found, what ended the search says why. */
  private String sentence(Double ceiling, Plateau plateau, Verdict verdict, String partial) {
    if (ceiling == null && partial != null) {
      return nothingFound(verdict, partial);
    }
    String found =
        ceiling == null
            ? "No ceiling was found" + whileRegistering(lastStep())
            : "The ceiling is %s samples/s%s"
                .formatted(Amounts.count(ceiling), whileRegistering(plateau.window()));
    String why = verdict.headline() + firstEvidence(verdict);
    boolean bare = verdict.cause() == Cause.INCONCLUSIVE || ceiling != null;
    return "%s%s %s.%s".formatted(found, bare ? "," : ";", why, ended(partial));
  }

  static String nothingFound(Verdict verdict, String partial) {
    boolean isSaid = SAID_BY_WHAT_ENDED_IT.contains(verdict.cause());
    String cause = isSaid ? "" : "; " + verdict.headline() + firstEvidence(verdict);
    return "No ceiling was found%s: %s.".formatted(cause, partial);
  }

  /** Returns the window of the last step beside a database; null if there was none. */
  private Window lastStep() {
    return context.journal().steps().stream()
        .filter(step -> !step.isOf(Phase.JOB_CEILING))
        .map(Step::window)
        .reduce((earlier, later) -> later)
        .orElse(null);
  }

  private static String whileRegistering(Window window) {
    return window != null && Registration.isOf(window) ? " while series are registered" : "";
  }

  private static String firstEvidence(Verdict verdict) {
    return verdict.cause() == Cause.INCONCLUSIVE
        ? ""
        : " (%s: %s)"
            .formatted(verdict.evidence().get(0).signal(), verdict.evidence().get(0).value());
  }

  private static String runLabel(JobConfig config) {
    String label = RunLabel.of(config.target());
    return label.isEmpty() ? null : label;
  }

  static String target(JobConfig config) {
    String type = config.target().type();
    return config.target().urls().isEmpty()
        ? type
        : type
            + " "
            + config.target().urls().stream().map(URI::toString).collect(Collectors.joining(", "));
  }

  private Map<String, String> versions(Plateau plateau) {
    var versions = new LinkedHashMap<String, String>();
    versions.put("tidemark", Version.TIDEMARK);
    versions.put("flink", context.system().flinkVersion());
    versions.put("java", Runtime.version().toString());
    if (plateau != null
        && plateau.window().database() != null
        && plateau.window().database().version() != null) {
      versions.put("database", plateau.window().database().version());
    }
    return versions;
  }

  /** Returns the settings that make two results comparable; none could hold a secret. */
  private static Map<String, String> configuration(JobConfig config) {
    var settings = new LinkedHashMap<String, String>();
    settings.put("source.type", config.source().type().name().toLowerCase(Locale.ROOT));
    if (config.source().type() == JobConfig.SourceType.DATAGEN) {
      var generator = config.source().datagen();
      settings.put("source.datagen.shape", generator.shape().name().toLowerCase(Locale.ROOT));
      settings.put("source.datagen.series", Long.toString(generator.seriesAlive()));
      settings.put("source.datagen.interval", DurationText.format(generator.interval()));
      settings.put("source.datagen.rate", Long.toString(generator.rate()));
    }
    settings.put("amplify.m", Integer.toString(config.amplify().m()));
    settings.put("amplify.n", Fleet.text(config.amplify().n()));
    settings.put("amplify.layout", config.amplify().layout().name().toLowerCase(Locale.ROOT));
    settings.put("amplify.value", config.amplify().value().name().toLowerCase(Locale.ROOT));
    config.target().options().forEach((name, value) -> settings.put("target." + name, value));
    settings.put("write.batch-samples", Integer.toString(config.write().batchSamples()));
    settings.put("parallelism", Integer.toString(config.parallelism()));
    return settings;
  }
}
