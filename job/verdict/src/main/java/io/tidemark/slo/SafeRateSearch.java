package io.tidemark.slo;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds the highest rate that keeps all objectives. It doubles the rate in short steps until a step
 * and a full hold of the same rate fail, or halves it if even the first rate fails. Then it bisects
 * on a logarithmic axis with full holds, until the lowest rate that fails is at most {@value
 * #RESOLUTION} times the highest that holds. Both are held once more, and if two holds of a rate
 * disagree, a third decides: the highest has passed two, and the lowest above it has failed two. It
 * only decides, and is pure; a {@link Holder} holds the rates.
 */
public final class SafeRateSearch {
  /** The ratio at which the search ends: the lowest rate that fails over the highest that holds. */
  static final double RESOLUTION = 1.025;

  /** A rate is confirmed after this many full holds. */
  private static final int CONFIRMED = 2;

  private static final int HALVINGS = 6;
  private static final int DOUBLINGS = 16;

  /** The most steps and holds after the doubling: noise near the limit could cause ever more. */
  private static final int MOST_HOLDS = 30;

  /** Holds a rate. */
  public interface Holder {
    /**
     * @param full whether it is held for as long as the user asked; otherwise a short step is
     *     enough
     * @return empty if there is no time for it
     */
    Optional<Hold> hold(double samplesPerSecond, boolean full);
  }

  /** All holds of one rate. */
  private static final class Rate {
    private boolean shortKept;
    private boolean shortBroken;
    private Hold lastKept;
    private Hold lastBroken;
    private int kept;
    private int broken;

    void add(Hold hold) {
      if (hold.kept()) {
        lastKept = kept > 0 && hold.full() ? lastKept.worst(hold) : hold;
      }
      lastBroken = hold.kept() ? lastBroken : hold;
      if (hold.full()) {
        kept += hold.kept() ? 1 : 0;
        broken += hold.kept() ? 0 : 1;
      } else {
        shortKept = hold.kept();
        shortBroken = !hold.kept();
      }
    }

    boolean isTied() {
      return kept == broken && kept > 0;
    }

    boolean holds() {
      return kept > broken || kept + broken == 0 && shortKept;
    }

    boolean fails() {
      return broken > kept || kept + broken == 0 && shortBroken;
    }
  }

  /**
   * What was found.
   *
   * @param best the highest rate that keeps all, with the worst values of its holds; null if none
   *     did
   * @param holds number of full holds that this rate has passed
   * @param worse the last hold of the lowest rate above it that fails; null if none was found
   * @param done whether the search ended by itself; if not, and no rate is known to be safe, a
   *     lower one may be
   */
  public record Found(Hold best, int holds, Hold worse, boolean done) {
    /** Tells whether the rate has passed two full holds. */
    public boolean confirmed() {
      return best != null && holds >= CONFIRMED;
    }
  }

  private final Holder holder;
  private final double first;
  private final double most;
  private final TreeMap<Double, Rate> rates = new TreeMap<>();
  private int holds;
  private boolean outOfTime;
  private boolean done;

  /**
   * @param first the rate of the first step, in samples per second
   */
  public SafeRateSearch(Holder holder, double first) {
    this(holder, first, first * (1L << DOUBLINGS));
  }

  private SafeRateSearch(Holder holder, double first, double most) {
    this.holder = holder;
    this.first = first;
    this.most = most;
  }

  /** Returns a search that tries this rate first, and then only lower ones. */
  public static SafeRateSearch atMost(Holder holder, double most) {
    return new SafeRateSearch(holder, most, most);
  }

  public Found run() {
    if (grow()) {
      while (holds < MOST_HOLDS && narrow()) {
        holds++;
      }
    }
    done = !outOfTime && holds < MOST_HOLDS;
    return found();
  }

  /** Doubles until a short step and a full hold fail; returns false if no time is left. */
  private boolean grow() {
    for (double rate = first; rate <= most; rate *= 2) {
      if (!hold(rate, false)) {
        return false;
      }
      // A short step may fail by chance: without a full hold nothing is bisected below it.
      if (worse() != null && rates.get(rate).broken == 0 && !hold(rate, true)) {
        return false;
      }
      if (worse() != null) {
        return true;
      }
    }
    return true;
  }

  private double least() {
    return first / (1L << HALVINGS);
  }

  /** Makes one hold; returns false if nothing is left to ask, or no time. */
  private boolean narrow() {
    Map.Entry<Double, Rate> best = best();
    Map.Entry<Double, Rate> worse = worse();
    Optional<Double> tied =
        rates.entrySet().stream()
            .filter(rate -> rate.getValue().isTied())
            .map(Map.Entry::getKey)
            .findFirst();
    if (tied.isPresent()) {
      return hold(tied.get(), true);
    }
    if (best == null) {
      double lower = worse.getKey() / 2;
      return lower >= least() ? hold(lower, false) : fails(worse);
    }
    if (worse == null) {
      double higher = 2 * best.getKey();
      return higher <= most ? hold(higher, false) : holds(best);
    }
    if (worse.getKey() > RESOLUTION * best.getKey()) {
      return hold(Math.sqrt(best.getKey() * worse.getKey()), true);
    }
    return holds(best) || fails(worse);
  }

  private boolean holds(Map.Entry<Double, Rate> best) {
    return best.getValue().kept < CONFIRMED && hold(best.getKey(), true);
  }

  private boolean fails(Map.Entry<Double, Rate> worse) {
    return worse.getValue().broken < CONFIRMED && hold(worse.getKey(), true);
  }

  private boolean hold(double rate, boolean full) {
    Optional<Hold> held = holder.hold(rate, full);
    held.ifPresent(hold -> rates.computeIfAbsent(rate, key -> new Rate()).add(hold));
    outOfTime |= held.isEmpty();
    return held.isPresent();
  }

  /** Returns the lowest rate that fails; null if none does. */
  private Map.Entry<Double, Rate> worse() {
    return rates.entrySet().stream()
        .filter(rate -> rate.getValue().fails())
        .findFirst()
        .orElse(null);
  }

  /** Returns the highest rate that holds, below all that fail; null if none does. */
  private Map.Entry<Double, Rate> best() {
    Map.Entry<Double, Rate> worse = worse();
    return rates.entrySet().stream()
        .filter(rate -> rate.getValue().holds())
        .filter(rate -> worse == null || rate.getKey() < worse.getKey())
        .reduce((lower, higher) -> higher)
        .orElse(null);
  }

  /** Returns the highest rate at or below this one that is confirmed; this one if none is. */
  private Map.Entry<Double, Rate> confirmed(Map.Entry<Double, Rate> best) {
    return best == null
        ? null
        : rates.headMap(best.getKey(), true).descendingMap().entrySet().stream()
            .filter(rate -> rate.getValue().holds() && rate.getValue().kept >= CONFIRMED)
            .findFirst()
            .orElse(best);
  }

  /** Returns what was found so far: rather a confirmed rate than a higher one that is not. */
  public Found found() {
    Map.Entry<Double, Rate> best = confirmed(best());
    Map.Entry<Double, Rate> worse = worse();
    return new Found(
        best == null ? null : best.getValue().lastKept,
        best == null ? 0 : best.getValue().kept,
        worse == null ? null : worse.getValue().lastBroken,
        done);
  }
}
