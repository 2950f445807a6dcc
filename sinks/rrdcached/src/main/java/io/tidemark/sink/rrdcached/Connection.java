package io.tidemark.sink.rrdcached;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * RRDcached's text protocol over one socket: a command a line; its answer is a number of lines and
 * some words, then these lines; a negative number is an error. Not thread-safe; {@link #close} may
 * come from any thread.
 */
final class Connection implements AutoCloseable {
  static final String SCHEME = "rrdcached";

  /** Of a socket of this machine, named by the URL's path. */
  static final String UNIX = "unix";

  static final int DEFAULT_PORT = 42217;

  private static final byte[] BATCH = "BATCH\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = ".\n".getBytes(StandardCharsets.US_ASCII);
  private static final int BUFFER_BYTES = 1 << 16;

  private final AutoCloseable socket;
  private final InputStream in;
  private final OutputStream out;
  private volatile boolean open = true;

  private Connection(AutoCloseable socket, InputStream in, OutputStream out) {
    this.socket = socket;
    this.in = new BufferedInputStream(in, BUFFER_BYTES);
    this.out = out;
  }

  static Connection open(URI url, Duration timeout) throws IOException {
    if (url.getScheme().equals(UNIX)) {
      var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      var inTime =
          CompletableFuture.runAsync(
              () -> close(channel),
              CompletableFuture.delayedExecutor(timeout.toMillis(), TimeUnit.MILLISECONDS));
      try {
        channel.connect(UnixDomainSocketAddress.of(url.getPath()));
      } catch (IOException e) {
        channel.close();
        throw e;
      } finally {
        inTime.cancel(false);
      }
      return new Connection(
          channel, Channels.newInputStream(channel), Channels.newOutputStream(channel));
    }
    var socket = new Socket();
    try {
      int port = url.getPort() > 0 ? url.getPort() : DEFAULT_PORT;
      socket.connect(new InetSocketAddress(url.getHost(), port), (int) timeout.toMillis());
      socket.setTcpNoDelay(true);
      return new Connection(socket, socket.getInputStream(), socket.getOutputStream());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Of a daemon that takes no connections a local one would be waited for without an end. */
  private static void close(SocketChannel connecting) {
    try {
      connecting.close();
    } catch (IOException e) {
      // Nobody waits for it any more.
    }
  }

  /** Host and port, or the socket's path: for messages. */
  static String endpoint(URI url) {
    return url.getHost() == null
        ? url.getPath()
        : url.getHost() + ":" + (url.getPort() > 0 ? url.getPort() : DEFAULT_PORT);
  }

  /** What a batch was answered with is read by {@link #errors}. */
  void sendBatch(byte[] commands) throws IOException {
    out.write(BATCH);
    out.write(commands);
    out.write(END);
    out.flush();
  }

  /** By the number of the command, from 1 on; those that are missing were carried out. */
  SortedMap<Integer, String> errors() throws IOException, RefusedException {
    try {
      status(line());
    } catch (RefusedException e) {
      // Each line of the batch is answered as a command of its own now.
      close();
      throw e;
    }
    var errors = new TreeMap<Integer, String>();
    for (int left = status(line()); left > 0; left--) {
      String line = line();
      int blank = line.indexOf(' ');
      if (blank > 0 && line.substring(0, blank).chars().allMatch(Character::isDigit)) {
        errors.put(Integer.parseInt(line.substring(0, blank)), line.substring(blank + 1));
      } else if (!errors.isEmpty()) {
        // An error of two lines.
        errors.merge(errors.lastKey(), " " + line, String::concat);
      }
    }
    return errors;
  }

  /** The lines of its answer. */
  List<String> command(String command) throws IOException, RefusedException {
    send(command);
    var lines = new ArrayList<String>();
    for (int left = status(line()); left > 0; left--) {
      lines.add(line());
    }
    return lines;
  }

  /**
   * Values of a file, once the daemon has written to it what it holds of it.
   *
   * @param function of the archive, e.g. AVERAGE
   */
  StoredValues fetch(String path, String function, long fromSeconds, long toSeconds)
      throws IOException, RefusedException {
    send("FETCHBIN %s %s %d %d".formatted(path, function, fromSeconds, toSeconds));
    long start = 0;
    long step = 1;
    double[] values = {};
    for (int left = status(line()); left > 0; left--) {
      String line = line();
      if (line.startsWith("Start: ")) {
        start = Long.parseLong(line.substring("Start: ".length()));
      } else if (line.startsWith("Step: ")) {
        step = Long.parseLong(line.substring("Step: ".length()));
      } else if (line.startsWith("DSName-")) {
        double[] read = values(line);
        values = values.length == 0 ? read : values;
      }
    }
    return new StoredValues(start, step, values);
  }

  /** "DSName-value: BinaryData 12 8 LITTLE", so many values of so many bytes, and an end. */
  private double[] values(String line) throws IOException {
    String[] words = line.split(" ");
    int count = Integer.parseInt(words[words.length - 3]);
    ByteBuffer bytes =
        ByteBuffer.wrap(in.readNBytes(count * Double.BYTES))
            .order(
                words[words.length - 1].equals("BIG")
                    ? ByteOrder.BIG_ENDIAN
                    : ByteOrder.LITTLE_ENDIAN);
    line();
    double[] values = new double[count];
    bytes.asDoubleBuffer().get(values);
    return values;
  }

  private void send(String command) throws IOException {
    out.write((command + "\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private static int status(String line) throws IOException, RefusedException {
    int blank = line.indexOf(' ');
    try {
      int lines = Integer.parseInt(blank < 0 ? line : line.substring(0, blank));
      if (lines < 0) {
        throw new RefusedException(line.substring(blank + 1));
      }
      return lines;
    } catch (NumberFormatException e) {
      throw new IOException("no answer of an rrdcached: " + line, e);
    }
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream(128);
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("rrdcached closed the connection");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    open = false;
    try {
      socket.close();
    } catch (Exception e) {
      // It is gone either way.
    }
  }
}
