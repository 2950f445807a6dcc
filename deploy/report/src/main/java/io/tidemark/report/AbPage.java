package io.tidemark.report;

import static io.tidemark.report.Page.Cells.number;
import static io.tidemark.report.Page.Cells.text;

import io.tidemark.ab.AbResult;
import io.tidemark.ab.AbResult.Difference;
import io.tidemark.ab.AbResult.MeasureEffect;
import io.tidemark.ab.AbRun;
import io.tidemark.ab.Arm;
import io.tidemark.judge.Finding;
import io.tidemark.judge.Judgement;
import io.tidemark.judge.Limit;
import io.tidemark.measure.Amounts;
import io.tidemark.report.Page.Bullets;
import io.tidemark.report.Page.Fact;
import io.tidemark.report.Page.Facts;
import io.tidemark.report.Page.Item;
import io.tidemark.report.Page.Paragraph;
import io.tidemark.report.Page.Section;
import io.tidemark.report.Page.Table;
import io.tidemark.report.Plot.Axis;
import io.tidemark.report.Plot.Ink;
import io.tidemark.report.Plot.Series;
import io.tidemark.report.Plot.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A comparison's result as a page. */
public record AbPage(AbResult result) {
  public static Page of(AbResult result) {
    var page = new AbPage(result);
    return new Page(
        result.sameSides() ? "Tidemark: A compared with itself" : "Tidemark: A compared with B",
        result.sentence(),
        result.verdict().name(),
        result.pValue() == null ? "" : "p = " + p(result.pValue()),
        Stream.of(
                result.judgement() == null
                    ? Stream.<Section>empty()
                    : Stream.of(judged(result.judgement())),
                Stream.of(page.found(), page.sides(), page.runs(), page.conditions()))
            .flatMap(sections -> sections)
            .toList());
  }

  private static Section judged(Judgement judgement) {
    var items = new ArrayList<Item>();
    items.add(
        new Paragraph(
            String.format(
                Locale.ROOT,
                "B over A, %s. All intervals jointly hold at %.0f %%.",
                judgement.samplesPerSecond() > 0
                    ? "while both wrote %.0f samples/s".formatted(judgement.samplesPerSecond())
                    : "while both wrote as much as they could",
                100 * judgement.confidence())));
    items.add(
        Table.of(
            judgement.findings(),
            text("Metric", finding -> finding.metric().words()),
            text("B over A, and interval", AbPage::effect),
            number("Smallest shown", finding -> size(finding.minimumDetectableEffect())),
            number("Pairs", finding -> Integer.toString(finding.pairs())),
            text("Not judged, because", f -> f.untold() == null ? "" : f.untold())));
    if (!judgement.limits().isEmpty()) {
      items.add(
          Table.of(
              judgement.limits(),
              text("Fails if", Limit.Checked::text),
              text("Outcome", limit -> words(limit.outcome())),
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

  static String words(Limit.Outcome outcome) {
    return switch (outcome) {
      case WITHIN -> "passed";
      case BEYOND -> "failed";
      case NOT_TOLD -> "not told";
    };
  }

  private Section found() {
    var items = new ArrayList<Item>();
    if (result.partial() != null) {
      items.add(new Paragraph("This report is partial: " + result.partial() + "."));
    }
    if (!result.inconclusive().isEmpty()) {
      items.add(new Bullets(result.inconclusive()));
    }
    if (!result.measures().isEmpty()) {
      items.add(
          new Paragraph(
              "Medians of the valid runs, and B over A with its %s."
                      .formatted(
                          result.judgement() == null
                              ? "95 % interval. The verdict rests on throughput alone"
                              : "interval")
                  + " p is how often equal sides differ so much by chance. The last column is the smallest effect, in either direction, that these pairs would have shown in 80 of 100 comparisons."));
      items.add(measures());
      result.measures().stream()
          .flatMap(measure -> inSeries(measure).stream())
          .forEach(means -> items.add(new Paragraph("As active series: " + means + ".")));
    }
    return new Section("What was found", items);
  }

  /** Of what is a rate of samples; empty of all else. */
  static Optional<String> inSeries(MeasureEffect measure) {
    return measure.unit().equals("samples/s") && measure.a() != null && measure.b() != null
        ? Optional.of(
            "A %s, B %s"
                .formatted(Amounts.activeSeries(measure.a()), Amounts.activeSeries(measure.b())))
        : Optional.empty();
  }

  private Table measures() {
    return Table.of(
        result.measures(),
        text("Measure", MeasureEffect::name),
        text("Unit", MeasureEffect::unit),
        number("A", measure -> Amounts.orDash(measure.a())),
        number("B", measure -> Amounts.orDash(measure.b())),
        number("B over A", measure -> percent(measure.effect())),
        number(
            result.judgement() == null ? "95 % interval" : "Interval",
            measure -> percent(measure.low()) + " to " + percent(measure.high())),
        number("p", measure -> measure.pValue() == null ? "–" : p(measure.pValue())),
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
            String.format(
                Locale.ROOT,
                "%+.2f %% from run to run, p = %.3f",
                100 * Math.expm1(result.trend().perRun()),
                result.trend().pValue())));
    facts.add(
        new Fact(
            "Compared part",
            String.format(
                Locale.ROOT,
                "from %.0f %% to %.0f %% of the range's samples acknowledged",
                100 * AbRun.FROM,
                100 * AbRun.TO)));
    facts.add(new Fact("Begun", result.startedAt()));
    Fact.addVersions(facts, result.versions());
    var items = new ArrayList<Item>();
    items.add(new Facts(facts));
    if (!result.notes().isEmpty()) {
      items.add(new Bullets(result.notes()));
    }
    return new Section("Conditions", items);
  }

  private static String p(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /** How large an effect is, whichever way it goes; endless where too few pairs show any. */
  static String size(Double share) {
    if (share == null) {
      return "–";
    }
    double percent = 100 * share;
    return Double.isInfinite(percent)
        ? "none, however large"
        : String.format(Locale.ROOT, "%.1f %%", percent);
  }

  /** A relative effect or an end of its interval, which may be open. */
  public static String percent(Double share) {
    return share == null ? "open" : String.format(Locale.ROOT, "%+.1f %%", 100 * share);
  }
}
