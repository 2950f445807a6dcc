package io.tidemark.job.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reads and writes constants of an enum as the configuration has them, e.g. {@code in-flight}. */
final class ConstantText {
  private ConstantText() {}

  static Object parse(Class<?> type, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> format((Enum<?>) constant).equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("expected one of " + all(type)));
  }

  static String all(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> format((Enum<?>) constant))
        .collect(Collectors.joining(", "));
  }

  static String format(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
