package io.tidemark.sink;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * A setting that only one kind of database has, below {@code target} in the configuration, beside
 * the settings that all have. It is checked, listed and explained like any other.
 *
 * @param name the name in kebab case, e.g. "tenant"
 * @param choices the values that it may have; if empty, all that its type allows
 * @param fallback the value if nothing is configured, as its module gets it: "PT10S", not "10s"
 * @param comment one line, for {@code tidemark config}
 * @param secret whether its value is never shown
 * @param reader turns the text that the module gets into the value
 */
public record OptionKey<T>(
    String name,
    Type type,
    List<String> choices,
    String fallback,
    String comment,
    boolean secret,
    Function<String, T> reader) {
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

  public static OptionKey<String> text(String name, String fallback, String comment) {
    return of(name, Type.TEXT, fallback, comment, Function.identity());
  }

  public static OptionKey<Boolean> flag(String name, boolean fallback, String comment) {
    return of(name, Type.BOOLEAN, Boolean.toString(fallback), comment, Boolean::valueOf);
  }

  public static OptionKey<Long> integer(String name, long fallback, String comment) {
    return of(name, Type.INTEGER, Long.toString(fallback), comment, Long::valueOf);
  }

  /** Returns a setting in bytes. */
  public static OptionKey<Long> size(String name, long fallback, String comment) {
    return of(name, Type.SIZE, Long.toString(fallback), comment, Long::valueOf);
  }

  public static OptionKey<Duration> duration(String name, Duration fallback, String comment) {
    return of(name, Type.DURATION, fallback.toString(), comment, Duration::parse);
  }

  /** Returns a setting with a choice of values, of which the first is the default. */
  public static OptionKey<String> choice(String name, List<String> choices, String comment) {
    return choice(name, choices, comment, Function.identity());
  }

  /** Returns a setting with a choice of an enum's constants, of which the first is the default. */
  public static <E extends Enum<E>> OptionKey<E> choice(
      String name, Class<E> constants, String comment) {
    List<String> choices =
        Arrays.stream(constants.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .toList();
    return choice(
        name, choices, comment, text -> Enum.valueOf(constants, text.toUpperCase(Locale.ROOT)));
  }

  private static <T> OptionKey<T> choice(
      String name, List<String> choices, String comment, Function<String, T> reader) {
    return new OptionKey<>(name, Type.TEXT, choices, choices.get(0), comment, false, reader);
  }

  private static <T> OptionKey<T> of(
      String name, Type type, String fallback, String comment, Function<String, T> reader) {
    return new OptionKey<>(name, type, List.of(), fallback, comment, false, reader);
  }

  /** Returns its value among a target's options. */
  public T in(Map<String, String> options) {
    return reader.apply(text(options));
  }

  /** Returns the text of its value among a target's options. */
  public String text(Map<String, String> options) {
    return options.getOrDefault(name, fallback);
  }

  /** Tells whether a target's options leave it at its default. */
  public boolean isDefault(Map<String, String> options) {
    return text(options).equals(fallback);
  }

  /**
   * @param problems of a target's options, by the names of their keys
   * @throws IllegalArgumentException if there is one; the message names its key
   */
  public static void requireNone(Map<String, String> problems) {
    problems.forEach(
        (name, problem) -> {
          throw new IllegalArgumentException("target.%s: %s".formatted(name, problem));
        });
  }
}
