package io.tidemark.report;

import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.result.Step;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Task;
import io.tidemark.report.Page.Item;
import io.tidemark.report.Page.Paragraph;
import io.tidemark.report.Plot.Axis;
import io.tidemark.report.Plot.Ink;
import io.tidemark.report.Plot.Level;
import io.tidemark.report.Plot.Mark;
import io.tidemark.report.Plot.Series;
import io.tidemark.report.Plot.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Plots the steps of a search: what they achieved, what was busy, and what waited. */
final class CeilingPlots {
  /** The first step with this share of the best throughput is the knee. */
  private static final double REACHED = 0.95;

  private static final Phase[] RAMPS = {Phase.RAMP, Phase.BATCH, Phase.HOLD};

  /**
   * All steps at one load.
   *
   * @param verified steps that verified the plateau
   */
  private record Place(String name, double at, List<Step> found, List<Step> verified) {
    Place(String name, double at) {
      this(name, at, new ArrayList<>(), new ArrayList<>());
    }
  }

  /** A signal of a window; NaN if it was not measured or can't be computed. */
  private interface Signal extends ToDoubleFunction<Window> {}

  private final CeilingResult result;
  private final boolean sweep;
  private final List<Place> places;

  private CeilingPlots(CeilingResult result) {
    this.result = result;
    this.sweep = result.steps().stream().anyMatch(step -> step.isOf(Phase.SWEEP));
    this.places = sweep ? inFlight() : ramped();
  }

  /**
   * Returns plots of throughput, latency and more against load; empty if there are too few steps
   * for a line.
   */
  static List<Item> outcome(CeilingResult result) {
    var plots = new CeilingPlots(result);
    if (plots.places.size() < 2) {
      return List.of();
    }
    var items = new ArrayList<Item>(List.of(plots.throughput(), plots.latency()));
    if (!plots.knee().isEmpty()) {
      items.add(
          new Paragraph(
              "The knee is the lowest load that reaches %s of the highest throughput."
                  .formatted(Amounts.percent(REACHED))));
    }
    return items;
  }

  /** Returns plots of what was busy at each load; empty if there are too few steps. */
  static List<Item> work(CeilingResult result) {
    var plots = new CeilingPlots(result);
    if (plots.places.size() < 2) {
      return List.of();
    }
    var items = new ArrayList<Item>();
    items.add(plots.full());
    items.add(plots.cpu());
    return items;
  }

  /**
   * Returns a plot of how each task spent its time where throughput was highest; empty if Flink
   * reported no such times. Flink also counts a writer that waits for a permit as busy, so the
   * share of that wait and the CPU time of the task's threads divide the busy time.
   */
  static List<Item> tasks(CeilingResult result) {
    Optional<Window> fastest = result.fastest();
    List<Task> tasks =
        fastest.stream()
            .flatMap(window -> window.tasks().stream())
            .filter(task -> task.busy() != null && isOnTheWay(task))
            .toList();
    if (tasks.isEmpty()) {
      return List.of();
    }
    double waitShare = fastest.orElseThrow().inFlight().permitWaitShare();
    ToDoubleFunction<Task> onCpu =
        task -> Math.min(task.busy(), known(task.cpuCores()) / task.parallelism());
    ToDoubleFunction<Task> offCpu = task -> task.busy() - orZero(onCpu.applyAsDouble(task));
    ToDoubleFunction<Task> waits =
        task ->
            task.name().startsWith("write")
                ? Math.min(offCpu.applyAsDouble(task), waitShare)
                : Double.NaN;
    return List.of(
        new Plot(
            "How each task spent its time where throughput was highest: busy, backpressured or idle",
            Shape.STACKED_BARS,
            Axis.names("task", tasks.stream().map(Task::name).toList()),
            "%",
            100.0,
            telling(
                List.of(
                    series("on the CPU", Ink.BLUE, tasks, onCpu),
                    series("waits for answers", Ink.PURPLE, tasks, waits),
                    series(
                        "busy otherwise",
                        Ink.GREEN,
                        tasks,
                        task -> offCpu.applyAsDouble(task) - orZero(waits.applyAsDouble(task))),
                    series("backpressured", Ink.YELLOW, tasks, task -> known(task.backpressured())),
                    series("idle", Ink.GREY, tasks, task -> known(task.idle())))),
            List.of(),
            List.of()));
  }

  /** Tells whether every sample passes the task; acknowledgements and dead letters do not. */
  private static boolean isOnTheWay(Task task) {
    return !task.name().startsWith("acks") && !task.name().startsWith("dead");
  }

  private static Series series(
      String name, Ink ink, List<Task> tasks, ToDoubleFunction<Task> share) {
    return Series.of(
        name,
        ink,
        tasks.stream()
            .map(share::applyAsDouble)
            .map(value -> Double.isNaN(value) ? null : Double.valueOf(100 * value))
            .toList());
  }

  private List<Place> inFlight() {
    var byLoad = new TreeMap<Integer, Place>();
    for (Step step : result.steps()) {
      boolean found = step.isOf(Phase.SWEEP);
      boolean verified = step.isOf(Phase.VERIFY);
      if (step.window().valid() && (found || verified)) {
        int inFlight = step.window().load().inFlight();
        Place place = byLoad.computeIfAbsent(inFlight, at -> new Place(Integer.toString(at), at));
        (found ? place.found() : place.verified()).add(step);
      }
    }
    return List.copyOf(byLoad.values());
  }

  private List<Place> ramped() {
    var places = new ArrayList<Place>();
    for (Step step : result.steps()) {
      if (step.window().valid() && step.isOf(RAMPS)) {
        var place = new Place(String.valueOf(step.note()), places.size());
        place.found().add(step);
        places.add(place);
      }
    }
    return places;
  }

  private Plot throughput() {
    var series = new ArrayList<Series>();
    Signal rate = window -> window.throughput().samplesPerSecond();
    series.add(series("acknowledged", Ink.BLUE, rate));
    series.add(
        Series.points(
            "measured once more",
            Ink.GREEN,
            places.stream().map(place -> mean(place.verified(), rate)).toList()));
    series.add(
        series(
            "asked for", Ink.GREY, window -> positive(window.load().expectedSamplesPerSecond())));
    var levels = new ArrayList<Level>();
    if (result.ceilingSamplesPerSecond() != null && !result.isAtOneRate()) {
      levels.add(
          new Level(result.ceilingSamplesPerSecond(), result.low(), result.high(), "ceiling"));
    }
    return lines("Throughput", "samples/s", null, series, levels);
  }

  private Plot latency() {
    return lines(
        "Latency of single requests: p50 and p99",
        "ms",
        null,
        List.of(
            series("p50", Ink.BLUE, window -> known(window.requests().p50Millis())),
            series("p99", Ink.ORANGE, window -> known(window.requests().p99Millis()))),
        List.of());
  }

  private Plot full() {
    Signal inUse = ofDatabase(Database::slotsInUse);
    Signal slots = ofDatabase(Database::slots);
    return lines(
        "How full each part was",
        "%",
        100.0,
        List.of(
            series(
                "job CPU",
                Ink.BLUE,
                percent(window -> ratio(window.job().cpuCores(), window.job().cores()))),
            series("database CPU", Ink.ORANGE, percent(ofDatabase(Database::cpuShare))),
            series(
                "insert slots",
                Ink.GREEN,
                percent(window -> ratio(inUse.applyAsDouble(window), slots.applyAsDouble(window)))),
            series("link to storage", Ink.YELLOW, percent(ofDatabase(Database::linkShare))),
            series(
                "writers waiting for answers",
                Ink.PURPLE,
                percent(window -> window.inFlight().permitWaitShare())),
            series(
                "host CPU",
                Ink.GREY,
                percent(window -> window.host() == null ? Double.NaN : window.host().busyShare()))),
        List.of());
  }

  /**
   * Returns a plot of the cores that the database and the job use, and of other use of the host if
   * both share it.
   */
  private Plot cpu() {
    Signal database = ofDatabase(Database::cpuCoresUsed);
    Signal others =
        window ->
            window.host() == null || !window.host().shared()
                ? Double.NaN
                : Math.max(
                    0,
                    window.host().busyCores()
                        - window.job().cpuCores()
                        - database.applyAsDouble(window));
    return stacked(
        "Who used the CPU",
        "cores",
        null,
        List.of(
            series("job", Ink.BLUE, window -> window.job().cpuCores()),
            series("database", Ink.ORANGE, database),
            series("others on the host", Ink.GREY, others)));
  }

  private Plot lines(
      String title, String unit, Double most, List<Series> series, List<Level> levels) {
    return new Plot(title, Shape.LINES, line(), unit, most, telling(series), knee(), levels);
  }

  private Plot stacked(String title, String unit, Double most, List<Series> series) {
    return new Plot(
        title, Shape.STACKED_BARS, bars(), unit, most, telling(series), List.of(), List.of());
  }

  /**
   * Returns the mark of the knee. A search that only adds series or queries, at one rate, has none.
   */
  private List<Mark> knee() {
    if (result.isAtOneRate()) {
      return List.of();
    }
    double best = places.stream().mapToDouble(CeilingPlots::rate).max().orElse(0);
    return places.stream()
        .filter(place -> rate(place) >= REACHED * best)
        .findFirst()
        .map(place -> List.of(new Mark(place.at(), "knee")))
        .orElse(List.of());
  }

  private static double rate(Place place) {
    return mean(steps(place), window -> window.throughput().samplesPerSecond());
  }

  private Axis line() {
    return sweep
        ? Axis.log2("requests in flight", places.stream().map(Place::at).toList())
        : bars();
  }

  private Axis bars() {
    return Axis.names(
        sweep ? "requests in flight" : "load", places.stream().map(Place::name).toList());
  }

  private Series series(String name, Ink ink, Signal signal) {
    return Series.of(name, ink, places.stream().map(place -> mean(steps(place), signal)).toList());
  }

  private static List<Step> steps(Place place) {
    return place.found().isEmpty() ? place.verified() : place.found();
  }

  /** Returns the mean of the steps that measured the signal; null if none did. */
  private static Double mean(List<Step> steps, Signal signal) {
    var mean =
        steps.stream()
            .map(Step::window)
            .mapToDouble(signal)
            .filter(value -> !Double.isNaN(value))
            .average();
    return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : null;
  }

  private static List<Series> telling(List<Series> series) {
    return series.stream().filter(one -> !one.saysNothing()).toList();
  }

  private static Signal ofDatabase(Function<Database, Double> signal) {
    return window ->
        window.database() == null ? Double.NaN : known(signal.apply(window.database()));
  }

  private static Signal percent(Signal share) {
    return window -> 100 * share.applyAsDouble(window);
  }

  /** Returns the ratio; NaN if the whole is 0. */
  private static double ratio(double part, double whole) {
    return whole == 0 ? Double.NaN : part / whole;
  }

  private static double known(Double value) {
    return value == null ? Double.NaN : value;
  }

  private static double positive(double value) {
    return value > 0 ? value : Double.NaN;
  }

  private static double orZero(double value) {
    return Double.isNaN(value) ? 0 : value;
  }
}
