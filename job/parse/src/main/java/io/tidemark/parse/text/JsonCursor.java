package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;
import java.util.Arrays;

/**
 * Walks over JSON in place, value by value; nothing is built. Numbers may also be {@code NaN} and
 * {@code Inf} with or without a sign, which JSON has not and metrics need. Each method first passes
 * over white space.
 */
final class JsonCursor {
  /** Of arrays and objects in one another; metrics have four. */
  private static final int MAX_DEPTH = 300;

  private byte[] json;
  private int position;
  private int limit;

  /** Strings that held escapes, unescaped, since {@link #reset}. */
  private byte[] unescaped = new byte[1024];

  private int unescapedEnd;
  private byte[] text;
  private int textFrom;
  private int textTo;

  void reset(byte[] json, int from, int to) {
    this.json = json;
    position = from;
    limit = to;
    unescapedEnd = 0;
  }

  int position() {
    return position;
  }

  void rewind(int position) {
    this.position = position;
  }

  /** Bytes that hold the string or number read last, until {@link #reset}. */
  byte[] text() {
    return text;
  }

  int textFrom() {
    return textFrom;
  }

  int textTo() {
    return textTo;
  }

  boolean textIs(byte[] expected) {
    return Arrays.equals(text, textFrom, textTo, expected, 0, expected.length);
  }

  /** The byte that the next value begins with, or 0 at the end. */
  byte peek() {
    while (position < limit && isSpace(json[position])) {
      position++;
    }
    return position < limit ? json[position] : 0;
  }

  boolean atEnd() {
    peek();
    return position == limit;
  }

  boolean takes(char c) {
    if (peek() != c || position == limit) {
      return false;
    }
    position++;
    return true;
  }

  void expect(char c) throws RejectedException {
    if (!takes(c)) {
      throw malformed("expected " + c);
    }
  }

  /**
   * Whether a further element follows, of an array or object whose opening bracket was taken; takes
   * the comma or the closing bracket.
   *
   * @param first no comma stands before the first
   */
  boolean more(boolean first, char closing) throws RejectedException {
    if (takes(closing)) {
      return false;
    }
    if (!first) {
      expect(',');
    }
    return true;
  }

  /** The name of an object's entry, as {@link #string}, and its colon. */
  void name() throws RejectedException {
    string();
    expect(':');
  }

  /** Into {@link #text}. */
  void string() throws RejectedException {
    expect('"');
    text = json;
    textFrom = position;
    int i = position;
    while (i < limit && json[i] != '"' && json[i] != '\\') {
      i++;
    }
    textTo = i;
    if (i == limit) {
      throw malformed("a string is not closed");
    }
    position = i + 1;
    if (json[i] == '\\') {
      escapedString(i);
    }
  }

  /**
   * @param firstEscape where the first backslash of the string is that begins at {@link #textFrom}
   */
  private void escapedString(int firstEscape) throws RejectedException {
    int from = textFrom;
    int end = closingQuote(firstEscape);
    // An escape is never shorter than what it stands for.
    if (unescapedEnd + end - from > unescaped.length) {
      unescaped =
          Arrays.copyOf(unescaped, Math.max(2 * unescaped.length, unescapedEnd + end - from));
    }
    text = unescaped;
    textFrom = unescapedEnd;
    position = from;
    while (position < end) {
      byte c = json[position++];
      if (c == '\\') {
        escape(end);
      } else {
        unescaped[unescapedEnd++] = c;
      }
    }
    textTo = unescapedEnd;
    position = end + 1;
  }

  private int closingQuote(int from) throws RejectedException {
    int i = from;
    while (i < limit && json[i] != '"') {
      i += json[i] == '\\' ? 2 : 1;
    }
    if (i >= limit) {
      throw malformed("a string is not closed");
    }
    return i;
  }

  private void escape(int end) throws RejectedException {
    byte c = json[position++];
    switch (c) {
      case '"', '\\', '/' -> unescaped[unescapedEnd++] = c;
      case 'b' -> unescaped[unescapedEnd++] = '\b';
      case 'f' -> unescaped[unescapedEnd++] = '\f';
      case 'n' -> unescaped[unescapedEnd++] = '\n';
      case 'r' -> unescaped[unescapedEnd++] = '\r';
      case 't' -> unescaped[unescapedEnd++] = '\t';
      case 'u' -> unicode(end);
      default -> throw malformed("an unknown escape");
    }
  }

  private void unicode(int end) throws RejectedException {
    int unit = fourHexDigits(end);
    int character = unit;
    if (Character.isHighSurrogate((char) unit)
        && position + 2 <= end
        && json[position] == '\\'
        && json[position + 1] == 'u') {
      position += 2;
      int low = fourHexDigits(end);
      if (!Character.isLowSurrogate((char) low)) {
        throw malformed("half of a surrogate pair");
      }
      character = Character.toCodePoint((char) unit, (char) low);
    } else if (Character.isSurrogate((char) unit)) {
      throw malformed("half of a surrogate pair");
    }
    utf8(character);
  }

  private int fourHexDigits(int end) throws RejectedException {
    if (position + 4 > end) {
      throw malformed("an escape is cut short");
    }
    int value = 0;
    for (int last = position + 4; position < last; position++) {
      int digit = Character.digit(json[position], 16);
      if (digit < 0) {
        throw malformed("an escape is no number");
      }
      value = 16 * value + digit;
    }
    return value;
  }

  private void utf8(int character) {
    if (character < 0x80) {
      unescaped[unescapedEnd++] = (byte) character;
      return;
    }
    int continuations = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    int mark = 0xFF00 >> continuations + 1;
    unescaped[unescapedEnd++] = (byte) (mark | character >> 6 * continuations);
    for (int i = continuations - 1; i >= 0; i--) {
      unescaped[unescapedEnd++] = (byte) (0x80 | character >> 6 * i & 0x3F);
    }
  }

  /** The next number's text, into {@link #text}; whether it is one is for who reads it. */
  void numberText() throws RejectedException {
    peek();
    text = json;
    textFrom = position;
    while (position < limit && isOfNumber(json[position])) {
      position++;
    }
    textTo = position;
    if (textTo == textFrom) {
      throw malformed("expected a number");
    }
  }

  double number() throws RejectedException {
    numberText();
    return DecimalText.parseDouble(json, textFrom, textTo);
  }

  /** Takes the next word if it is this one. */
  boolean takesWord(byte[] word) {
    peek();
    int end = position + word.length;
    if (end > limit || !Arrays.equals(json, position, end, word, 0, word.length)) {
      return false;
    }
    position = end;
    return true;
  }

  /** Passes over the next value, whatever it is, and checks that it is one. */
  void skip() throws RejectedException {
    skip(0);
  }

  private void skip(int depth) throws RejectedException {
    if (depth > MAX_DEPTH) {
      throw malformed("brackets too deep");
    }
    switch (peek()) {
      case '{' -> {
        expect('{');
        for (boolean first = true; more(first, '}'); first = false) {
          name();
          skip(depth + 1);
        }
      }
      case '[' -> {
        expect('[');
        for (boolean first = true; more(first, ']'); first = false) {
          skip(depth + 1);
        }
      }
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      default -> numberOrNull();
    }
  }

  private void numberOrNull() throws RejectedException {
    numberText();
    boolean isNull =
        textTo - textFrom == 4
            && json[textFrom] == 'n'
            && json[textFrom + 1] == 'u'
            && json[textFrom + 2] == 'l'
            && json[textFrom + 3] == 'l';
    if (!isNull) {
      DecimalText.parseDouble(json, textFrom, textTo);
    }
  }

  private void word(String word) throws RejectedException {
    for (int i = 0; i < word.length(); i++) {
      if (position == limit || json[position++] != word.charAt(i)) {
        throw malformed("expected " + word);
      }
    }
  }

  private static boolean isOfNumber(byte c) {
    return c >= '0' && c <= '9'
        || c == '.'
        || c == '-'
        || c == '+'
        || c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z';
  }

  private static boolean isSpace(byte c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
  }

  RejectedException malformed(String what) {
    return RejectedException.undecodable("not JSON: %s [byte=%d]".formatted(what, position));
  }
}
