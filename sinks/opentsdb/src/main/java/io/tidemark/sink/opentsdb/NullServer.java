package io.tidemark.sink.opentsdb;

import io.tidemark.sink.http.RequestFrame;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/**
 * Speaks OpenTSDB's protocols as far as writing needs, and throws away what it is sent. As a TSD
 * does, it takes both on one port: only requests of HTTP begin with a capital letter.
 */
final class NullServer {
  private static final int BUFFER_BYTES = 1 << 18;
  private static final byte[] STORED = Wire.ascii("HTTP/1.1 204 No Content\r\n\r\n");
  private static final byte[] NO_STATISTICS =
      Wire.ascii(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
  private static final byte[] VERSION =
      Wire.ascii("net.opentsdb.tools null built at revision 0\nBuilt on 0\n");

  private NullServer() {}

  /** Prints its port, and runs until its standard input ends. */
  public static void main(String[] args) throws IOException {
    var listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    start(() -> accept(listener));
    System.out.println(listener.getLocalPort());
    System.in.readAllBytes();
    System.exit(0);
  }

  private static void start(Runnable work) {
    var thread = new Thread(work, "null-server");
    thread.setDaemon(true);
    thread.start();
  }

  private static void accept(ServerSocket listener) {
    try {
      while (true) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The process ends.
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      var buffer = new byte[BUFFER_BYTES];
      int read = in.read(buffer);
      if (read > 0 && buffer[0] >= 'A' && buffer[0] <= 'Z') {
        serveHttp(in, out, buffer, read);
      } else {
        serveLines(in, out, buffer, read);
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  private static void serveHttp(InputStream in, OutputStream out, byte[] buffer, int first)
      throws IOException {
    var request = new RequestFrame();
    for (int read = first; read > 0; read = in.read(buffer)) {
      var bytes = ByteBuffer.wrap(buffer, 0, read);
      while (bytes.hasRemaining()) {
        if (request.takeHeader(bytes) && request.skipBody(bytes)) {
          out.write(request.isGet() ? NO_STATISTICS : STORED);
          request.reset();
        }
      }
    }
  }

  /** A line that begins with v is {@code version}; the others are points. */
  private static void serveLines(InputStream in, OutputStream out, byte[] buffer, int first)
      throws IOException {
    byte begin = 0;
    for (int read = first; read > 0; read = in.read(buffer)) {
      for (int i = 0; i < read; i++) {
        if (begin == 0) {
          begin = buffer[i];
        }
        if (buffer[i] == '\n') {
          if (begin == 'v') {
            out.write(VERSION);
          }
          begin = 0;
        }
      }
    }
  }
}
