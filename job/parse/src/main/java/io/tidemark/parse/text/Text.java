package io.tidemark.parse.text;

/** Searches in the bytes of a line. Each method returns {@code to} if it finds nothing. */
final class Text {
  private Text() {}

  static int indexOf(byte[] text, int from, int to, char c) {
    int i = from;
    while (i < to && text[i] != c) {
      i++;
    }
    return i;
  }

  /** Returns the first occurrence that is not escaped by a backslash. */
  static int unescaped(byte[] text, int from, int to, char c) {
    for (int i = from; i < to; i++) {
      if (text[i] == c) {
        return i;
      }
      if (text[i] == '\\') {
        i++;
      }
    }
    return to;
  }

  static boolean isBlank(byte c) {
    return c == ' ' || c == '\t';
  }

  /** Returns the first space or tab. */
  static int blank(byte[] text, int from, int to) {
    int i = from;
    while (i < to && !isBlank(text[i])) {
      i++;
    }
    return i;
  }

  /**
   * Returns the start of the last word, which ends at {@code to}: the position after a space or
   * tab, or {@code from}.
   */
  static int lastWord(byte[] text, int from, int to) {
    int start = to;
    while (start > from && !isBlank(text[start - 1])) {
      start--;
    }
    return start;
  }

  /** Returns the first character that is neither space nor tab. */
  static int skipBlanks(byte[] text, int from, int to) {
    int i = from;
    while (i < to && isBlank(text[i])) {
      i++;
    }
    return i;
  }

  /** Returns the end of the text without trailing spaces and tabs. */
  static int stripBlanks(byte[] text, int from, int to) {
    int end = to;
    while (end > from && isBlank(text[end - 1])) {
      end--;
    }
    return end;
  }
}
