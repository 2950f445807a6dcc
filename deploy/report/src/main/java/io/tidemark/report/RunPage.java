package io.tidemark.report;

import io.tidemark.aged.AgedDatabase;
import io.tidemark.job.config.RunLabel;
import io.tidemark.measure.Amounts;
import io.tidemark.readers.Reads;
import io.tidemark.report.Page.Fact;
import io.tidemark.report.Page.FactList;
import io.tidemark.report.Page.Item;
import io.tidemark.report.Page.Paragraph;
import io.tidemark.report.Page.Section;
import io.tidemark.report.Plot.Axis;
import io.tidemark.report.Plot.Ink;
import io.tidemark.report.Plot.Level;
import io.tidemark.report.Plot.Series;
import io.tidemark.report.Plot.Shape;
import io.tidemark.run.RunResult;
import io.tidemark.series.Fleet;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.Stability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes a page of a run's result: what was written, how evenly, and at what cost. */
public record RunPage(RunResult result) {
  public static Page of(RunResult result) {
    var page = new RunPage(result);
    return new Page(
        "Tidemark: one run",
        page.sentence(),
        result.samplesDeadLettered() + result.samplesPending() == 0 ? "COMPLETE" : "INCOMPLETE",
        "%d amplified = %d acknowledged + %d dead-lettered + %d pending"
            .formatted(
                result.samplesAmplified(),
                result.samplesAcked(),
                result.samplesDeadLettered(),
                result.samplesPending()),
        page.conditions(),
        List.of(),
        Stream.of(
                page.evenness(),
                page.requests(),
                result.reads() == null ? null : readers(result.reads()),
                page.refused(),
                page.whereFrom())
            .filter(Objects::nonNull)
            .toList());
  }

  private String sentence() {
    return "%s samples were written in %s s: %s samples/s (%s)."
        .formatted(
            Amounts.count(result.samplesAcked()),
            Amounts.significant(result.seconds(), false),
            Amounts.count(result.samplesPerSecond()),
            Amounts.activeSeries(result.samplesPerSecond()));
  }

  private Section evenness() {
    Stability stability = result.stability();
    if (stability == null) {
      return Section.of(
          "How evenly it wrote",
          new Paragraph(
              "The run was too short to say: less than %d s were measured."
                  .formatted(Stability.MIN_SECONDS)));
    }
    var items = new ArrayList<Item>();
    items.add(plot(stability));
    items.add(new FactList(measures(stability)));
    items.add(
        new Paragraph(
            "A second below a tenth of the median is stalled. Jitter is the standard deviation of the"
                + " seconds of a minute over their mean. The change is that of a straight line through all but"
                + " the first tenth, with its 95 % interval."));
    return new Section("How evenly it wrote", items);
  }

  private static List<Fact> measures(Stability stability) {
    var facts = new ArrayList<Fact>();
    facts.add(new Fact("Average", rate(stability.mean())));
    Fact.add(facts, "Steady", stability.steady(), RunPage::rate);
    Fact.add(facts, "Warm-up", stability.warmUpSeconds(), seconds -> seconds + " s");
    facts.add(new Fact("Reached in 95 % of seconds", rate(stability.reachedIn95Percent())));
    facts.add(new Fact("Stalled seconds", Amounts.percent(stability.stalls())));
    facts.add(new Fact("Jitter within minutes", Amounts.percent(stability.microJitter())));
    Estimate change = stability.change();
    facts.add(
        new Fact(
            "Change over the run",
            "%s (%s to %s)"
                .formatted(
                    AbPage.percent(change.value()),
                    AbPage.percent(change.low()),
                    AbPage.percent(change.high()))));
    return facts;
  }

  private static Plot plot(Stability stability) {
    int step = stability.stepSeconds();
    List<String> moments =
        IntStream.range(0, stability.rates().size())
            .mapToObj(i -> Amounts.clock(Duration.ofSeconds((long) i * step)))
            .toList();
    var levels = new ArrayList<Level>();
    if (stability.steady() != null) {
      levels.add(new Level(stability.steady(), null, null, "steady"));
    }
    return new Plot(
        step == 1 ? "Samples acknowledged in each second" : "Means of %d s".formatted(step),
        Shape.LINES,
        Axis.names("time", moments),
        "samples/s",
        null,
        List.of(Series.of("acknowledged", Ink.BLUE, stability.rates())),
        List.of(),
        levels);
  }

  private Section requests() {
    var facts = new ArrayList<Fact>();
    facts.add(new Fact("Requests", Amounts.count(result.requests())));
    facts.add(new Fact("Sent again", Amounts.count(result.retries())));
    facts.add(new Fact("Sent", Amounts.bytes(result.bytesSent())));
    Fact.add(
        facts,
        "Latency, ms",
        result.latencyMillis(),
        latency ->
            "p50 %s, p90 %s, p95 %s, p99 %s, max %s"
                .formatted(
                    Amounts.significant(latency.p50(), false),
                    Amounts.significant(latency.p90(), false),
                    Amounts.significant(latency.p95(), false),
                    Amounts.significant(latency.p99(), false),
                    Amounts.significant(latency.max(), false)));
    facts.add(
        new Fact("Job's CPU", "%s s".formatted(Amounts.significant(result.cpuSeconds(), false))));
    Fact.add(
        facts,
        "Job's CPU per million samples",
        result.cpuSecondsPerMillionSamples(),
        seconds -> "%s s".formatted(Amounts.significant(seconds, false)));
    return Section.of("Requests and their cost", new FactList(facts));
  }

  /** Returns the section about the readers that queried beside the writes. */
  private static Section readers(Reads reads) {
    var facts = new ArrayList<Fact>();
    facts.add(new Fact("Answered", ReadsText.rate(reads)));
    facts.add(new Fact("Latency from when each was due", ReadsText.latency(reads)));
    facts.add(new Fact("Read", Amounts.bytes(reads.bytesRead())));
    facts.add(new Fact("Failed", ReadsText.failures(reads)));
    facts.add(new Fact("Due and not asked at the end", Amounts.count(reads.late())));
    Fact.add(facts, "Freshness", reads.freshness(), ReadsText::freshness);
    Fact.add(facts, "Readers' own CPU", reads.cpuSeconds(), cpu -> ReadsText.cores(reads));
    Fact.add(facts, "Read until", reads.ended(), why -> why);
    return Section.of("Queries beside the writes", new FactList(facts));
  }

  private Section refused() {
    if (result.firstRefused().isEmpty()) {
      return Section.of("Refused", new Paragraph("Nothing."));
    }
    var first = new ArrayList<Fact>();
    result.firstRefused().forEach((reason, line) -> first.add(new Fact(reason, line)));
    first.add(new Fact("Dead letters", RunSummary.letters(result.deadLetters())));
    return Section.of(
        "Refused", new Paragraph("The first dead letter for each reason:"), new FactList(first));
  }

  private List<Fact> conditions() {
    var facts = new ArrayList<Fact>();
    facts.add(new Fact("Written to", result.target()));
    Fact.add(facts, "The database began with", result.aged(), AgedDatabase::past);
    facts.add(new Fact("Requests", result.inFlight() + " in flight at most"));
    facts.add(
        new Fact(
            "Amplification",
            "M = %d, N = %s, layout %s"
                .formatted(result.m(), Fleet.text(result.n()), result.layout())));
    facts.add(new Fact("Parallelism", Integer.toString(result.parallelism())));
    return facts;
  }

  private Section whereFrom() {
    var facts = new ArrayList<Fact>();
    Fact.add(facts, "Label", result.runLabel(), RunLabel::sentence);
    facts.add(
        new Fact(
            "Source",
            "%s samples of %s records, %s rejected"
                .formatted(
                    Amounts.count(result.samplesRead()),
                    Amounts.count(result.recordsRead()),
                    Amounts.count(result.recordsRejected()))));
    facts.add(new Fact("Series", RunSummary.series(result.series())));
    Fact.add(facts, "Savepoint", result.savepoint(), path -> path);
    Fact.add(facts, "Last checkpoint", result.checkpoint(), path -> path);
    facts.add(new Fact("Tidemark", result.tidemarkVersion()));
    facts.add(new Fact("Flink", result.flinkVersion()));
    return Section.of("Source and versions", new FactList(facts));
  }

  private static String rate(double samplesPerSecond) {
    return Amounts.count(samplesPerSecond) + " samples/s";
  }
}
