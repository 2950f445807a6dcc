package io.tidemark.encode;

import java.io.ByteArrayOutputStream;

/** Text in quotes as JSON has it; UTF-8 stays as it is. */
final class JsonText {
  private JsonText() {}

  static void quoted(ByteArrayOutputStream to, byte[] text, int from, int length) {
    to.write('"');
    for (int i = from; i < from + length; i++) {
      byte c = text[i];
      if (c >= 0 && c < ' ') {
        TextWriter.text(to, "\\u%04x".formatted(c));
      } else {
        if (c == '"' || c == '\\') {
          to.write('\\');
        }
        to.write(c);
      }
    }
    to.write('"');
  }
}
