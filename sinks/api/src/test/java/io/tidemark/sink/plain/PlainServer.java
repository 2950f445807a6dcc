package io.tidemark.sink.plain;

import io.tidemark.series.Sample;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A database that is as unlike an HTTP server as its tests need: plain sockets, one request at a
 * time on each, samples of a series in their order only, no bound on its work. What it has
 * acknowledged outlives {@link #kill}.
 */
final class PlainServer implements AutoCloseable {
  static final char WRITE = 'w';
  static final char STATISTICS = 's';

  /** Answers to a write. */
  enum Answer {
    STORED,
    KNOWN,
    BUSY,
    LATE,
    TOO_LONG
  }

  private final Map<String, NavigableMap<Long, Sample>> series = new HashMap<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final int maxLabelBytes;
  private final int port;
  private ServerSocket listener;
  private long rows;
  private volatile boolean busy;

  PlainServer(int maxLabelBytes) throws IOException {
    this.maxLabelBytes = maxLabelBytes;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    port = listener.getLocalPort();
    listen();
  }

  URI url() {
    return URI.create("plain://127.0.0.1:" + port);
  }

  void busy(boolean is) {
    busy = is;
  }

  synchronized List<Sample> stored() {
    var all = new ArrayList<Sample>();
    series.values().forEach(samples -> all.addAll(samples.values()));
    return all;
  }

  void kill() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }

  void startAgain() throws IOException {
    listener = new ServerSocket();
    listener.setReuseAddress(true);
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    listen();
  }

  private void listen() {
    ServerSocket socket = listener;
    start(() -> accept(socket));
  }

  private void accept(ServerSocket from) {
    try {
      while (true) {
        Socket socket = from.accept();
        open.add(socket);
        start(() -> serve(socket));
      }
    } catch (IOException e) {
      // It was killed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      var out = new DataOutputStream(socket.getOutputStream());
      while (true) {
        switch (in.readChar()) {
          case WRITE -> {
            byte[] body = in.readNBytes(in.readInt());
            out.writeUTF(busy ? Answer.BUSY.name() : store(PlainFormat.read(body)).name());
          }
          case STATISTICS -> out.writeLong(rows());
          default -> throw new IOException("no such request");
        }
        out.flush();
      }
    } catch (IOException e) {
      // The client has gone, or the server was killed.
    } finally {
      open.remove(socket);
    }
  }

  private synchronized long rows() {
    return rows;
  }

  /** All of them or none. */
  private synchronized Answer store(List<Sample> samples) {
    boolean known = true;
    for (Sample sample : samples) {
      if (sample.labels().encoded().length > maxLabelBytes) {
        return Answer.TOO_LONG;
      }
      NavigableMap<Long, Sample> stored = of(sample);
      boolean isThere = sample.equals(stored.get(sample.timestampMillis()));
      known &= isThere;
      if (!isThere && !stored.isEmpty() && sample.timestampMillis() <= stored.lastKey()) {
        return Answer.LATE;
      }
    }
    if (known) {
      return Answer.KNOWN;
    }
    for (Sample sample : samples) {
      if (of(sample).put(sample.timestampMillis(), sample) == null) {
        rows++;
      }
    }
    return Answer.STORED;
  }

  private NavigableMap<Long, Sample> of(Sample sample) {
    return series.computeIfAbsent(sample.labels().toString(), name -> new TreeMap<>());
  }

  private static void start(Runnable work) {
    var thread = new Thread(work, "plain-server");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      kill();
    } catch (IOException e) {
      throw new AssertionError("can't close a loopback socket", e);
    }
  }
}
