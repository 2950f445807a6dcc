package io.tidemark.report;

import io.tidemark.ceiling.Cause;
import io.tidemark.diagnose.Diagnosis;
import io.tidemark.diagnose.Diagnosis.Part;
import io.tidemark.measure.Amounts;
import io.tidemark.report.Page.Bullets;
import io.tidemark.report.Page.Cells;
import io.tidemark.report.Page.Fact;
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
import java.util.Map;
import java.util.function.Function;

/** Makes a page of a diagnosis, with the time on the horizontal axis. */
public record DiagnosisPage(Diagnosis diagnosis) {
  private static final double SHOWN = 0.05;

  public static Page of(Diagnosis diagnosis) {
    var page = new DiagnosisPage(diagnosis);
    return new Page(
        "Tidemark: what stops writes",
        diagnosis.sentence(),
        diagnosis.cause().name(),
        diagnosis.cause() == Cause.INCONCLUSIVE
            ? "the cause can't be told"
            : "probability: "
                + Amounts.hundredths(
                    diagnosis.probabilities().getOrDefault(diagnosis.cause(), 0.0)),
        page.conditions(),
        diagnosis.warnings(),
        List.of(page.causes(), page.evidence(), page.advice(), page.overTime(), page.processes()));
  }

  private Section causes() {
    if (diagnosis.probabilities().isEmpty()) {
      return Section.of(
          "How probable",
          new Paragraph("There are no probabilities: %s.".formatted(diagnosis.untold())));
    }
    var items = new ArrayList<Item>();
    items.add(
        Table.of(
            diagnosis.probabilities().entrySet().stream()
                .filter(each -> each.getValue() >= SHOWN)
                .toList(),
            Cells.<Map.Entry<Cause, Double>>text("Cause", each -> each.getKey().name()),
            Cells.number("Probability", each -> Amounts.hundredths(each.getValue())),
            Cells.number("Gain of its remedy", each -> gain(each.getKey()))));
    items.add(
        new Paragraph(
            "Several causes may be right at once, so the numbers need not sum to 1. None can exceed %s: %s."
                .formatted(
                    Amounts.hundredths(diagnosis.atMost()),
                    diagnosis.loads() > 1
                        ? "nothing was changed to prove it"
                        : "only one load was seen")));
    if (diagnosis.end() != null) {
      items.add(new Paragraph("It is about this: %s.".formatted(diagnosis.end())));
    }
    return new Section("How probable", items);
  }

  private String gain(Cause cause) {
    Diagnosis.Range gain = diagnosis.gains().get(cause);
    return gain == null ? "-" : Amounts.range(gain.low(), gain.high()) + " times";
  }

  private Section evidence() {
    var items = new ArrayList<Item>();
    items.add(
        Table.of(
            diagnosis.evidence(),
            Cells.<Diagnosis.Evidence>text("What", Diagnosis.Evidence::reading),
            Cells.text("Seen", Diagnosis.Evidence::value),
            Cells.text("Query", each -> each.query() == null ? "-" : each.query())));
    if (!diagnosis.missing().isEmpty()) {
      items.add(new Paragraph("Missing signals, and what each would add:"));
      items.add(new Bullets(diagnosis.missing()));
    }
    return new Section("Evidence", items);
  }

  private Section advice() {
    return Section.of("What to try first", new Bullets(diagnosis.advice()));
  }

  private Section overTime() {
    if (diagnosis.parts().isEmpty()) {
      return Section.of("Over time", new Paragraph("No part of the time was read."));
    }
    var items = new ArrayList<Item>();
    items.add(
        plot(
            "Written",
            "samples/s",
            null,
            List.of(series("written", Ink.BLUE, Part::samplesPerSecond))));
    items.add(
        plot(
            "Busy",
            "%",
            100.0,
            List.of(
                series("database's CPU", Ink.ORANGE, percent(Part::databaseCpuShare)),
                series("insert slots", Ink.GREEN, percent(Part::slotsShare)),
                series("storage, or link to it", Ink.PURPLE, percent(Part::storageShare)))));
    if (!diagnosis.regimes().isEmpty()) {
      items.add(
          Table.of(
              diagnosis.regimes(),
              Cells.<Diagnosis.Regime>text("From (UTC)", each -> clock(each.from())),
              Cells.text("To", each -> clock(each.to())),
              Cells.number("Samples/s", each -> Amounts.count(each.samplesPerSecond())),
              Cells.text("Cause", each -> each.cause().name()),
              Cells.number(
                  "Probability",
                  each ->
                      each.probability() == null ? "-" : Amounts.hundredths(each.probability())),
              Cells.text("Begins", each -> each.begins() == null ? "-" : each.begins())));
    }
    return new Section("Over time", items);
  }

  private static Function<Part, Double> percent(Function<Part, Double> share) {
    return part -> share.apply(part) == null ? null : Double.valueOf(100 * share.apply(part));
  }

  private Series series(String name, Ink ink, Function<Part, Double> value) {
    return Series.of(name, ink, diagnosis.parts().stream().map(value).toList());
  }

  private Plot plot(String title, String unit, Double most, List<Series> series) {
    return new Plot(
        title,
        Shape.LINES,
        Axis.names(
            "time (UTC)", diagnosis.parts().stream().map(part -> clock(part.from())).toList()),
        unit,
        most,
        series,
        List.of(),
        List.of());
  }

  private List<Fact> conditions() {
    return List.of(
        new Fact("From", diagnosis.from()),
        new Fact("To", diagnosis.to()),
        new Fact(
            "Metrics",
            "%d processes, every %s s; shorter events are not seen"
                .formatted(
                    diagnosis.processes().size(),
                    Amounts.significant(diagnosis.secondsApart(), true))));
  }

  private Section processes() {
    return Section.of(
        "Processes that were read",
        Table.of(
            diagnosis.processes(),
            Cells.<Diagnosis.Process>text("Process", Diagnosis.Process::name),
            Cells.text("Role", Diagnosis.Process::role),
            Cells.text("Product", each -> "%s %s".formatted(each.product(), version(each)).strip()),
            Cells.number("Pages", each -> "" + each.pages())));
  }

  private static String version(Diagnosis.Process process) {
    return process.version() == null ? "" : process.version();
  }

  private static String clock(String utc) {
    return utc.substring(11, 19);
  }
}
