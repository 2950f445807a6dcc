package io.tidemark.sink.opentsdb;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Metrics, tag keys and tag values as OpenTSDB takes them, and back. It takes letters, digits and
 * {@code - _ . /} (net.opentsdb.core.Tags, validateString); of letters it keeps those of Latin-1
 * and stores a question mark for any other (net.opentsdb.uid.UniqueId, CHARSET), so only ASCII goes
 * as it is.
 *
 * <p>Any other character is written as {@code _xHEX_}, its code point, which SQL/XML does to names
 * (ISO 9075-14): {@code 10.0.0.1:9100} is {@code 10.0.0.1_x3A_9100}. So is an underscore before an
 * x and a digit of such a code, so no two texts become the same. Pure.
 */
final class Names {
  private static final Pattern ESCAPE = Pattern.compile("_x([0-9A-F]{1,6})_");

  private static final String HEX = "0123456789ABCDEF";

  private Names() {}

  /** Whether it goes as it is. */
  static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isPlain(text, i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(String text, int at) {
    char c = text.charAt(at);
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '-'
        || c == '.'
        || c == '/'
        || c == '_' && !beginsAnEscape(text, at);
  }

  private static boolean beginsAnEscape(String text, int at) {
    return at + 2 < text.length()
        && text.charAt(at + 1) == 'x'
        && HEX.indexOf(text.charAt(at + 2)) >= 0;
  }

  static String escaped(String text) {
    if (isPlain(text)) {
      return text;
    }
    var escaped = new StringBuilder(text.length() + 16);
    for (int at = 0; at < text.length(); ) {
      int character = text.codePointAt(at);
      if (isPlain(text, at)) {
        escaped.append((char) character);
      } else {
        escaped.append("_x%X_".formatted(character));
      }
      at += Character.charCount(character);
    }
    return escaped.toString();
  }

  static String plain(String escaped) {
    return ESCAPE
        .matcher(escaped)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), 16))));
  }
}
