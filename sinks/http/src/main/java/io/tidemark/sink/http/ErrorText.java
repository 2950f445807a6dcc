package io.tidemark.sink.http;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Makes text that others wrote fit for one line of a message of ours: bounded, one line. */
public final class ErrorText {
  static final int MAX_CHARS = 512;

  private ErrorText() {}

  /**
   * A server's own words.
   *
   * @param secrets what must not show: a server may repeat what it was sent
   */
  static String of(byte[] utf8, List<String> secrets) {
    String text = new String(utf8, StandardCharsets.UTF_8);
    for (String secret : secrets) {
      text = text.replace(secret, "***");
    }
    return of(text);
  }

  /** Runs of white space and invisible characters become one space; the rest is cut. */
  public static String of(String text) {
    var line = new StringBuilder();
    boolean gap = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) || isInvisible(c)) {
        gap = line.length() > 0;
        continue;
      }
      if (line.length() >= MAX_CHARS) {
        return line.append('…').toString();
      }
      if (gap) {
        line.append(' ');
        gap = false;
      }
      line.append(c);
    }
    return line.toString();
  }

  private static boolean isInvisible(char c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SPACE_SEPARATOR
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
