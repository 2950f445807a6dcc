package io.tidemark.mechanism.lab;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * A job, a way and a database, as data.
 *
 * @param family of set-ups that are alike
 * @param values those that are not at their default
 */
public record Setup(String family, Map<Parameter, Double> values) {
  public Setup {
    values = Collections.unmodifiableMap(new EnumMap<>(values));
  }

  public static Setup of(String family) {
    return new Setup(family, new EnumMap<>(Parameter.class));
  }

  public double get(Parameter parameter) {
    return values.getOrDefault(parameter, parameter.initially());
  }

  public int count(Parameter parameter) {
    return (int) Math.round(get(parameter));
  }

  public boolean is(Parameter parameter) {
    return get(parameter) != 0;
  }

  public Setup with(Parameter parameter, double value) {
    var next = new EnumMap<Parameter, Double>(Parameter.class);
    next.putAll(values);
    next.put(parameter, value);
    return new Setup(family, next);
  }

  public Setup times(Parameter parameter, double factor) {
    return with(parameter, factor * get(parameter));
  }

  /** With everything that takes time taking so many times as long. */
  public Setup slowed(double times) {
    Setup slowed = this;
    for (Parameter parameter : Parameter.values()) {
      slowed = slowed.with(parameter, parameter.slowed(get(parameter), times));
    }
    return slowed;
  }
}
