package io.tidemark.sink;

import java.util.List;
import java.util.Map;

/**
 * A setting that only one kind of database has, below {@code target} in the configuration, beside
 * the settings that all have. It is checked, listed and explained like any other.
 *
 * @param name the name in kebab case, e.g. "tenant"
 * @param choices the values that it may have; if empty, all that its type allows
 * @param fallback the value if nothing is configured, as its module gets it: "PT10S", not "10s"
 * @param comment one line, for {@code tidemark config}
 * @param secret whether its value is never shown
 */
public record OptionKey(
    String name, Type type, List<String> choices, String fallback, String comment, boolean secret) {
  public enum Type {
    TEXT,
    INTEGER,
    BOOLEAN,
    /** A duration is configured as "10s"; the module gets it in ISO-8601. */
    DURATION,
    /** A size is configured as "4MiB"; the module gets it in bytes. */
    SIZE
  }

  public OptionKey {
    choices = List.copyOf(choices);
    if (!name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
      throw new IllegalArgumentException("not in kebab case [name=%s]".formatted(name));
    }
    if (!choices.isEmpty() && !choices.contains(fallback)) {
      throw new IllegalArgumentException(
          "the default is no choice [name=%s, default=%s, choices=%s]"
              .formatted(name, fallback, choices));
    }
  }

  public static OptionKey text(String name, String fallback, String comment) {
    return new OptionKey(name, Type.TEXT, List.of(), fallback, comment, false);
  }

  /** Returns a setting with a choice of values, of which the first is the default. */
  public static OptionKey choice(String name, List<String> choices, String comment) {
    return new OptionKey(name, Type.TEXT, choices, choices.get(0), comment, false);
  }

  public static OptionKey flag(String name, boolean fallback, String comment) {
    return new OptionKey(name, Type.BOOLEAN, List.of(), Boolean.toString(fallback), comment, false);
  }

  /** Returns its value among a target's options. */
  public String in(Map<String, String> options) {
    return options.getOrDefault(name, fallback);
  }
}
