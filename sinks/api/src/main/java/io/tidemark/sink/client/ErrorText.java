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
   * A server's own words.
   *
   * @param secrets what must not show: a server may repeat what it was sent
   */
  public static String of(byte[] utf8, List<String> secrets) {
    String text = new String(utf8, StandardCharsets.UTF_8);
    for (String secret : secrets) {
      text = text.replace(secret, "***");
    }
    return of(text);
  }

  /** Runs of white space and invisible characters become one space; the rest is cut. */
  public static String of(String text) {
    String line = INVISIBLE.matcher(text).replaceAll(" ").strip();
    return line.length() <= MAX_CHARS ? line : line.substring(0, MAX_CHARS) + '…';
  }
}
