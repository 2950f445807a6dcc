package io.tidemark.job.config;

import io.tidemark.sink.OptionKey;
import java.time.Duration;

/** Turns the text of a database's own setting into the value that its module gets, and back. */
final class OptionText {
  private OptionText() {}

  /**
   * @throws IllegalArgumentException if the text is wrong; the message says what is expected
   */
  static String parse(OptionKey<?> option, String text) {
    String value =
        switch (option.type()) {
          case TEXT -> text;
          case INTEGER -> integer(text);
          case BOOLEAN -> bool(text);
          case DURATION -> DurationText.parse(text).toString();
          case SIZE -> Long.toString(SizeText.parse(text));
        };
    if (!option.choices().isEmpty() && !option.choices().contains(value)) {
      throw new IllegalArgumentException("expected one of " + String.join(", ", option.choices()));
    }
    return value;
  }

  /** Returns the value as YAML takes it. */
  static Object format(OptionKey<?> option, String value) {
    return switch (option.type()) {
      case TEXT -> value;
      case INTEGER -> Long.valueOf(value);
      case BOOLEAN -> Boolean.valueOf(value);
      case DURATION -> DurationText.format(Duration.parse(value));
      case SIZE -> SizeText.format(Long.parseLong(value));
    };
  }

  private static String integer(String text) {
    try {
      return Long.toString(Long.parseLong(text.replace("_", "")));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected a whole number", e);
    }
  }

  static String bool(String text) {
    if (text.equals("true") || text.equals("false")) {
      return text;
    }
    throw new IllegalArgumentException("expected true or false");
  }
}
