package io.tidemark.simulated;

import io.tidemark.sink.http.RequestFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** One client's connection to a simulated database, and the request on it. */
public final class SimulatedConnection {
  public enum State {
    HEADER,
    /** The request is there, but its body is not to be read yet, or has been read. */
    HELD,
    BODY,
    /** The answer is known, but the rest of the body must be read before it. */
    REFUSED
  }

  final RequestFrame frame = new RequestFrame();
  State state = State.HEADER;
  SimulatedRequest visit;

  /** The time from which more of the body could be received. */
  long readyNanos;

  /** Bytes of the body that came with the header, and have not passed a limited line yet. */
  int unpaidBytes;

  int status;

  /** The body; null if it is not to be kept. */
  ByteBuffer kept;

  private final SocketChannel channel;
  private final SelectionKey key;

  SimulatedConnection(SocketChannel channel, SelectionKey key) {
    this.channel = channel;
    this.key = key;
  }

  /** Sets whether to be called when there is something to read. */
  void listen(boolean listen) {
    if (key.isValid()) {
      key.interestOps(listen ? SelectionKey.OP_READ : 0);
    }
  }

  /**
   * Returns how many bytes came.
   *
   * @throws IOException if the client is gone
   */
  int read(ByteBuffer chunk, int maxBytes) throws IOException {
    chunk.clear().limit(Math.min(maxBytes, chunk.capacity()));
    int bytes = channel.read(chunk);
    if (bytes < 0) {
      throw new IOException("closed by the client");
    }
    chunk.flip();
    return bytes;
  }

  /** Reads a part of the body; returns how many bytes came. */
  int readBody(ByteBuffer chunk, int maxBytes) throws IOException {
    int bytes = read(chunk, (int) Math.min(maxBytes, frame.bodyLeft()));
    takeBody(chunk);
    return bytes;
  }

  void takeBody(ByteBuffer bytes) {
    if (kept != null) {
      kept.put(bytes.duplicate());
    }
    frame.skipBody(bytes);
  }

  void answer(int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    String header = "HTTP/1.1 " + status + " \r\n";
    if (status != 204) {
      header += "Content-Type: text/plain\r\nContent-Length: " + body.length + "\r\n";
    }
    byte[] head = (header + "\r\n").getBytes(StandardCharsets.US_ASCII);
    frame.reset();
    state = State.HEADER;
    visit = null;
    kept = null;
    // The answer is far smaller than any socket buffer.
    channel.write(ByteBuffer.allocate(head.length + body.length).put(head).put(body).flip());
    listen(true);
  }

  void close() {
    key.cancel();
    try {
      channel.close();
    } catch (IOException e) {
      // The connection is gone either way.
    }
  }
}
