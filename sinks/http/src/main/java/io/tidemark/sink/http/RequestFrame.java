package io.tidemark.sink.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Finds where one HTTP request ends and the next begins on a connection, and reads its header. It
 * takes what Tidemark's own client sends: a {@code Content-Length}, no chunks, no pipelining.
 */
public final class RequestFrame {
  private static final int MAX_HEADER_BYTES = 16 * 1024;

  private final byte[] header = new byte[MAX_HEADER_BYTES];
  private int headerLength;
  private boolean headerRead;
  private long bodyBytes;
  private long bodyLeft;

  /**
   * Takes bytes up to the end of the header; returns true once the header is complete.
   *
   * @throws IOException if the header is too long
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

  /** Skips what is left of the body; returns true once the request is complete. */
  public boolean skipBody(ByteBuffer bytes) {
    int skip = (int) Math.min(bodyLeft, bytes.remaining());
    bytes.position(bytes.position() + skip);
    bodyLeft -= skip;
    return bodyLeft == 0;
  }

  public boolean isGet() {
    return header[0] == 'G';
  }

  /** Returns the path, with any query, as the request line has it. */
  public String path() {
    String[] parts = text().substring(0, text().indexOf("\r\n")).split(" ");
    return parts.length > 1 ? parts[1] : "";
  }

  /** Returns the header field's value; "" if there is none. */
  public String header(String name) {
    String start = name + ":";
    for (String line : text().split("\r\n")) {
      if (line.regionMatches(true, 0, start, 0, start.length())) {
        return line.substring(start.length()).trim();
      }
    }
    return "";
  }

  /** Returns the length of the whole body. */
  public long bodyBytes() {
    return bodyBytes;
  }

  /** Returns how many bytes of the body were not skipped yet. */
  public long bodyLeft() {
    return bodyLeft;
  }

  /** Prepares for the next request of the connection. */
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
