package io.tidemark.parse.text;

/** Searching in the bytes of a line. Each returns {@code to} if there is nothing of the kind. */
final class Text {
  private Text() {}

  static int indexOf(byte[] text, int from, int to, char c) {
    int i = from;
    while (i < to && text[i] != c) {
      i++;
    }
    return i;
  }

  /** The first that no backslash stands before. */
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

  /** The first space or tab. */
  static int blank(byte[] text, int from, int to) {
    int i = from;
    while (i < to && !isBlank(text[i])) {
      i++;
    }
    return i;
  }

  /**
   * Where the last word begins, which ends at {@code to}: behind a space or tab, or at {@code
   * from}.
   */
  static int lastWord(byte[] text, int from, int to) {
    int start = to;
    while (start > from && !isBlank(text[start - 1])) {
      start--;
    }
    return start;
  }

  /** The first that is neither space nor tab. */
  static int skipBlanks(byte[] text, int from, int to) {
    int i = from;
    while (i < to && isBlank(text[i])) {
      i++;
    }
    return i;
  }

  /** Where the text ends without the spaces and tabs at its end. */
  static int stripBlanks(byte[] text, int from, int to) {
    int end = to;
    while (end > from && isBlank(text[end - 1])) {
      end--;
    }
    return end;
  }
}
