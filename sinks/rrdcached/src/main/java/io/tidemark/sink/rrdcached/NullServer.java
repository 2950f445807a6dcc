package io.tidemark.sink.rrdcached;

import io.tidemark.sink.client.NullConnections;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Speaks RRDcached's protocol as far as writing needs, and throws away what it is sent: it looks
 * for the ends of batches, and nothing else in them.
 */
final class NullServer {
  private static final int BUFFER_BYTES = 1 << 18;
  private static final byte[] GO_AHEAD = ascii("0 Go ahead.  End with dot '.' on its own line.\n");
  private static final byte[] NO_ERRORS = ascii("0 errors\n");
  private static final byte[] NO_STATISTICS = ascii("0 Statistics follow\n");

  private NullServer() {}

  /** Prints its port, and runs until its standard input ends. */
  public static void main(String[] args) throws IOException {
    NullConnections.serve(NullServer::hold);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A line that begins with B begins a batch, with a dot ends one, and else outside is STATS. */
  private static void hold(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    OutputStream out = socket.getOutputStream();
    var buffer = new byte[BUFFER_BYTES];
    boolean inBatch = false;
    byte first = 0;
    for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
      for (int i = 0; i < read; i++) {
        if (first == 0) {
          first = buffer[i];
        }
        if (buffer[i] != '\n') {
          continue;
        }
        if (inBatch && first == '.') {
          out.write(NO_ERRORS);
          inBatch = false;
        } else if (!inBatch && first == 'B') {
          out.write(GO_AHEAD);
          inBatch = true;
        } else if (!inBatch) {
          out.write(NO_STATISTICS);
        }
        first = 0;
      }
    }
  }
}
