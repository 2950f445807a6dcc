package io.tidemark.report;

import io.tidemark.ceiling.CeilingResult;
import io.tidemark.ceiling.CeilingResult.Step;
import io.tidemark.ceiling.Window;
import io.tidemark.report.Page.Column;
import io.tidemark.report.Page.Item;
import io.tidemark.report.Page.Plot;
import io.tidemark.report.Page.Series;
import io.tidemark.report.Page.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** The steps of a search as plots and as a table. */
final class CeilingPlots {
  static final List<Column> COLUMNS =
      List.of(
          Column.text("Step"),
          Column.number("In flight"),
          Column.number("Samples/s"),
          Column.number("p50 ms"),
          Column.number("p99 ms"),
          Column.number("Waits"),
          Column.number("On the line"),
          Column.number("Job CPU"),
          Column.number("Database CPU"),
          Column.number("Slots in use"),
          Column.text("Notes"));

  private static final Set<String> LOADS = Set.of("sweep", "ramp", "batch");

  /** What reaches this share of the best step is at the knee or past it. */
  private static final double REACHED = 0.95;

  private CeilingPlots() {}

  static List<Item> of(CeilingResult result) {
    List<Step> steps =
        result.steps().stream()
            .filter(step -> LOADS.contains(step.phase()) && step.window().valid())
            .toList();
    if (steps.size() < 2) {
      return List.of();
    }
    int knee = knee(steps);
    var items = new ArrayList<Item>();
    items.add(throughput(result, steps, knee));
    items.add(
        plot(
            "Latency of single requests",
            Shape.LINES,
            "milliseconds",
            steps,
            List.of(
                series("p50", steps, step -> step.window().requests().p50Millis()),
                series("p99", steps, step -> step.window().requests().p99Millis())),
            knee));
    items.add(
        plot(
            "Who was at work",
            Shape.LINES,
            "CPU cores",
            steps,
            List.of(
                series("job", steps, step -> step.window().job().cpuCores()),
                series("database", steps, CeilingPlots::databaseCores),
                series("host, by whatever process", steps, CeilingPlots::hostCores)),
            -1));
    for (String task : tasks(steps)) {
      items.add(shares(task, steps));
    }
    return items;
  }

  private static Plot throughput(CeilingResult result, List<Step> steps, int knee) {
    var series = new ArrayList<Series>();
    series.add(
        series("acknowledged", steps, step -> step.window().throughput().samplesPerSecond()));
    if (result.ceilingSamplesPerSecond() != null) {
      series.add(
          new Series(
              "ceiling",
              Collections.nCopies(steps.size(), result.ceilingSamplesPerSecond()),
              true));
    }
    if (!result.amplification().isEmpty()) {
      series.add(
          series("asked for", steps, step -> step.window().load().expectedSamplesPerSecond()));
    }
    return plot("Throughput", Shape.LINES, "samples per second", steps, series, knee);
  }

  /** A writer that waits for leave to send counts as busy in Flink, so its wait is set apart. */
  private static Plot shares(String name, List<Step> steps) {
    boolean writes = name.startsWith("write");
    var series = new ArrayList<Series>();
    Function<Step, Double> waits =
        step ->
            writes && busy(step, name) != null
                ? Double.valueOf(
                    100 * Math.min(busy(step, name), step.window().inFlight().permitWaitShare()))
                : null;
    series.add(
        series(
            "busy",
            steps,
            step -> {
              Double busy = busy(step, name);
              Double waiting = waits.apply(step);
              return busy == null
                  ? null
                  : Double.valueOf(100 * busy - (waiting == null ? 0 : waiting));
            }));
    if (writes) {
      series.add(series("waits for leave to send", steps, waits));
    }
    series.add(
        series(
            "backpressured", steps, step -> percent(task(step, name), Window.Task::backpressured)));
    series.add(series("idle", steps, step -> percent(task(step, name), Window.Task::idle)));
    return plot(
        "How \"" + name + "\" spent its time",
        Shape.STACKED_BARS,
        "% of the time",
        steps,
        series,
        -1);
  }

  private static Set<String> tasks(List<Step> steps) {
    var names = new LinkedHashSet<String>();
    for (Step step : steps) {
      for (Window.Task task : step.window().tasks()) {
        if (task.busy() != null
            && !task.name().startsWith("dead")
            && !task.name().startsWith("acks")) {
          names.add(task.name());
        }
      }
    }
    return names;
  }

  private static Window.Task task(Step step, String name) {
    return step.window().task(name);
  }

  private static Double busy(Step step, String name) {
    return task(step, name) == null ? null : task(step, name).busy();
  }

  private static Double percent(Window.Task task, Function<Window.Task, Double> share) {
    return task == null || share.apply(task) == null
        ? null
        : Double.valueOf(100 * share.apply(task));
  }

  private static Double databaseCores(Step step) {
    return step.window().database() == null ? null : step.window().database().cpuCoresUsed();
  }

  private static Double hostCores(Step step) {
    return step.window().host() == null ? null : Double.valueOf(step.window().host().busyCores());
  }

  private static int knee(List<Step> steps) {
    double best =
        steps.stream()
            .mapToDouble(step -> step.window().throughput().samplesPerSecond())
            .max()
            .orElse(0);
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).window().throughput().samplesPerSecond() >= REACHED * best) {
        return i;
      }
    }
    return -1;
  }

  private static Plot plot(
      String title, Shape shape, String unit, List<Step> steps, List<Series> series, int marked) {
    boolean sweep = steps.get(0).phase().equals("sweep");
    List<String> labels =
        steps.stream()
            .map(
                step ->
                    sweep
                        ? Integer.toString(step.window().load().inFlight())
                        : String.valueOf(step.note()))
            .toList();
    return new Plot(
        title, shape, sweep ? "requests in flight" : "load", unit, labels, series, marked, "knee");
  }

  private static Series series(String name, List<Step> steps, Function<Step, Double> value) {
    return new Series(name, steps.stream().map(value).toList(), false);
  }

  static List<String> row(Step step) {
    Window window = step.window();
    var notes = new ArrayList<String>(window.marks());
    window.invalid().forEach(why -> notes.add("invalid: " + why));
    var database = window.database();
    return List.of(
        step.phase(),
        Integer.toString(window.load().inFlight()),
        Amounts.count(window.throughput().samplesPerSecond()),
        number(window.requests().p50Millis()),
        number(window.requests().p99Millis()),
        CeilingPage.percent(window.inFlight().permitWaitShare()),
        window.inFlight().unacknowledgedShare() == null
            ? "–"
            : CeilingPage.percent(window.inFlight().unacknowledgedShare()),
        cores(window.job().cpuCores()),
        cores(database == null ? null : database.cpuCoresUsed()),
        number(database == null ? null : database.slotsInUse()),
        String.join("; ", notes));
  }

  private static String number(Double value) {
    return value == null ? "–" : Amounts.significant(value, false);
  }

  private static String cores(Double value) {
    return value == null ? "–" : String.format(Locale.ROOT, "%.2f", value);
  }
}
