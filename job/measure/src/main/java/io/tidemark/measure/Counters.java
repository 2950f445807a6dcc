package io.tidemark.measure;

import java.util.Map;
import java.util.TreeMap;

/**
 * One counter's readings over time. Between two readings it is taken to have grown evenly; outside
 * of them nothing is known.
 */
final class Counters {
  private final TreeMap<Long, Double> readings = new TreeMap<>();

  /**
   * @param millis Unix time
   */
  void add(long millis, double value) {
    readings.put(millis, value);
  }

  boolean covers(long fromMillis, long toMillis) {
    return !readings.isEmpty()
        && readings.firstKey() <= fromMillis
        && readings.lastKey() >= toMillis;
  }

  /** Whether there is a reading within the window. */
  boolean any(long fromMillis, long toMillis) {
    return !readings.subMap(fromMillis, true, toMillis, true).isEmpty();
  }

  /** Of the first reading that is kept; there must be one. */
  long firstMillis() {
    return readings.firstKey();
  }

  /** Of the last reading; there must be one. */
  long lastMillis() {
    return readings.lastKey();
  }

  /** Keeps what is known of the time from this moment on. */
  void forgetBefore(long millis) {
    Long kept = readings.floorKey(millis);
    if (kept != null) {
      readings.headMap(kept).clear();
    }
  }

  void clear() {
    readings.clear();
  }

  /** NaN where nothing was read before or after. */
  double at(long millis) {
    Map.Entry<Long, Double> before = readings.floorEntry(millis);
    Map.Entry<Long, Double> after = readings.ceilingEntry(millis);
    if (before == null || after == null) {
      return Double.NaN;
    }
    long span = after.getKey() - before.getKey();
    double share = span == 0 ? 0 : (double) (millis - before.getKey()) / span;
    return before.getValue() + share * (after.getValue() - before.getValue());
  }

  /** Straight between readings, level before the first and after the last; there must be one. */
  double level(long millis) {
    return at(Math.max(firstMillis(), Math.min(lastMillis(), millis)));
  }

  double growth(long fromMillis, long toMillis) {
    return level(toMillis) - level(fromMillis);
  }

  /** When a growing counter first had this value; NaN if it never did. */
  double whenReached(double value) {
    Map.Entry<Long, Double> before = null;
    for (Map.Entry<Long, Double> reading : readings.entrySet()) {
      if (reading.getValue() >= value) {
        if (before == null) {
          return reading.getKey();
        }
        double share = (value - before.getValue()) / (reading.getValue() - before.getValue());
        return before.getKey() + share * (reading.getKey() - before.getKey());
      }
      before = reading;
    }
    return Double.NaN;
  }

  /** Growth per second between the outermost readings within the window; NaN of fewer than two. */
  double ratePerSecond(long fromMillis, long toMillis) {
    Map.Entry<Long, Double> first = readings.ceilingEntry(fromMillis);
    Map.Entry<Long, Double> last = readings.floorEntry(toMillis);
    if (first == null || last == null || last.getKey() <= first.getKey()) {
      return Double.NaN;
    }
    return (last.getValue() - first.getValue()) * 1000 / (last.getKey() - first.getKey());
  }

  /** Mean of the readings within the window, as of a gauge; NaN of none. */
  double mean(long fromMillis, long toMillis) {
    return readings.subMap(fromMillis, true, toMillis, true).values().stream()
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(Double.NaN);
  }

  /** The last reading not after the moment; NaN of none. */
  double last(long millis) {
    Map.Entry<Long, Double> last = readings.floorEntry(millis);
    return last == null ? Double.NaN : last.getValue();
  }

  /** How much of the window lies between its outermost readings, 0 to 1. */
  double coverage(long fromMillis, long toMillis) {
    Long first = readings.ceilingKey(fromMillis);
    Long last = readings.floorKey(toMillis);
    return first == null || last == null || last <= first
        ? 0
        : (double) (last - first) / (toMillis - fromMillis);
  }
}
