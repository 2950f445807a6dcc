package io.tidemark.benchmarks.lab.truth;

import io.tidemark.benchmarks.lab.setup.Knob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses which windows to measure, alternating between unchanged and doubled. One pair screens
 * each knob; its window is between two unchanged ones. Three more pairs follow for gains between
 * 1.1 and 1.4, where the label could change, and for the two largest.
 */
final class Screening {
  private static final double UNSURE_FROM = 1.1;
  private static final double UNSURE_TO = 1.4;
  private static final int BEST = 2;
  static final int PAIRS = 3;

  private final Stand stand;
  private final List<Stand.Measured> windows = new ArrayList<>();
  private final Map<Knob, List<Double>> pairs = new LinkedHashMap<>();
  private final Map<Knob, Double> idleAfter = new LinkedHashMap<>();

  /**
   * @param windows windows in the order in which they were measured
   */
  record Result(List<Stand.Measured> windows, List<Gain> gains) {
    /** Returns all windows of the unchanged set-up. */
    List<Stand.Measured> base() {
      return windows.stream().filter(window -> window.knob().isEmpty()).toList();
    }
  }

  private Screening(Stand stand) {
    this.stand = stand;
  }

  static Result of(Stand stand, List<Knob> knobs) {
    var screening = new Screening(stand);
    screening.windows.add(stand.measure(Optional.empty()));
    knobs.forEach(screening::pair);
    for (Knob knob : screening.followed()) {
      for (int i = 0; i < PAIRS; i++) {
        screening.pair(knob);
      }
    }
    return new Result(List.copyOf(screening.windows), knobs.stream().map(screening::gain).toList());
  }

  /**
   * Returns the number of windows for a set-up with this many knobs, if two of them get more pairs.
   */
  static int windows(int knobs) {
    return 1 + 2 * knobs + 2 * PAIRS * Math.min(BEST, knobs);
  }

  private void pair(Knob knob) {
    double before = windows.get(windows.size() - 1).samplesPerSecond();
    Stand.Measured after = stand.measure(Optional.of(knob));
    Stand.Measured again = stand.measure(Optional.empty());
    windows.add(after);
    windows.add(again);
    double around = (before + again.samplesPerSecond()) / 2;
    pairs
        .computeIfAbsent(knob, key -> new ArrayList<>())
        .add(Gain.ratio(after.samplesPerSecond(), around));
    idleAfter.merge(knob, after.idle(), Math::min);
  }

  private List<Knob> followed() {
    List<Knob> best =
        pairs.keySet().stream()
            .sorted(Comparator.comparingDouble((Knob knob) -> screened(knob)).reversed())
            .limit(BEST)
            .toList();
    return pairs.keySet().stream()
        .filter(knob -> best.contains(knob) || isUnsure(screened(knob)))
        .toList();
  }

  private static boolean isUnsure(double gain) {
    return gain >= UNSURE_FROM && gain <= UNSURE_TO;
  }

  private double screened(Knob knob) {
    return pairs.get(knob).get(0);
  }

  private Gain gain(Knob knob) {
    return Gain.of(knob.name(), knob.causes(), pairs.get(knob), idleAfter.get(knob));
  }
}
