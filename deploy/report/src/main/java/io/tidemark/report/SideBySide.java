package io.tidemark.report;

import static io.tidemark.report.Page.Cells.number;
import static io.tidemark.report.Page.Cells.text;

import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.result.Step;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.queried.QueryCurve;
import io.tidemark.queried.QueryCurve.Row;
import io.tidemark.readers.Reads;
import io.tidemark.report.Page.Item;
import io.tidemark.report.Page.Paragraph;
import io.tidemark.report.Page.Section;
import io.tidemark.report.Page.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Sections about what a database wrote and answered at the same time, for any search beside
 * readers.
 */
final class SideBySide {
  /** Phases whose steps write as much as they can, or at the rate that was asked for. */
  private static final Phase[] PHASES = {
    Phase.SWEEP, Phase.VERIFY, Phase.RAMP, Phase.WITHOUT_READERS
  };

  private SideBySide() {}

  /** Returns the sections; none for a search without readers. */
  static List<Section> of(CeilingResult result) {
    var sections = new ArrayList<Section>();
    if (result.queries() != null) {
      sections.add(curve(result.queries()));
    }
    List<Window> windows =
        result.steps().stream()
            .filter(step -> step.isOf(PHASES) && step.window().valid())
            .map(Step::window)
            .filter(window -> window.reads() != null)
            .sorted(
                Comparator.comparingDouble(SideBySide::queries)
                    .thenComparingDouble(SideBySide::samples))
            .toList();
    if (windows.stream().anyMatch(window -> queries(window) > 0)) {
      sections.add(
          Section.of("Samples and queries side by side", surface(windows), table(windows)));
    }
    return sections;
  }

  private static Section curve(QueryCurve curve) {
    var items = new ArrayList<Item>();
    items.add(
        Table.of(
            curve.rows(),
            number("Queries/s due", row -> Amounts.significant(row.asked(), true)),
            number("Answered", row -> Amounts.significant(row.answered(), true)),
            number("p50 ms", row -> Amounts.orDash(row.p50Millis())),
            number("p99 ms", row -> Amounts.orDash(row.p99Millis())),
            number("Failed", row -> Amounts.percent(row.failedShare())),
            number("Samples/s", row -> Amounts.count(row.samplesPerSecond())),
            number("Writes' p99 ms", row -> Amounts.orDash(row.writeP99Millis())),
            number("Visible after, p99 ms", row -> Amounts.orDash(row.freshnessP99Millis())),
            number("CPU of the database, cores", row -> Amounts.orDash(row.cpuCores())),
            text("", row -> row.carried() ? "answered" : row.why())));
    items.add(
        plot(
            curve,
            "Latency of queries",
            "ms",
            Plot.Series.of("p50", Plot.Ink.BLUE, values(curve, Row::p50Millis)),
            Plot.Series.of("p99", Plot.Ink.ORANGE, values(curve, Row::p99Millis))));
    items.add(
        plot(
            curve,
            "CPU of the database",
            "cores",
            Plot.Series.of("CPU", Plot.Ink.BLUE, values(curve, Row::cpuCores))));
    if (!curve.each().isEmpty()) {
      items.add(new Paragraph(curve.each() + "."));
    }
    return new Section("Queries at a fixed rate of samples", items);
  }

  /**
   * Returns the rows by queries per second. Of those that were measured twice, it has the later
   * ones.
   */
  private static TreeMap<Double, Row> places(QueryCurve curve) {
    var rows = new TreeMap<Double, Row>();
    curve.rows().forEach(row -> rows.put(row.asked(), row));
    return rows;
  }

  private static List<Double> values(QueryCurve curve, Function<Row, Double> value) {
    return places(curve).values().stream().map(value).toList();
  }

  private static Plot plot(QueryCurve curve, String title, String unit, Plot.Series... series) {
    List<String> names =
        places(curve).keySet().stream().map(asked -> Amounts.significant(asked, true)).toList();
    return new Plot(
        title + " against queries/s",
        Plot.Shape.LINES,
        Plot.Axis.names("queries/s", names),
        unit,
        null,
        List.of(series),
        List.of(),
        List.of());
  }

  /** Returns a plot of the most samples per second at each number of queries per second. */
  private static Plot surface(List<Window> windows) {
    var most = new TreeMap<Double, Double>();
    windows.forEach(window -> most.merge(rounded(queries(window)), samples(window), Double::max));
    return new Plot(
        "Samples/s against queries/s",
        Plot.Shape.LINES,
        Plot.Axis.names(
            "queries/s",
            most.keySet().stream().map(each -> Amounts.significant(each, true)).toList()),
        "samples/s",
        null,
        List.of(Plot.Series.points("acknowledged", Plot.Ink.BLUE, List.copyOf(most.values()))),
        List.of(),
        List.of());
  }

  /** Rounds to two significant digits, so that nearly equal numbers of queries share a place. */
  private static double rounded(double value) {
    if (value <= 0) {
      return 0;
    }
    double digit = Math.pow(10, Math.floor(Math.log10(value)) - 1);
    return Math.rint(value / digit) * digit;
  }

  private static Table table(List<Window> windows) {
    return Table.of(
        windows,
        number("Queries/s", window -> Amounts.significant(queries(window), true)),
        number("Samples/s", window -> Amounts.count(samples(window))),
        number("Queries' p99 ms", window -> Amounts.orDash(window.reads().p99Millis())),
        number("Writes' p99 ms", window -> Amounts.orDash(window.requests().p99Millis())),
        number("Visible after, p99 ms", window -> Amounts.orDash(freshness(window.reads()))),
        number(
            "CPU of the database, cores",
            window ->
                Amounts.orDash(
                    window.database() == null ? null : window.database().cpuCoresUsed())),
        number("In flight", window -> Integer.toString(window.load().inFlight())));
  }

  private static double queries(Window window) {
    return window.reads().queriesPerSecond();
  }

  private static double samples(Window window) {
    return window.throughput().samplesPerSecond();
  }

  private static Double freshness(Reads reads) {
    return reads.freshness() == null ? null : reads.freshness().p99Millis();
  }
}
