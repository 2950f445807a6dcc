package io.tidemark.mechanism.lab;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * What limits a set-up: each knob turned, nothing else changed, with the same random numbers. One
 * pair of runs screens a knob; two more, longer ones follow for the two best and where the first
 * says 1.1 to 1.4.
 *
 * @param throughput samples per second as it is
 * @param gains by knob, times that
 */
public record Truth(double throughput, Map<Knob, Double> gains) {
  /** Times the throughput: what gains less is no limit. */
  public static final double WORTH_IT = 1.2;

  /** Gains that differ by less are alike. */
  public static final double ALIKE = 1.1;

  private static final double WARM_UP_SECONDS = 8;
  private static final double SCREENED_SECONDS = 16;
  private static final double MEASURED_SECONDS = 32;
  private static final int PAIRS = 3;

  public static Truth of(Setup setup, long seed) {
    double base = throughput(setup, seed, SCREENED_SECONDS);
    var gains = new EnumMap<Knob, Double>(Knob.class);
    for (Knob knob : Knob.values()) {
      if (knob.isThere(setup)) {
        gains.put(knob, throughput(knob.turned(setup), seed, SCREENED_SECONDS) / base);
      }
    }
    var bases = new double[PAIRS];
    for (Knob knob : inDoubt(gains)) {
      double logs = Math.log(gains.get(knob));
      for (int pair = 1; pair < PAIRS; pair++) {
        if (bases[pair] == 0) {
          bases[pair] = throughput(setup, seed + pair, MEASURED_SECONDS);
        }
        logs +=
            Math.log(throughput(knob.turned(setup), seed + pair, MEASURED_SECONDS) / bases[pair]);
      }
      gains.put(knob, Math.exp(logs / PAIRS));
    }
    return new Truth(base, gains);
  }

  private static double throughput(Setup setup, long seed, double seconds) {
    return Math.max(1, new World(setup, seed).throughput(WARM_UP_SECONDS, seconds));
  }

  private static Set<Knob> inDoubt(Map<Knob, Double> gains) {
    var doubtful = EnumSet.noneOf(Knob.class);
    gains.forEach(
        (knob, gain) -> {
          if (gain > 1.1 && gain < 1.4) {
            doubtful.add(knob);
          }
        });
    gains.entrySet().stream()
        .sorted(Map.Entry.<Knob, Double>comparingByValue().reversed())
        .limit(2)
        .filter(best -> best.getValue() > 1.1)
        .forEach(best -> doubtful.add(best.getKey()));
    return doubtful;
  }

  /** All that gain enough and within a tenth of the best; none if nothing does. */
  public Set<Knob> right() {
    double best = gains.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
    var right = EnumSet.noneOf(Knob.class);
    gains.forEach(
        (knob, gain) -> {
          if (gain >= WORTH_IT && gain * ALIKE >= best) {
            right.add(knob);
          }
        });
    return right;
  }
}
