package io.tidemark.sink;

import java.util.List;
import java.util.Map;

/**
 * A setting of one kind of database, below {@code target} in the configuration, beside those that
 * all have. It is checked, listed and explained like any other.
 *
 * @param name in kebab case, e.g. "tenant"
 * @param choices the values it may have; empty: any that its type allows
 * @param fallback its value where nothing is configured, as its module gets it: "PT10S", not "10s"
 * @param comment one line, for {@code tidemark config}
 * @param secret whether its value is never shown
 */
public record OptionKey(
    String name, Type type, List<String> choices, String fallback, String comment, boolean secret) {
  public enum Type {
    TEXT,
    INTEGER,
    BOOLEAN,
    /** As "10s"; the value is in ISO-8601. */
    DURATION,
    /** As "4MiB"; the value is in bytes. */
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

  /** The first choice is the default. */
  public static OptionKey choice(String name, List<String> choices, String comment) {
    return new OptionKey(name, Type.TEXT, choices, choices.get(0), comment, false);
  }

  public static OptionKey flag(String name, boolean fallback, String comment) {
    return new OptionKey(name, Type.BOOLEAN, List.of(), Boolean.toString(fallback), comment, false);
  }

  /** Its value among those of a target. */
  public String in(Map<String, String> options) {
    return options.getOrDefault(name, fallback);
  }
}
