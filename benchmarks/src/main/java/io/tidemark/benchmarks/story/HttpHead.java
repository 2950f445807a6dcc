package io.tidemark.benchmarks.story;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * First line and header fields of an HTTP/1.1 request or answer, for what our client and
 * VictoriaMetrics say to each other: bodies of a known length, none pipelined.
 *
 * @param text without the empty line at its end
 */
record HttpHead(String text) {
  private static final int MAX = 16 * 1024;
  private static final String END = "\r\n\r\n";

  /** Null if the connection ends before the first byte. */
  static HttpHead read(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (int matched = 0; matched < END.length(); ) {
      int next = in.read();
      if (next < 0 && bytes.size() == 0) {
        return null;
      }
      if (next < 0 || bytes.size() == MAX) {
        throw new EOFException("a head that does not end [bytes=%d]".formatted(bytes.size()));
      }
      bytes.write(next);
      matched = next == END.charAt(matched) ? matched + 1 : next == END.charAt(0) ? 1 : 0;
    }
    String text = bytes.toString(StandardCharsets.ISO_8859_1);
    return new HttpHead(text.substring(0, text.length() - END.length()));
  }

  /** Of a field; "" without it. */
  String field(String name) {
    String begin = name.toLowerCase(Locale.ROOT) + ":";
    return text.lines()
        .skip(1)
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(begin))
        .map(line -> line.substring(begin.length()).strip())
        .findFirst()
        .orElse("");
  }

  int bodyBytes() {
    String length = field("Content-Length");
    return length.isEmpty() ? 0 : Integer.parseInt(length);
  }

  /** Whether this is the interim answer to a body that was announced. */
  boolean isContinue() {
    return text.startsWith("HTTP/1.1 100 ");
  }

  boolean closes() {
    return field("Connection").equalsIgnoreCase("close");
  }

  HttpHead with(String field) {
    return new HttpHead(text + "\r\n" + field);
  }

  void write(OutputStream out) throws IOException {
    out.write((text + END).getBytes(StandardCharsets.ISO_8859_1));
  }
}
