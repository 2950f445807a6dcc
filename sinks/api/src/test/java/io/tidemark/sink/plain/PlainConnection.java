package io.tidemark.sink.plain;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;

/** One socket, one request at a time. */
final class PlainConnection implements AutoCloseable {
  private final Socket socket = new Socket();
  private final DataInputStream in;
  private final DataOutputStream out;

  PlainConnection(URI url, Duration timeout) throws IOException {
    socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), (int) timeout.toMillis());
    socket.setSoTimeout((int) timeout.toMillis());
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
  }

  String write(byte[] body) throws IOException {
    out.writeChar(PlainServer.WRITE);
    out.writeInt(body.length);
    out.write(body);
    out.flush();
    return in.readUTF();
  }

  long rows() throws IOException {
    out.writeChar(PlainServer.STATISTICS);
    out.flush();
    return in.readLong();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
