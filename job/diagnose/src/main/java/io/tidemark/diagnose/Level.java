package io.tidemark.diagnose;

import io.tidemark.measure.Load;
import io.tidemark.measure.Window;
import io.tidemark.model.Observation;
import io.tidemark.proof.MeanWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Intervals of as good as the same load, as one: what disturbs one of them disturbs its neighbours.
 *
 * @param window their mean
 */
record Level(Window window, List<Interval> intervals) {
  /** Of more than this is another one, times. */
  private static final double ALIKE = 1.15;

  /** The least load is less than the most by this, times, or there is one load. */
  private static final double SEVERAL = 1.25;

  /** Of more the model learns no more. */
  private static final int MOST = 5;

  private static Level mean(List<Interval> intervals) {
    return new Level(
        withLoad(MeanWindow.of(intervals.stream().map(Interval::window).toList())), intervals);
  }

  /** A load is no mean: it follows from the traffic. */
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

  /** The least load first. */
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

  /** Who keeps up and who does not are two, however much is sent. */
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

  /** The one of the most load. */
  static Level most(List<Level> levels) {
    return levels.stream().max(Comparator.comparingDouble(Level::samplesPerSecond)).orElseThrow();
  }

  /** Of what is to be sent, what is lost, 0 to 1: the mean of all of the time. */
  double lost() {
    return intervals.stream().mapToDouble(each -> each.sending().lost()).average().orElse(0);
  }

  /** What would be written if nothing of it were lost, times what is, of each interval. */
  double[] timesWithoutLoss() {
    return intervals.stream()
        .mapToDouble(each -> 1 / Math.max(1e-3, 1 - each.sending().lost()))
        .toArray();
  }

  /** Whether those who send are those who are seen, all the time. */
  boolean seesSenders() {
    return intervals.stream().allMatch(Interval::sees);
  }

  boolean behind() {
    return window.load().sourceSamplesPerSecond() == 0;
  }

  double samplesPerSecond() {
    return window.throughput().samplesPerSecond();
  }

  Observation observed() {
    return new Observation(window, null, null, window.requests().failedShare(), false, 1);
  }

  /** Whether the load was not about the same all the time. */
  static boolean several(List<Level> levels) {
    double least = levels.stream().mapToDouble(Level::samplesPerSecond).min().orElse(0);
    double most = levels.stream().mapToDouble(Level::samplesPerSecond).max().orElse(0);
    return most >= SEVERAL * least;
  }
}
