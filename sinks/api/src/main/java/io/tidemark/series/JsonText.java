package io.tidemark.series;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes text in quotes as JSON has it. UTF-8 stays as it is, and each control character becomes
 * {@code \\u00xx}. This form must not change, because databases compare what they keep in it byte
 * for byte.
 */
public final class JsonText {
  private JsonText() {}

  public static void quoted(ByteArrayOutputStream to, byte[] text, int offset, int length) {
    to.write('"');
    for (int i = offset; i < offset + length; i++) {
      byte c = text[i];
      if (c >= 0 && c < ' ') {
        to.writeBytes("\\u%04x".formatted(c).getBytes(StandardCharsets.US_ASCII));
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
