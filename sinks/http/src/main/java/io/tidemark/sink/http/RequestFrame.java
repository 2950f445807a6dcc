package io.tidemark.sink.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Where one HTTP request ends and the next begins on a connection, and what its header says. Takes
 * what our own client sends: a {@code Content-Length}, no chunks, no pipelining.
 */
public final class RequestFrame {
  private static final int MAX_HEADER_BYTES = 16 * 1024;

  private final byte[] header = new byte[MAX_HEADER_BYTES];
  private int headerLength;
  private boolean headerRead;
  private long bodyBytes;
  private long bodyLeft;

  /**
   * Reads on, as far as the header goes; true when it is complete.
   *
   * @throws IOException if it is too long to be one
   */
  public boolean takeHeader(ByteBuffer bytes) throws IOException {
    while (!headerRead && bytes.hasRemaining()) {
      if (headerLength == header.length) {
        throw new IOException("header too long");
      }
      header[headerLength++] = bytes.get();
      headerRead = headerLength >= 4 && endsHeader();
      if (headerRead) {
        String length = header("Content-Length");
        bodyBytes = length.isEmpty() ? 0 : Long.parseLong(length);
        bodyLeft = bodyBytes;
      }
    }
    return headerRead;
  }

  /** Passes over what is left of the body; true when the request is complete. */
  public boolean skipBody(ByteBuffer bytes) {
    int skip = (int) Math.min(bodyLeft, bytes.remaining());
    bytes.position(bytes.position() + skip);
    bodyLeft -= skip;
    return bodyLeft == 0;
  }

  public boolean isGet() {
    return header[0] == 'G';
  }

  /** As it stands in the request line. */
  public String path() {
    String[] parts = text().substring(0, text().indexOf("\r\n")).split(" ");
    return parts.length > 1 ? parts[1] : "";
  }

  /** The header field's value, or "". */
  public String header(String name) {
    String start = name + ":";
    for (String line : text().split("\r\n")) {
      if (line.regionMatches(true, 0, start, 0, start.length())) {
        return line.substring(start.length()).trim();
      }
    }
    return "";
  }

  /** In all. */
  public long bodyBytes() {
    return bodyBytes;
  }

  /** Not taken yet. */
  public long bodyLeft() {
    return bodyLeft;
  }

  /** For the next request of the connection. */
  public void reset() {
    headerLength = 0;
    headerRead = false;
  }

  private boolean endsHeader() {
    int end = headerLength;
    return header[end - 4] == '\r'
        && header[end - 3] == '\n'
        && header[end - 2] == '\r'
        && header[end - 1] == '\n';
  }

  private String text() {
    return new String(header, 0, headerLength, StandardCharsets.US_ASCII);
  }
}
