package io.tidemark.statistics;

import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;

/**
 * Handles values that may not be known. Such a value is null from a log's window to a report, and
 * nothing else says so; a reading that says it otherwise is translated here. Pure.
 */
public final class Known {
  private Known() {}

  /** Returns null instead of NaN and of what is infinite. */
  public static Double finite(double value) {
    return Double.isFinite(value) ? Double.valueOf(value) : null;
  }

  /** Returns the value if the condition holds, which the value may rely on; else null. */
  public static Double when(boolean condition, DoubleSupplier value) {
    return condition ? Double.valueOf(value.getAsDouble()) : null;
  }

  /** Returns what is made of a value that is known. */
  public static Double map(Double value, DoubleUnaryOperator change) {
    return value == null ? null : Double.valueOf(change.applyAsDouble(value));
  }

  /** Returns the part over the whole; null unless both are known and there is a whole. */
  public static Double share(Double part, Double whole) {
    return part == null || whole == null || whole <= 0 ? null : Double.valueOf(part / whole);
  }

  /** Returns the value, but no more than the bound if that is known. */
  public static Double bounded(Double value, Double bound) {
    return value == null || bound == null ? value : Double.valueOf(Math.min(value, bound));
  }
}
