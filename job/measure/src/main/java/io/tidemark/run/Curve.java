package io.tidemark.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A counter over time, straight between its readings, level before the first and after the last.
 * Times are Unix milliseconds. Not thread-safe.
 */
final class Curve {
  private final List<Double> millis = new ArrayList<>();
  private final List<Double> values = new ArrayList<>();

  /** A reading; one that is not later than the last is left out. */
  void add(double atMillis, double value) {
    if (millis.isEmpty() || atMillis > lastMillis()) {
      millis.add(atMillis);
      values.add(value);
    }
  }

  boolean isEmpty() {
    return millis.isEmpty();
  }

  double firstMillis() {
    return millis.get(0);
  }

  double lastMillis() {
    return millis.get(millis.size() - 1);
  }

  double last() {
    return values.get(values.size() - 1);
  }

  double at(double atMillis) {
    int next = indexAfter(atMillis);
    if (next == 0) {
      return values.get(0);
    }
    if (next == millis.size()) {
      return last();
    }
    double from = millis.get(next - 1);
    double share = (atMillis - from) / (millis.get(next) - from);
    return values.get(next - 1) + share * (values.get(next) - values.get(next - 1));
  }

  private int indexAfter(double atMillis) {
    int low = 0;
    int high = millis.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (millis.get(middle) <= atMillis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** When a growing counter first had this value; NaN if it never did. */
  double whenReached(double value) {
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) >= value) {
        if (i == 0) {
          return millis.get(0);
        }
        double share = (value - values.get(i - 1)) / (values.get(i) - values.get(i - 1));
        return millis.get(i - 1) + share * (millis.get(i) - millis.get(i - 1));
      }
    }
    return Double.NaN;
  }

  /** Growth between two moments. */
  double growth(double fromMillis, double toMillis) {
    return at(toMillis) - at(fromMillis);
  }

  /** All of them together, read every {@code stepMillis}. Each counts from zero before it began. */
  static Curve sum(Collection<Curve> curves, double stepMillis) {
    var sum = new Curve();
    double first = curves.stream().mapToDouble(Curve::firstMillis).min().orElse(0);
    double last = curves.stream().mapToDouble(Curve::lastMillis).max().orElse(-1);
    for (double at = first; at < last + stepMillis; at += stepMillis) {
      double total = 0;
      for (Curve curve : curves) {
        total += at < curve.firstMillis() ? 0 : curve.at(at);
      }
      sum.add(at, total);
    }
    return sum;
  }
}
