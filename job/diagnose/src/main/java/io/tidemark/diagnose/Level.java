package io.tidemark.diagnose;

import io.tidemark.measure.Load;
import io.tidemark.measure.Window;
import io.tidemark.model.Observation;
import io.tidemark.proof.MeanWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Intervals of nearly the same load, averaged, because what disturbs one of them disturbs its
 * neighbours, too.
 *
 * @param window the mean of the intervals' windows
 */
record Level(Window window, List<Interval> intervals) {
  /** An interval with more than this times a level's least load belongs to another level. */
  private static final double ALIKE = 1.15;

  /** There are several loads if the highest is at least this times the lowest. */
  private static final double SEVERAL = 1.25;

  /** The most levels: the model would learn nothing from more. */
  private static final int MOST = 5;

  private static Level mean(List<Interval> intervals) {
    return new Level(
        withLoad(MeanWindow.of(intervals.stream().map(Interval::window).toList())), intervals);
  }

  /** Returns the window with the load that follows from its mean traffic. */
  private static Window withLoad(Window mean) {
    double samples = mean.throughput().samplesPerSecond();
    double calls = mean.throughput().callsPerSecond();
    var load =
        new Load(
            mean.load().inFlight(),
            1,
            1,
            (int) Math.max(1, Math.round(samples / calls)),
            1,
            mean.load().sourceSamplesPerSecond() > 0 ? Math.max(1, Math.round(samples)) : 0);
    return new Window(
        load,
        mean.seconds(),
        0,
        mean.throughput(),
        mean.requests(),
        mean.inFlight(),
        mean.tasks(),
        mean.job(),
        mean.host(),
        mean.database(),
        mean.marks(),
        mean.invalid(),
        null);
  }

  /**
   * Returns the levels of the intervals that count: those in which senders keep up, then the
   * others, the least load of each first.
   */
  static List<Level> of(List<Interval> all) {
    List<Interval> counting =
        all.stream()
            .filter(Interval::counts)
            .sorted(Comparator.comparingDouble(Interval::samplesPerSecond))
            .toList();
    double times = ALIKE;
    List<List<Interval>> groups = grouped(counting, times);
    while (groups.size() > MOST) {
      times *= ALIKE;
      groups = grouped(counting, times);
    }
    return groups.stream().map(Level::mean).toList();
  }

  /** Groups intervals by load, apart for senders that keep up and for those that do not. */
  private static List<List<Interval>> grouped(List<Interval> sorted, double times) {
    var groups = new ArrayList<List<Interval>>();
    for (boolean behind : new boolean[] {false, true}) {
      List<Interval> current = List.of();
      for (Interval each : sorted) {
        if (each.sending().behind() != behind) {
          continue;
        }
        if (current.isEmpty()
            || each.samplesPerSecond() > times * current.get(0).samplesPerSecond()) {
          current = new ArrayList<>();
          groups.add(current);
        }
        current.add(each);
      }
    }
    return groups;
  }

  /** Returns the level with the highest load. */
  static Level most(List<Level> levels) {
    return levels.stream().max(Comparator.comparingDouble(Level::samplesPerSecond)).orElseThrow();
  }

  /** Returns the share of what is to be sent that is lost, 0 to 1: the mean of all intervals. */
  double lost() {
    return intervals.stream().mapToDouble(each -> each.sending().lost()).average().orElse(0);
  }

  /**
   * Returns, for each interval, what would be written if nothing were lost over what is written.
   */
  double[] timesWithoutLoss() {
    return intervals.stream()
        .mapToDouble(each -> 1 / Math.max(1e-3, 1 - each.sending().lost()))
        .toArray();
  }

  /** Tells whether, in each interval, the senders with pages are the ones who write. */
  boolean seesSenders() {
    return intervals.stream().allMatch(Interval::sees);
  }

  /** Tells whether senders have more to send than they send. */
  boolean behind() {
    return window.load().sourceSamplesPerSecond() == 0;
  }

  double samplesPerSecond() {
    return window.throughput().samplesPerSecond();
  }

  Observation observed() {
    return new Observation(window, null, null, window.requests().failedShare(), false, 1);
  }

  /** Tells whether the load was not about the same all the time. */
  static boolean several(List<Level> levels) {
    double least = levels.stream().mapToDouble(Level::samplesPerSecond).min().orElse(0);
    double most = levels.stream().mapToDouble(Level::samplesPerSecond).max().orElse(0);
    return most >= SEVERAL * least;
  }
}
