package io.tidemark.report;

import static io.tidemark.report.Page.Cells.number;
import static io.tidemark.report.Page.Cells.text;

import io.tidemark.aged.AgedDatabase;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Finding;
import io.tidemark.ceiling.Intervention;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Forecast;
import io.tidemark.ceiling.result.Gain;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.ceiling.result.Usl;
import io.tidemark.ceiling.series.Price;
import io.tidemark.ceiling.series.SeriesCurve;
import io.tidemark.ceiling.series.SeriesRow;
import io.tidemark.job.config.RunLabel;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Requests;
import io.tidemark.process.HostCores;
import io.tidemark.proof.CauseProbabilities;
import io.tidemark.queried.QueryCurve;
import io.tidemark.report.Page.Bullets;
import io.tidemark.report.Page.Cells;
import io.tidemark.report.Page.Fact;
import io.tidemark.report.Page.FactList;
import io.tidemark.report.Page.Item;
import io.tidemark.report.Page.Paragraph;
import io.tidemark.report.Page.Section;
import io.tidemark.report.Page.Table;
import io.tidemark.slo.SafeRate;
import io.tidemark.slo.Worst.Through;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Makes a page of a search's result. */
public final class CeilingPage {
  private final CeilingResult result;
  private final List<Section> sections = new ArrayList<>();

  private CeilingPage(CeilingResult result) {
    this.result = result;
  }

  public static Page of(CeilingResult result) {
    var page = new CeilingPage(result);
    page.found();
    page.worst();
    page.remedies();
    page.probabilities();
    page.proof();
    page.plots("Throughput and latency against load", CeilingPlots.outcome(result));
    page.amplification();
    page.series();
    page.sections.addAll(SideBySide.of(result));
    page.plots("Where the job waits", CeilingPlots.tasks(result));
    page.evidence();
    page.beyond();
    page.folded("Who was busy, and who waited", CeilingPlots.work(result));
    page.against();
    page.steps();
    page.conditions();
    return new Page(
        "Tidemark: the ceiling of " + result.target(),
        result.headline(),
        result.cause().name(),
        "confidence: " + result.confidence().name().toLowerCase(Locale.ROOT),
        Conditions.of(result),
        page.warnings(),
        page.sections);
  }

  private List<String> warnings() {
    var warnings = new ArrayList<String>();
    if (result.partial() != null) {
      warnings.add("this report is partial: " + result.partial());
    }
    warnings.addAll(result.warnings());
    return warnings;
  }

  private void found() {
    var facts = new ArrayList<Fact>();
    if (result.isOfObjectives()) {
      if (result.worst() != null) {
        Fact.add(
            facts,
            "Safe rate through all events",
            result.worst().samplesPerSecond(),
            CeilingPage::rate);
      }
      safeRate(facts, result.safeRate());
    } else if (result.isOfSeries()) {
      SeriesCurve curve = result.series();
      Fact.add(facts, "Highest carried", curve.carried(), curve::words);
      Fact.add(facts, "Lowest too many", curve.tooMany(), curve::words);
      facts.add(new Fact("At a fixed rate of", rate(curve.samplesPerSecond())));
    } else if (result.isOfQueries()) {
      QueryCurve curve = result.queries();
      Fact.add(facts, "Highest answered", curve.carried(), QueryCurve::words);
      Fact.add(facts, "Lowest too many", curve.tooMany(), QueryCurve::words);
      facts.add(new Fact("At a fixed rate of", rate(curve.samplesPerSecond())));
    } else {
      Fact.add(facts, "Ceiling", result.ceilingSamplesPerSecond(), CeilingPage::rate);
      if (result.low() != null && result.high() != null) {
        facts.add(new Fact("95 % interval", interval(result.low(), result.high())));
      }
      Fact.add(facts, "In series", result.ceilingSamplesPerSecond(), CeilingPage::inSeries);
      Fact.add(
          facts,
          "Latency there",
          result.judged().map(Window::requests).orElse(null),
          CeilingPage::latency);
    }
    Fact.add(
        facts,
        "The job without a database",
        result.jobCeilingSamplesPerSecond(),
        CeilingPage::rate);
    Fact.add(
        facts,
        "With the database on a host of its own",
        result.withoutJobSamplesPerSecond(),
        CeilingPage::rate);
    Fact.add(
        facts,
        "Readers",
        result.reads().orElse(null),
        reads -> ReadsText.beside(reads, result.withoutReaders()));
    Fact.add(facts, "The database began with", result.aged(), AgedDatabase::past);
    Fact.add(facts, "Queries of others", ReadsText.others(result), words -> words);
    Fact.add(facts, "New series", result.newSeries(), Price::words);
    var items = new ArrayList<Item>();
    if (!facts.isEmpty()) {
      items.add(new FactList(facts));
    }
    if (result.midnight() != null) {
      items.add(new Paragraph(result.midnight().sentence() + "."));
    }
    if (!items.isEmpty()) {
      sections.add(new Section("What was found", items));
    }
  }

  private static void safeRate(List<Fact> facts, SafeRate safe) {
    Fact.add(facts, "Safe rate", safe.samplesPerSecond(), CeilingPage::rate);
    Fact.add(facts, "In series", safe.samplesPerSecond(), CeilingPage::inSeries);
    for (SafeRate.Value value : safe.objectives()) {
      Fact.add(facts, value.objective(), value.measured(), measured -> "measured " + measured);
    }
    facts.add(
        new Fact("Holds", "%d of %s s".formatted(safe.holds(), Amounts.whole(safe.holdSeconds()))));
    Fact.add(
        facts,
        "Fails at",
        safe.failsAtSamplesPerSecond(),
        fails -> rate(fails) + ": " + String.join(", ", safe.broken()));
  }

  private void worst() {
    table(
        "Through restarts and other events",
        result.worst() == null ? List.of() : result.worst().events(),
        text("Event", Through::event),
        text("Caused by", through -> through.hook() ? "your command" : "Tidemark"),
        number("Safe samples/s", through -> Amounts.orDash(through.rate().samplesPerSecond())),
        number("Holds", through -> Integer.toString(through.rate().holds())),
        text("Fails above that", Through::limit));
  }

  /** Adds the gain that each remedy should give, the largest first, and the advice. */
  private void remedies() {
    var items = new ArrayList<Item>();
    if (!result.gains().isEmpty()) {
      items.add(
          Table.of(
              result.gains().entrySet().stream()
                  .sorted(Map.Entry.<Cause, Double>comparingByValue().reversed())
                  .toList(),
              text("Limit", gain -> gain.getKey().what()),
              text("", gain -> gain.getKey().name()),
              text("Remedy", gain -> result.remedy(gain.getKey())),
              number("Forecast (rules)", this::factor),
              number("Samples/s then", this::then)));
    }
    if (!result.advice().isEmpty()) {
      items.add(new Bullets(result.advice()));
    }
    if (!items.isEmpty()) {
      sections.add(new Section("What helps, and what that should give", items));
    }
  }

  private String factor(Map.Entry<Cause, Double> gain) {
    return isNone(gain)
        ? "no gain"
        : Amounts.range(result.atLeast(gain.getKey()), gain.getValue()) + "×";
  }

  /** Tells whether the factor would be written as 1.00. */
  private static boolean isNone(Map.Entry<Cause, Double> gain) {
    return gain.getValue() < 1.005;
  }

  /** Adds the probabilities, each of which is that of an event of its own. */
  private void probabilities() {
    Probabilities told = result.probabilities();
    if (told == null) {
      return;
    }
    List<Item> items =
        told.told()
            ? List.of(
                Table.of(
                    told.causes().keySet().stream()
                        .filter(
                            cause ->
                                cause == result.cause()
                                    || told.causes().get(cause) >= Probabilities.ALIKE)
                        .toList(),
                    text("Cause", Cause::what),
                    text("", Cause::name),
                    number("Probability", cause -> Amounts.percent(told.causes().get(cause))),
                    number(
                        "Forecast (model, 80 % interval)", cause -> gain(told.gains().get(cause)))),
                new Paragraph(
                    "Every other cause: less than %s. Something else: %s. Several causes may be right at once, so the percentages can add up to more or less than 100 %%. What a remedy gives is the model's estimate, as an 80 %% interval.%s"
                        .formatted(
                            Amounts.percent(Probabilities.ALIKE),
                            Amounts.percent(told.noneOfThese()),
                            told.misfit() == null
                                ? ""
                                : " The model does not explain \"%s\" well."
                                    .formatted(told.misfit()))))
            : List.of(new Paragraph("There are no probabilities: " + told.untold() + "."));
    sections.add(new Section("How probable each cause is", items));
  }

  private static String gain(Gain gain) {
    return gain == null
        ? "–"
        : "%s× to %s×".formatted(Amounts.hundredths(gain.low()), Amounts.hundredths(gain.high()));
  }

  private String then(Map.Entry<Cause, Double> gain) {
    return result.ceilingSamplesPerSecond() == null || isNone(gain)
        ? "–"
        : result.withRemedy(gain.getKey());
  }

  private void plots(String heading, List<Item> plots) {
    if (!plots.isEmpty()) {
      sections.add(new Section(heading, plots));
    }
  }

  private void folded(String heading, List<Item> items) {
    if (!items.isEmpty()) {
      sections.add(new Section(heading, items).folded());
    }
  }

  /** Adds a table with a row for each of these things, if there are any. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  private <T> void table(String heading, Collection<T> things, Cells<T>... cells) {
    if (!things.isEmpty()) {
      sections.add(Section.of(heading, Table.of(things, cells)));
    }
  }

  private void amplification() {
    table(
        "Amplification: M×N",
        result.amplification(),
        number("Parallelism", row -> Integer.toString(row.parallelism())),
        number("M", row -> Integer.toString(row.m())),
        number("N", row -> Amounts.significant(row.n(), true)),
        number("Expected samples/min", row -> Amounts.count(row.expectedPerMinute())),
        number("Actual samples/min", row -> Amounts.count(row.actualPerMinute())),
        number("Efficiency", row -> Amounts.percent(row.efficiency())),
        text("", row -> row.sustained() ? "sustained" : "not sustained"));
  }

  private void series() {
    SeriesCurve curve = result.series();
    if (curve == null) {
      return;
    }
    var items = new ArrayList<Item>();
    items.add(
        Table.of(
            curve.rows(),
            number("Active series", row -> Amounts.count(row.series())),
            number("New a minute", row -> Amounts.count(row.newPerMinute())),
            number("Samples/s", row -> Amounts.count(row.samplesPerSecond())),
            number("CPU of the database, cores", row -> Amounts.orDash(row.cpuCores())),
            number(
                "Its memory",
                row -> row.residentBytes() == null ? "–" : Amounts.bytes(row.residentBytes())),
            number(
                "Rows that need an index read",
                row -> row.slowShare() == null ? "–" : Amounts.percent(row.slowShare())),
            number("p99 ms", row -> Amounts.orDash(row.p99Millis())),
            text("", row -> row.carried() ? "carried" : "too many")));
    items.add(plot(curve, "Memory of the database", "MiB", row -> mebibytes(row.residentBytes())));
    items.add(plot(curve, "CPU of the database", "cores", SeriesRow::cpuCores));
    String each = curve.each();
    if (!each.isEmpty()) {
      items.add(
          new Paragraph((curve.price() == null ? "One more series takes " : "") + each + "."));
    }
    sections.add(new Section("Series at a fixed rate", items));
  }

  private static Double mebibytes(Double bytes) {
    return bytes == null ? null : Double.valueOf(bytes / (1 << 20));
  }

  private static long raised(SeriesCurve curve, SeriesRow row) {
    return curve.churn() ? row.newPerMinute() : row.series();
  }

  /** Returns a plot. Of loads that were measured twice, it shows the later values. */
  private static Plot plot(
      SeriesCurve curve, String title, String unit, Function<SeriesRow, Double> value) {
    String axis = curve.churn() ? "new series a minute" : "active series";
    var rows = new TreeMap<Double, SeriesRow>();
    // An axis of doublings has no place for zero.
    curve.rows().stream()
        .filter(row -> raised(curve, row) > 0)
        .forEach(row -> rows.put((double) raised(curve, row), row));
    var values = Plot.Series.of(title, Plot.Ink.BLUE, rows.values().stream().map(value).toList());
    return new Plot(
        title + " against " + axis,
        Plot.Shape.LINES,
        Plot.Axis.log2(axis, List.copyOf(rows.keySet())),
        unit,
        null,
        List.of(values),
        List.of(),
        List.of());
  }

  private void evidence() {
    var items = new ArrayList<Item>();
    if (!result.evidence().isEmpty()) {
      items.add(
          Table.of(
              result.evidence(),
              text("Signal", Finding::signal),
              text("Measured", Finding::value),
              text("Needed for the cause", Finding::threshold)));
    }
    if (!result.missing().isEmpty()) {
      items.add(
          new Paragraph("Signals that were missing: " + String.join(", ", result.missing()) + "."));
    }
    if (!result.next().isEmpty()) {
      items.add(
          new Paragraph(
              "Once this limit is removed, the next may be: "
                  + String.join(", ", result.next().stream().map(Cause::what).toList())
                  + "."));
    }
    if (!items.isEmpty()) {
      sections.add(new Section("Why", items));
    }
  }

  private void against() {
    if (!result.against().isEmpty()) {
      folded(
          "Why not the others",
          List.of(
              Table.of(
                  result.against().entrySet(),
                  text("Cause: signal", not -> not.getKey() + ": " + not.getValue().signal()),
                  text("Measured", not -> not.getValue().value()),
                  text("Needed for the cause", not -> not.getValue().threshold()))));
    }
  }

  private void proof() {
    table(
        "Proof: one thing changed at a time",
        result.interventions(),
        text("Changed", Intervention::changed),
        number("Before", change -> rate(change.before())),
        number("After", change -> rate(change.after())),
        number("Effect", CeilingPage::effect),
        number("Elasticity", change -> Amounts.significant(change.elasticity(), false)),
        number("95 % interval", change -> bounds(change.low(), change.high())),
        text("Probabilities", change -> CauseProbabilities.effect(result, change)));
  }

  private void beyond() {
    var facts = new ArrayList<Fact>();
    var slots = result.slots();
    if (slots != null && slots.estimated() != null) {
      facts.add(
          new Fact(
              "cpu".equals(slots.limitedBy())
                  ? "Requests that keep the database's CPU busy (not a limit)"
                  : "Requests the database works on at once, estimated",
              "%s (%s)"
                  .formatted(
                      Amounts.significant(slots.estimated(), false),
                      bounds(slots.low(), slots.high()))));
    }
    if (slots != null && slots.reported() != null) {
      facts.add(
          new Fact(
              "Insert slots that the database reports",
              Amounts.significant(slots.reported(), true)));
    }
    if (result.usl() != null) {
      scalability(result.usl(), facts);
    }
    var items = new ArrayList<Item>();
    if (!facts.isEmpty()) {
      items.add(new FactList(facts));
    }
    if (!result.forecast().isEmpty()) {
      items.add(
          new Paragraph(
              "A forecast for more cores of the database%s; nothing in it was measured."
                  .formatted(
                      result.forecast().get(0).hostOfItsOwn() ? ", on a host of its own" : "")));
      items.add(forecast());
    }
    if (!items.isEmpty()) {
      sections.add(new Section("Beyond this ceiling", items));
    }
  }

  private static void scalability(Usl usl, List<Fact> facts) {
    facts.add(
        new Fact(
            "Universal Scalability Law",
            "λ = %s, σ = %s, κ = %s, residual %s of the peak"
                .formatted(
                    rate(usl.lambda()),
                    Amounts.digits(usl.sigma(), 3),
                    Amounts.digits(usl.kappa(), 3),
                    Amounts.percent(usl.relativeResidual()))));
    Fact.add(
        facts,
        "That law's peak",
        usl.peakInFlight(),
        peak -> Amounts.count(peak) + " requests in flight");
  }

  private Table forecast() {
    return Table.of(
        ForecastLine.of(result.forecast()),
        number("Factor", line -> line.growing(line.forecast().factor(), "×")),
        number("Cores", line -> line.growing(line.forecast().cores(), "")),
        number("Slots", CeilingPage::slots),
        number("Extrapolated", line -> rate(line.forecast().samplesPerSecond())),
        number("95 % interval", line -> interval(line.forecast())),
        text("Then stopped by", line -> line.forecast().bound()));
  }

  private static String slots(ForecastLine line) {
    Double slots = line.forecast().slots();
    return slots == null ? "–" : line.growing(slots, "");
  }

  private static String interval(Forecast forecast) {
    return forecast.low() == null || forecast.high() == null
        ? "–"
        : interval(forecast.low(), forecast.high());
  }

  private void steps() {
    if (!result.steps().isEmpty()) {
      folded("Every step", List.of(StepTable.of(result.steps())));
    }
  }

  private void conditions() {
    var facts = new ArrayList<Fact>();
    facts.add(new Fact("Started", result.startedAt()));
    Fact.add(facts, "Label", result.runLabel(), RunLabel::sentence);
    facts.add(new Fact("The search took", Amounts.significant(result.seconds(), false) + " s"));
    facts.add(new Fact("Layout of the samples", result.layout()));
    facts.add(new Fact("What was raised", result.by() == null ? "–" : result.by()));
    if (result.hostCores() != null) {
      facts.add(new Fact("The host's cores", cores(result.hostCores())));
    }
    Fact.addVersions(facts, result.versions());
    result.configuration().forEach((key, value) -> facts.add(new Fact(key, value)));
    folded(
        "Conditions",
        List.of(Table.of(facts, text("What", Fact::name), text("Value", Fact::value))));
  }

  static String cores(HostCores cores) {
    String found =
        "%s of the fastest speed seen on this host (%s to %s), %s of their time taken by other virtual machines"
            .formatted(
                Amounts.percent(cores.speed()),
                Amounts.percent(cores.slowest()),
                Amounts.percent(cores.fastest()),
                Amounts.percent(cores.stolenShare()));
    return cores.ceilingSamplesPerSecond() == null
        ? found
        : "%s; at the fastest speed, CPU would allow %s samples/s"
            .formatted(found, Amounts.count(cores.ceilingSamplesPerSecond()));
  }

  private static String effect(Intervention change) {
    return change.before() > 0 ? Amounts.change(change.after() / change.before() - 1) : "–";
  }

  private static String bounds(Double low, Double high) {
    return "%s to %s"
        .formatted(
            low == null ? "?" : Amounts.significant(low, false),
            high == null ? "?" : Amounts.significant(high, false));
  }

  /** Returns the interval with its unit only once, because two units make a card too wide. */
  private static String interval(double low, double high) {
    return Amounts.count(low) + " to " + rate(high);
  }

  /** A ceiling is no rate to plan with: requests wait as long as the in-flight limit makes them. */
  private static String latency(Requests requests) {
    return "p50 %s, p99 %s ms; plan with a safe rate instead"
        .formatted(Amounts.orDash(requests.p50Millis()), Amounts.orDash(requests.p99Millis()));
  }

  private static String inSeries(double samplesPerSecond) {
    return Amounts.activeSeries(samplesPerSecond)
        + "; only a search by series tests whether so many fit";
  }

  private static String rate(double perSecond) {
    return Amounts.count(perSecond) + " samples/s";
  }
}
