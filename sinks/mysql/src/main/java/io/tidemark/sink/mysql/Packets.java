package io.tidemark.sink.mysql;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Packets of MySQL's protocol ("MySQL Packets"): three bytes of length, one that counts, and up to
 * 2^24-1 bytes; a longer one goes on in the next. Not thread-safe.
 */
final class Packets {
  static final int MAX_BYTES = (1 << 24) - 1;

  private final InputStream in;
  private final OutputStream out;
  private int sequence;

  Packets(InputStream in, OutputStream out) {
    this.in = new BufferedInputStream(in, 16 * 1024);
    this.out = new BufferedOutputStream(out, 64 * 1024);
  }

  /** Over another stream, in the same exchange: where TLS begins. */
  Packets over(InputStream in, OutputStream out) {
    var packets = new Packets(in, out);
    packets.sequence = sequence;
    return packets;
  }

  /** A command begins a new exchange. */
  void begin() {
    sequence = 0;
  }

  byte[] read() throws IOException {
    byte[] first = part();
    if (first.length < MAX_BYTES) {
      return first;
    }
    var whole = new ByteArrayOutputStream();
    byte[] part = first;
    whole.writeBytes(part);
    while (part.length == MAX_BYTES) {
      part = part();
      whole.writeBytes(part);
    }
    return whole.toByteArray();
  }

  private byte[] part() throws IOException {
    int length = in.read() | in.read() << 8 | in.read() << 16;
    int number = in.read();
    if (number < 0) {
      throw new EOFException("the server closed the connection");
    }
    sequence = number + 1 & 0xFF;
    byte[] part = in.readNBytes(length);
    if (part.length < length) {
      throw new EOFException("the server closed the connection in the midst of an answer");
    }
    return part;
  }

  /** Of one packet whose length is known before; its bytes follow by {@link #write}. */
  void head(int length) throws IOException {
    out.write(length);
    out.write(length >>> 8);
    out.write(length >>> 16);
    out.write(sequence++);
  }

  void write(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
  }

  void flush() throws IOException {
    out.flush();
  }

  /** A whole packet, at once. */
  void send(byte[] packet) throws IOException {
    int at = 0;
    int part;
    do {
      part = Math.min(MAX_BYTES, packet.length - at);
      head(part);
      out.write(packet, at, part);
      at += part;
    } while (part == MAX_BYTES);
    out.flush();
  }
}
