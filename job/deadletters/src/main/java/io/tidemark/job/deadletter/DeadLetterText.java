package io.tidemark.job.deadletter;

import java.nio.charset.StandardCharsets;

/**
 * Describes dead letters for people. Each part has a bounded length, and characters that could harm
 * a terminal are replaced by dots.
 */
public final class DeadLetterText {
  /** Number of the record's bytes that are shown; the letter itself has all that were kept. */
  private static final int SHOWN_BYTES = 120;

  private static final int SHOWN_CHARS = 240;

  private DeadLetterText() {}

  public static String where(DeadLetter letter) {
    String origin = bounded(letter.origin());
    return letter.partition() < 0
        ? "%s at %d".formatted(origin, letter.offset())
        : "%s, partition %d, offset or line %d"
            .formatted(origin, letter.partition(), letter.offset());
  }

  /** Returns the record, or its beginning, as text; for a sample, its value. */
  public static String original(DeadLetter letter) {
    byte[] original = letter.original();
    int shown = Math.min(original.length, SHOWN_BYTES);
    String text = readable(new String(original, 0, shown, StandardCharsets.UTF_8));
    return original.length > shown ? text + " … %,d bytes".formatted(original.length) : text;
  }

  /** Returns the letter in one line, without its reason. */
  public static String line(DeadLetter letter) {
    String line = "%s: %s".formatted(where(letter), readable(letter.detail()));
    return letter.partition() < 0 || letter.original().length == 0
        ? line
        : "%s: %s".formatted(line, original(letter));
  }

  private static String bounded(String text) {
    String readable = readable(text);
    return readable.length() > SHOWN_CHARS
        ? readable.substring(0, SHOWN_CHARS) + "… %,d characters".formatted(text.length())
        : readable;
  }

  static String readable(String text) {
    var readable = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) || c == 0xFFFD ? '.' : c)
        .forEach(readable::appendCodePoint);
    return readable.toString();
  }
}
