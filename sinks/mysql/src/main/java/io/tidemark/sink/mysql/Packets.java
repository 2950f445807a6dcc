package io.tidemark.sink.mysql;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;

/**
 * A server's end of MySQL's protocol ("MySQL Packets"): three bytes of length, one that counts, and
 * less than 2^24-1 bytes. Not thread-safe.
 */
final class Packets {
  private static final int MAX_BYTES = (1 << 24) - 1;

  private final BufferedInputStream in;
  private final BufferedOutputStream out;
  private int sequence;

  Packets(Socket socket) throws IOException {
    this.in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
    this.out = new BufferedOutputStream(socket.getOutputStream(), 16 * 1024);
  }

  byte[] read() throws IOException {
    int length = in.read() | in.read() << 8 | in.read() << 16;
    int number = in.read();
    if (number < 0) {
      throw new EOFException("the client has left");
    }
    if (length == MAX_BYTES) {
      throw new IOException("longer than any that a writer sends");
    }
    sequence = number + 1 & 0xFF;
    byte[] packet = in.readNBytes(length);
    if (packet.length < length) {
      throw new EOFException("the client has left");
    }
    return packet;
  }

  void write(byte[] packet) throws IOException {
    out.write(packet.length);
    out.write(packet.length >>> 8);
    out.write(packet.length >>> 16);
    out.write(sequence++);
    out.write(packet);
  }

  void flush() throws IOException {
    out.flush();
  }

  void send(byte[] packet) throws IOException {
    write(packet);
    flush();
  }
}
