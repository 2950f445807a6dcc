package io.tidemark.sink.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** Makes text that others wrote fit for one line of a message of ours: bounded, one line. */
public final class ErrorText {
  static final int MAX_CHARS = 512;

  /** Control and format characters, and separators of all kinds. */
  private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Z}]+");

  private ErrorText() {}

  /**
   * Returns a server's own words, fit for a message.
   *
   * @param secrets the texts that must not show, because a server may repeat what it was sent
   */
  public static String of(byte[] utf8, List<String> secrets) {
    String text = new String(utf8, StandardCharsets.UTF_8);
    for (String secret : secrets) {
      text = text.replace(secret, "***");
    }
    return of(text);
  }

  /**
   * Returns the text with each run of white space and invisible characters as one space, and cut.
   */
  public static String of(String text) {
    String line = INVISIBLE.matcher(text).replaceAll(" ").strip();
    return line.length() <= MAX_CHARS ? line : line.substring(0, MAX_CHARS) + '…';
  }
}
