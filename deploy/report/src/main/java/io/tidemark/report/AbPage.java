package io.tidemark.report;

import static io.tidemark.report.Page.Cells.number;
import static io.tidemark.report.Page.Cells.rating;
import static io.tidemark.report.Page.Cells.text;

import io.tidemark.ab.AbResult;
import io.tidemark.ab.AbResult.Difference;
import io.tidemark.ab.AbResult.MeasureEffect;
import io.tidemark.ab.AbResult.Verdict;
import io.tidemark.ab.AbRun;
import io.tidemark.ab.Arm;
import io.tidemark.judge.Finding;
import io.tidemark.judge.Judgement;
import io.tidemark.judge.Limit;
import io.tidemark.judge.Metric;
import io.tidemark.measure.Amounts;
import io.tidemark.report.Page.Bullets;
import io.tidemark.report.Page.Fact;
import io.tidemark.report.Page.FactList;
import io.tidemark.report.Page.Item;
import io.tidemark.report.Page.Paragraph;
import io.tidemark.report.Page.Rating;
import io.tidemark.report.Page.Section;
import io.tidemark.report.Page.Table;
import io.tidemark.report.Plot.Axis;
import io.tidemark.report.Plot.Ink;
import io.tidemark.report.Plot.Series;
import io.tidemark.report.Plot.Shape;
import io.tidemark.statistics.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes a page of a comparison's result. */
public record AbPage(AbResult result) {
  /** The number of differences that fit beside the headline. */
  private static final int FEW = 2;

  /** A process's version in the text of {@link AbResult#database()}. */
  private static final Pattern VERSION = Pattern.compile("\\bversion (v?\\d[\\w.+-]*)");

  public static Page of(AbResult result) {
    var page = new AbPage(result);
    return new Page(
        result.sameSides() ? "Tidemark: A compared with itself" : "Tidemark: A compared with B",
        result.sentence(),
        result.verdict().name(),
        result.pValue() == null ? "" : "p = " + Amounts.pValue(result.pValue()),
        page.circumstances(),
        page.warnings(),
        Stream.of(
                result.judgement() == null
                    ? Stream.<Section>empty()
                    : Stream.of(judged(result.judgement())),
                Stream.of(page.found(), page.sides(), page.runs(), page.conditions()))
            .flatMap(sections -> sections)
            .toList());
  }

  /**
   * Returns the conditions under which the headline holds; the other conditions are at the page's
   * end.
   */
  private List<Fact> circumstances() {
    var facts = new ArrayList<Fact>();
    facts.add(new Fact("A and B differ in", differences()));
    facts.add(new Fact("Database", database()));
    Fact.add(facts, "Requests in flight", result.alike().get("write.in-flight"), bound -> bound);
    Fact.add(facts, "Samples of a request", result.alike().get("write.batch-samples"), n -> n);
    String m = result.alike().get("amplify.m");
    String n = result.alike().get("amplify.n");
    if (m != null && n != null) {
      facts.add(new Fact("Amplification", "M = %s, N = %s".formatted(m, n)));
    }
    Fact.add(facts, "Source", result.alike().get("source.type"), this::source);
    facts.add(new Fact("Valid pairs of runs", Integer.toString(result.pairs())));
    for (Arm arm : Arm.values()) {
      double[] seconds = seconds(arm);
      if (seconds.length > 0) {
        facts.add(
            new Fact(
                "Time compared in each run of " + arm,
                "about %s s".formatted(Amounts.significant(Quantiles.median(seconds), false))));
      }
    }
    facts.add(new Fact("Measured", Conditions.minute(result.startedAt())));
    return facts;
  }

  /** Returns the database's kind and versions; addresses and flags are at the page's end. */
  private String database() {
    String versions =
        VERSION
            .matcher(result.database())
            .results()
            .map(version -> version.group(1))
            .distinct()
            .collect(Collectors.joining(" and "));
    String known = "%s %s".formatted(result.alike().getOrDefault("target.type", ""), versions);
    return known.isBlank() ? result.database().split(": \\{", 2)[0] : known.strip();
  }

  private String source(String type) {
    String series = result.alike().get("source.%s.series".formatted(type));
    return series == null ? type : "%s, %s series".formatted(type, series);
  }

  private double[] seconds(Arm arm) {
    return result.runs().stream()
        .filter(run -> run.arm() == arm && run.invalid().isEmpty() && run.seconds() != null)
        .mapToDouble(AbRun::seconds)
        .toArray();
  }

  private String differences() {
    return result.differences().isEmpty()
        ? "nothing"
        : result.differences().size() > FEW
            ? "%d settings, listed below".formatted(result.differences().size())
            : result.differences().stream()
                .map(each -> "%s: %s (A), %s (B)".formatted(each.key(), each.a(), each.b()))
                .collect(Collectors.joining("; "));
  }

  private List<String> warnings() {
    var warnings = new ArrayList<String>();
    if (result.partial() != null) {
      warnings.add("this report is partial: " + result.partial());
    }
    warnings.addAll(result.inconclusive());
    return warnings;
  }

  private static Section judged(Judgement judgement) {
    var items = new ArrayList<Item>();
    items.add(
        new Paragraph(
            "B over A, while both wrote %s. With %s confidence, all intervals hold together."
                .formatted(
                    judgement.samplesPerSecond() > 0
                        ? Amounts.whole(judgement.samplesPerSecond()) + " samples/s"
                        : "as much as they could",
                    Amounts.percent(judgement.confidence()))));
    items.add(
        Table.of(
            judgement.findings(),
            text("Metric", finding -> finding.metric().words()),
            rating(
                "B is",
                finding ->
                    finding.untold() == null
                        ? rated(
                            finding.metric() == Metric.THROUGHPUT, finding.low(), finding.high())
                        : Rating.NOT_TOLD),
            text("B over A, and interval", AbPage::effect),
            number("Smallest shown", finding -> size(finding.minimumDetectableEffect())),
            number("Pairs", finding -> Integer.toString(finding.pairs())),
            text("Not judged, because", f -> f.untold() == null ? "" : f.untold())));
    if (!judgement.limits().isEmpty()) {
      items.add(
          Table.of(
              judgement.limits(),
              text("Fails if", Limit.Checked::text),
              rating("Outcome", limit -> rated(limit.outcome())),
              text("Because", Limit.Checked::why)));
    }
    if (judgement.merges() != null) {
      items.add(new Paragraph("Files: " + judgement.merges() + "."));
    }
    return new Section("What B costs", items);
  }

  static String effect(Finding finding) {
    return finding.effect() == null
        ? "–"
        : "%s (%s to %s)"
            .formatted(percent(finding.effect()), percent(finding.low()), percent(finding.high()));
  }

  static Rating rated(Limit.Outcome outcome) {
    return switch (outcome) {
      case WITHIN -> Rating.PASSED;
      case BEYOND -> Rating.FAILED;
      case NOT_TOLD -> Rating.NOT_TOLD;
    };
  }

  /**
   * Returns whether B is better or worse for its user, if the interval of B over A excludes no
   * difference.
   *
   * @param isMoreBetter true for a rate of samples, false for latency or a cost
   * @param low relative difference at the interval's lower end, null if the interval is open there
   * @param high the same at its upper end
   */
  static Rating rated(boolean isMoreBetter, Double low, Double high) {
    boolean isMore = low != null && low > 0;
    boolean isLess = high != null && high < 0;
    return !isMore && !isLess ? Rating.SAME : isMore == isMoreBetter ? Rating.BETTER : Rating.WORSE;
  }

  private Rating rated(MeasureEffect measure) {
    return result.verdict() == Verdict.INCONCLUSIVE || measure.effect() == null
        ? Rating.NOT_TOLD
        : rated(isRate(measure), measure.low(), measure.high());
  }

  private Section found() {
    var items = new ArrayList<Item>();
    if (!result.measures().isEmpty()) {
      items.add(
          new Paragraph(
              "A and B are medians of the valid runs; B over A is that of the pairs of runs, so it may differ from that of the columns.%s"
                      .formatted(
                          result.judgement() == null
                              ? " The verdict rests on throughput alone."
                              : "")
                  + " p: how often two equal sides would differ this much by chance%s. The last column is the smallest effect, in either direction, that these pairs would have shown in 80 of 100 comparisons."
                      .formatted(smallest())));
      items.add(measures());
      result.measures().stream()
          .flatMap(measure -> inSeries(measure).stream())
          .forEach(means -> items.add(new Paragraph("In " + means + ".")));
    }
    return new Section("What was found", items);
  }

  /**
   * Returns the smallest p-value that n pairs can show, 2 / 2ⁿ: that of pairs which all differ in
   * the same direction.
   */
  private String smallest() {
    return result.pairs() < 1
        ? ""
        : "; with %d pairs, the smallest possible p is %s"
            .formatted(result.pairs(), Amounts.pValue(Math.pow(2, 1 - result.pairs())));
  }

  /** Tells whether more is better; more of any measure that is no rate is a cost. */
  private static boolean isRate(MeasureEffect measure) {
    return measure.unit().equals("samples/s");
  }

  /**
   * Returns the number of active series that a rate of samples stands for; empty for other
   * measures.
   */
  static Optional<String> inSeries(MeasureEffect measure) {
    return isRate(measure) && measure.a() != null && measure.b() != null
        ? Optional.of(
            "series with a sample every %d s: A %s, B %s"
                .formatted(
                    Amounts.SCRAPE_SECONDS,
                    Amounts.count(Amounts.SCRAPE_SECONDS * measure.a()),
                    Amounts.count(Amounts.SCRAPE_SECONDS * measure.b())))
        : Optional.empty();
  }

  private Table measures() {
    return Table.of(
        result.measures(),
        text("Measure", measure -> "%s, %s".formatted(measure.name(), measure.unit())),
        rating("B is", this::rated),
        number("A", measure -> Amounts.orDash(measure.a())),
        number("B", measure -> Amounts.orDash(measure.b())),
        number("B over A", measure -> percent(measure.effect())),
        number(
            result.judgement() == null ? "95 % interval" : "Interval",
            measure -> percent(measure.low()) + " to " + percent(measure.high())),
        number("p", measure -> measure.pValue() == null ? "–" : Amounts.pValue(measure.pValue())),
        number("Smallest shown", measure -> size(measure.minimumDetectableEffect())));
  }

  private Section sides() {
    if (result.differences().isEmpty()) {
      return Section.of(
          "What was compared", new Paragraph("One configuration with itself: nothing differs."));
    }
    return Section.of(
        "What was compared",
        Table.of(
            result.differences(),
            text("Key", Difference::key),
            text("A", Difference::a),
            text("B", Difference::b)));
  }

  private Section runs() {
    var items = new ArrayList<Item>();
    if (result.runs().stream().anyMatch(run -> run.samplesPerSecond() != null)) {
      items.add(plot());
    }
    if (result.repeated().values().stream().anyMatch(runs -> runs > 0)) {
      items.add(
          new Paragraph(
              "Runs that were not valid, and were repeated: %d of A, %d of B."
                  .formatted(
                      result.repeated().getOrDefault(Arm.A, 0),
                      result.repeated().getOrDefault(Arm.B, 0))));
    }
    items.add(
        Table.of(
            result.runs(),
            number("Run", run -> Integer.toString(run.number())),
            text("Side", run -> run.arm().name()),
            number("Samples/s", run -> Amounts.orDash(run.samplesPerSecond())),
            number("Seconds", run -> Amounts.orDash(run.seconds())),
            number("p99, ms", run -> Amounts.orDash(run.p99Millis())),
            number("Job CPU, s per M", run -> Amounts.orDash(run.cpuSecondsPerMillionSamples())),
            number(
                "Database CPU, s per M",
                run -> Amounts.orDash(run.storeCpuSecondsPerMillionSamples())),
            number("Source samples", run -> Long.toString(run.sourceSamples())),
            text("Not valid, because", run -> String.join("; ", run.invalid()))));
    return new Section("The runs, in the order they ran", items);
  }

  private Plot plot() {
    var labels = new ArrayList<String>();
    var a = new ArrayList<Double>();
    var b = new ArrayList<Double>();
    var invalid = new ArrayList<Double>();
    for (AbRun run : result.runs()) {
      boolean valid = run.invalid().isEmpty();
      labels.add(Integer.toString(run.number()));
      a.add(valid && run.arm() == Arm.A ? run.samplesPerSecond() : null);
      b.add(valid && run.arm() == Arm.B ? run.samplesPerSecond() : null);
      invalid.add(valid ? null : run.samplesPerSecond());
    }
    List<Series> series =
        Stream.of(
                Series.points("A", Ink.BLUE, a),
                Series.points("B", Ink.ORANGE, b),
                Series.points("not valid", Ink.GREY, invalid))
            .filter(one -> !one.saysNothing())
            .toList();
    return new Plot(
        "Throughput of each run",
        Shape.LINES,
        Axis.names("run", labels),
        "samples/s",
        null,
        series,
        List.of(),
        List.of());
  }

  private Section conditions() {
    var facts = new ArrayList<Fact>();
    Fact.add(facts, "Range that each run read", result.range(), Object::toString);
    Fact.add(facts, "Savepoint", result.savepoint(), path -> path);
    facts.add(new Fact("Database", result.database()));
    facts.add(
        new Fact(
            "Trend over the order of the runs",
            "%s from run to run, p = %s"
                .formatted(
                    Amounts.fineChange(Math.expm1(result.trend().perRun())),
                    Amounts.pValue(result.trend().pValue()))));
    facts.add(
        new Fact(
            "Compared part",
            "from %s to %s of the range's samples acknowledged"
                .formatted(Amounts.percent(AbRun.FROM), Amounts.percent(AbRun.TO))));
    Fact.addVersions(facts, result.versions());
    var items = new ArrayList<Item>();
    items.add(new FactList(facts));
    if (!result.notes().isEmpty()) {
      items.add(new Bullets(result.notes()));
    }
    return new Section("Conditions", items);
  }

  /**
   * Returns the size of an effect in either direction; it is infinite if too few pairs can show any
   * effect.
   */
  static String size(Double share) {
    if (share == null) {
      return "–";
    }
    return Double.isInfinite(100 * share) ? "too few pairs" : Amounts.percentTenths(share);
  }

  /** Returns a relative effect or an end of its interval, which may be open. */
  public static String percent(Double share) {
    return share == null ? "open" : Amounts.change(share);
  }
}
