package io.tidemark.search;

import io.tidemark.ceiling.result.Phase;
import io.tidemark.ceiling.series.Midnight;
import io.tidemark.job.cardinality.WrittenSeries;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Amounts;
import io.tidemark.measure.Load;
import io.tidemark.measure.Measured;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Throughput;
import io.tidemark.proof.MeanWindow;
import io.tidemark.statistics.Estimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures the plateau until it is found twice in a row. It also measures one request in flight
 * again, which shows the database's slots, because it was first measured while the job was still
 * being compiled; and, if asked for, what another day costs.
 */
final class Verification {
  /**
   * Windows of one plateau differ by at most this share, unless something else has changed
   * meanwhile.
   */
  private static final double SAME = 0.1;

  private static final int MAX_WINDOWS = 3;

  /** This many windows show how far apart windows are, whatever the host's speed does meanwhile. */
  private static final int ENOUGH = 5;

  /** A job needs this long at first, because nothing is compiled for its series yet. */
  private static final Duration WARM_UP = Duration.ofSeconds(3);

  /** What is in flight or being encoded when the day ends is acknowledged within this time. */
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private final SearchContext context;
  private final List<Measured> verified = new ArrayList<>();
  private Measured found;
  private boolean steady;

  Verification(SearchContext context) {
    this.context = context;
  }

  void forget() {
    verified.clear();
    steady = false;
    found = null;
  }

  /** Measures nothing more where the sweep turns out to be outdated. */
  void run(Sweep sweep) {
    found = sweep.curve().plateau();
    if (found == null || found.samplesPerSecond() == 0) {
      return;
    }
    int inFlight = Curve.inFlight(found);
    if (inFlight > 1) {
      sweep.step(Phase.VERIFY, 1);
    }
    Measured before = found;
    for (int i = 0; i < MAX_WINDOWS && !steady && (i == 0 || hasTimeForAnother()); i++) {
      if (sweep.isOutdated()) {
        break;
      }
      Measured again = sweep.step(Phase.VERIFY, inFlight);
      if (again.window().valid()) {
        verified.add(again);
        steady = Math.abs(again.samplesPerSecond() / before.samplesPerSecond() - 1) <= SAME;
        before = again;
      }
    }
    if (unsteady()) {
      warn();
    }
  }

  /**
   * Measures more windows of the plateau if the interventions did not leave enough of them.
   *
   * @param unchanged other windows of the same load
   */
  void complete(Sweep sweep, List<Measured> unchanged) {
    int attempts = ENOUGH - verified.size() - unchanged.size();
    for (int i = 0; i < attempts && !verified.isEmpty() && hasTimeForAnother(); i++) {
      Measured again = sweep.step(Phase.VERIFY, Curve.inFlight(found));
      if (again.window().valid()) {
        verified.add(again);
      }
    }
  }

  List<Measured> verified() {
    return List.copyOf(verified);
  }

  private boolean hasTimeForAnother() {
    return context.clock().hasTimeFor(context.length().least());
  }

  private void warn() {
    String rates =
        Stream.concat(Stream.of(found), verified.stream())
            .map(step -> Amounts.count(step.samplesPerSecond()))
            .collect(Collectors.joining(", "));
    context
        .journal()
        .warn(
            "the plateau did not stay where it was (%s samples/s): the host or the database has other work, or the traffic changes"
                .formatted(rates));
  }

  /** Tells whether no two windows in a row agreed. */
  boolean unsteady() {
    return !steady && !verified.isEmpty();
  }

  /**
   * Lets the job's generated time come to another UTC day at the ceiling, where a database that
   * indexes by day indexes each series anew. All samples of the new day's first interval are the
   * first of their series; which of the job's samples those are is known beforehand.
   *
   * <p>Returns null if there was no time for it.
   *
   * @param ceiling the window that gives the load
   */
  Midnight acrossMidnight(Measured ceiling) {
    Journal journal = context.journal();
    journal.begin("generated time crosses midnight UTC");
    JobConfig config =
        context.config().withWrite(context.config().write().withInFlight(Curve.inFlight(ceiling)));
    Duration least = context.length().least();
    Duration lead = WARM_UP.plus(least).plus(MARGIN);
    double rate = ceiling.samplesPerSecond();
    OptionalLong before = context.time().endDayAfter(config, rate * lead.toMillis() / 1e3);
    if (before.isEmpty()) {
      journal.warn("the next midnight is further ahead than the database takes samples");
      return null;
    }
    long series = WrittenSeries.of(config);
    long first = series * config.amplify().m();
    long seconds = Math.round((before.getAsLong() + first) / rate);
    if (!context.clock().hasTimeFor(Duration.ofSeconds(seconds).plus(MARGIN))) {
      journal.warn(
          "no time is left to cross midnight: to write each series before it and after it takes %d s at this rate"
              .formatted(seconds));
      return null;
    }
    try (var running = context.start(config)) {
      Load load = SearchContext.load(running.config());
      ObservedJob job = running.job();
      job.watch(WARM_UP);
      Measured day = job.all(load, least);
      job.watchUntilWritten(
          before.getAsLong() - Math.round(rate * MARGIN.toMillis() / 1e3), context.clock().left());
      Measured night = job.allUntilWritten(load, before.getAsLong() + first, least, MARGIN);
      journal.add(Phase.MIDNIGHT, "before it", day);
      journal.add(Phase.MIDNIGHT, "across it", night);
      return Midnight.of(series, day, night);
    }
  }

  Optional<Measured> last() {
    return verified.isEmpty() ? Optional.empty() : Optional.of(verified.get(verified.size() - 1));
  }

  /**
   * Returns the plateau. The step that was found is the best of many, which luck makes look better
   * than it is, so it only counts if there is no other window.
   *
   * @param unchanged other windows of the same load
   */
  Plateau plateau(Measured judged, List<Measured> unchanged) {
    var windows = new ArrayList<>(verified);
    windows.addAll(unchanged);
    if (windows.isEmpty()) {
      windows.add(found == null ? judged : found);
    }
    return new Plateau(judged, windows);
  }

  /**
   * All that was measured at one load with nothing changed. A database's work comes and goes, for
   * example with its merges, in times longer than a window. So windows at several times of a search
   * give the mean better than one long window would.
   *
   * @param judged the window that the verdict is about
   * @param windows the valid windows in the order they were measured, not empty
   */
  record Plateau(Measured judged, List<Measured> windows) {
    /** A window counts as held back below this share of the fastest one's throughput. */
    private static final double NOT_HELD_BACK = 0.85;

    /** Fewer windows don't show how far apart windows are. */
    private static final int ENOUGH = 3;

    Window window() {
      return judged.window();
    }

    /**
     * Returns the mean of all windows, without those that something held back, such as code that
     * was still being compiled or others on the host. They say nothing of what stops the faster
     * ones.
     */
    Window together() {
      double best = windows.stream().mapToDouble(Measured::samplesPerSecond).max().orElseThrow();
      List<Measured> kept =
          windows.stream()
              .filter(window -> window.samplesPerSecond() >= NOT_HELD_BACK * best)
              .toList();
      Window mean = MeanWindow.of(kept.stream().map(Measured::window).toList());
      return kept.size() < ENOUGH ? mean : mean.with(ofMean(kept));
    }

    /** Returns the mean throughput of the windows. */
    double samplesPerSecond() {
      return mean(Measured::samplesPerSecond);
    }

    /**
     * Returns the mean throughput with the interval of a mean of so many windows, where a steady
     * change of the host's speed is no spread. If there are few windows, it is the interval of one
     * of them, widened to hold them all. Null if that one has none.
     */
    Estimate estimate() {
      double value = samplesPerSecond();
      if (windows.size() >= ENOUGH) {
        Estimate mean = ofMean(windows);
        return new Estimate(mean.value(), Math.max(0, mean.low()), mean.high());
      }
      Throughput one = window().throughput();
      if (one.low() == null || one.high() == null) {
        return null;
      }
      double low = value - (one.samplesPerSecond() - one.low());
      double high = value + (one.high() - one.samplesPerSecond());
      for (Measured window : windows) {
        low = Math.min(low, window.samplesPerSecond());
        high = Math.max(high, window.samplesPerSecond());
      }
      return new Estimate(value, Math.max(0, low), high);
    }

    private static Estimate ofMean(List<Measured> windows) {
      return Estimate.ofSeries(windows.stream().mapToDouble(Measured::samplesPerSecond).toArray());
    }

    private double mean(ToDoubleFunction<Measured> of) {
      return windows.stream().mapToDouble(of).average().orElseThrow();
    }
  }
}
