package io.tidemark.simulated;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.simulated.SimulatedConnection.State;
import io.tidemark.sink.StandIn;
import io.tidemark.sink.Tsdb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * An HTTP server on 127.0.0.1 that passes for a database whose ceiling is known, and reports on
 * itself at /metrics. It stores nothing. It has one thread and an alarm clock, and costs one copy
 * of each body out of the kernel.
 *
 * <p>A body is read only once its request has a slot: until then it stays in the client's way, as
 * with a real database.
 */
public final class SimulatedDatabase implements AutoCloseable {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int HEADER_READ_BYTES = 16 * 1024;

  /** If bandwidth is limited, the kernel must take in little beyond the limit. */
  private static final int NARROW_BUFFER_BYTES = 16 * 1024;

  /** A piece of a body keeps a limited line busy for so long. */
  private static final double LINE_SECONDS_AT_A_TIME = 0.002;

  /** Databases also make a page once for all who ask within such a time. */
  private static final long PAGE_AGE_NANOS = 1_000_000_000;

  private static final long CLOSE_MILLIS = 5_000;

  private final ServerSocketChannel listener = ServerSocketChannel.open();
  private final Selector selector = Selector.open();
  private final Alarm alarm = new Alarm(selector::wakeup);
  private final Thread thread = new Thread(this::serve, "simulated-database");
  private final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
  private final Simulation simulation;
  private final StandIn standIn = standIn();
  private final RowCounter rows = new RowCounter(standIn);
  private final Queue<Behaviour> changes = new ConcurrentLinkedQueue<>();
  private final Deque<SimulatedConnection> receiving = new ArrayDeque<>();
  private final Deque<SimulatedConnection> gone = new ArrayDeque<>();
  private final long startSeconds = System.currentTimeMillis() / 1_000;
  private Bandwidth line;
  private String page = "";
  private long pageAtNanos;
  private volatile boolean closed;
  private volatile long stored;

  private SimulatedDatabase(Behaviour behaviour) throws IOException {
    if (behaviour.network().bytesPerSecond() > 0) {
      listener.setOption(StandardSocketOptions.SO_RCVBUF, NARROW_BUFFER_BYTES);
    }
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
    long now = System.nanoTime();
    simulation = new Simulation(behaviour, new Visitors(), now);
    useLine(behaviour, now);
    thread.setDaemon(true);
  }

  public static SimulatedDatabase start(Behaviour behaviour) throws IOException {
    var database = new SimulatedDatabase(behaviour);
    database.thread.start();
    return database;
  }

  /** Returns the stand-in for the database of a configuration that names none. */
  private static StandIn standIn() {
    String type = ConfigLoader.load(Optional.empty(), List.of()).config().target().type();
    return Tsdb.byType(type, SimulatedDatabase.class.getClassLoader()).standIn().orElseThrow();
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + listener.socket().getLocalPort());
  }

  /** Returns how many writes were answered 204 so far. */
  public long stored() {
    return stored;
  }

  /**
   * Changes the behaviour while the database runs; requests that are inside feel it as far as they
   * can.
   */
  public void become(Behaviour behaviour) {
    changes.add(behaviour);
    selector.wakeup();
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve() {
    try (alarm;
        selector;
        listener) {
      while (!closed) {
        long now = System.nanoTime();
        for (Behaviour next = changes.poll(); next != null; next = changes.poll()) {
          simulation.become(next, now);
          useLine(next, now);
        }
        simulation.advance(now);
        receive(now);
        forgetGone(now);
        long lineFree = receiving.isEmpty() || line == null ? Long.MAX_VALUE : line.freeAtNanos();
        alarm.at(Math.min(simulation.nextNanos(), lineFree));
        selector.select(this::handle);
      }
      selector.keys().stream()
          .map(SelectionKey::attachment)
          .filter(SimulatedConnection.class::isInstance)
          .forEach(connection -> ((SimulatedConnection) connection).close());
    } catch (IOException e) {
      throw new IllegalStateException("the simulated database's selector failed", e);
    }
  }

  private void useLine(Behaviour behaviour, long nowNanos) {
    long bytesPerSecond = behaviour.network().bytesPerSecond();
    line = bytesPerSecond == 0 ? null : new Bandwidth(bytesPerSecond, nowNanos);
  }

  private void handle(SelectionKey key) {
    if (key.attachment() instanceof SimulatedConnection connection) {
      guarded(connection, () -> readable(connection, System.nanoTime()));
    } else {
      accept();
    }
  }

  private void accept() {
    try {
      SocketChannel channel = listener.accept();
      if (channel != null) {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        key.attach(new SimulatedConnection(channel, key));
      }
    } catch (IOException e) {
      // The client has gone again.
    }
  }

  private void readable(SimulatedConnection connection, long nowNanos) throws IOException {
    simulation.advance(nowNanos);
    switch (connection.state) {
      case HEADER -> {
        connection.read(chunk, HEADER_READ_BYTES);
        if (connection.frame.takeHeader(chunk)) {
          request(connection, nowNanos);
        }
      }
      case BODY -> receiveMore(connection, nowNanos);
      case REFUSED -> drain(connection);
      case HELD -> connection.listen(false);
    }
  }

  private void request(SimulatedConnection connection, long nowNanos) throws IOException {
    if (connection.frame.isGet()) {
      get(connection, nowNanos);
      return;
    }
    connection.state = State.HELD;
    connection.listen(false);
    connection.kept = rows.keepNext(connection.frame.bodyBytes());
    connection.unpaidBytes = chunk.remaining();
    connection.takeBody(chunk);
    connection.visit = new SimulatedRequest(connection);
    simulation.arrive(connection.visit, nowNanos);
  }

  private void get(SimulatedConnection connection, long nowNanos) throws IOException {
    int status = simulation.behaviour().metricsStatus();
    if (!connection.frame.path().startsWith("/metrics")) {
      connection.answer(200, "OK");
    } else if (status != 200) {
      connection.answer(status, "no metrics for you");
    } else {
      if (page.isEmpty() || nowNanos - pageAtNanos > PAGE_AGE_NANOS) {
        page =
            standIn.metricsPage(
                SimulatedReport.node(
                    "simulated",
                    nowNanos,
                    simulation.behaviour(),
                    simulation.counters(nowNanos),
                    new SimulatedReport.Stored(rows.rows(), 0, 0, 0),
                    startSeconds));
        pageAtNanos = nowNanos;
      }
      connection.answer(200, page);
    }
  }

  private final class Visitors implements Simulation.Visitors {
    @Override
    public void slotGranted(SimulatedRequest visit, long atNanos) {
      var connection = (SimulatedConnection) visit.origin;
      connection.state = State.BODY;
      guarded(connection, () -> receiveMore(connection, atNanos));
    }

    @Override
    public void answered(SimulatedRequest visit, int status) {
      var connection = (SimulatedConnection) visit.origin;
      if (connection.visit == visit) {
        connection.status = status;
        connection.state = State.REFUSED;
        guarded(connection, () -> drain(connection));
      }
    }
  }

  /**
   * @param readyNanos the time from which what is received now could have been received
   */
  private void receiveMore(SimulatedConnection connection, long readyNanos) throws IOException {
    if (line != null) {
      connection.listen(false);
      connection.readyNanos = readyNanos;
      receiving.add(connection);
    } else if (readToEnd(connection)) {
      received(connection, readyNanos);
    }
  }

  /** Lets bodies in over the limited line, a piece of each in turn. */
  private void receive(long nowNanos) {
    while (!receiving.isEmpty() && (line == null || line.freeAtNanos() <= nowNanos)) {
      SimulatedConnection connection = receiving.remove();
      guarded(connection, () -> receivePiece(connection));
    }
  }

  private void receivePiece(SimulatedConnection connection) throws IOException {
    if (line == null) { // The line is no longer limited.
      receiveMore(connection, connection.readyNanos);
      return;
    }
    long bytesPerSecond = simulation.behaviour().network().bytesPerSecond();
    int piece = (int) Math.max(1, bytesPerSecond * LINE_SECONDS_AT_A_TIME);
    int bytes = connection.unpaidBytes;
    connection.unpaidBytes = 0;
    if (connection.frame.bodyLeft() > 0) {
      bytes += connection.readBody(chunk, piece);
    }
    if (bytes == 0 && connection.frame.bodyLeft() > 0) {
      connection.listen(true);
      return;
    }
    long passedNanos = line.pass(bytes, connection.readyNanos);
    if (connection.frame.bodyLeft() > 0) {
      receiving.add(connection);
    } else {
      received(connection, passedNanos);
    }
  }

  private void received(SimulatedConnection connection, long atNanos) {
    connection.state = State.HELD;
    connection.listen(false);
    simulation.received(connection.visit, atNanos);
  }

  /** Reads on; tells whether all of the body is there, or else there will be more to read. */
  private boolean readToEnd(SimulatedConnection connection) throws IOException {
    while (connection.frame.bodyLeft() > 0) {
      if (connection.readBody(chunk, CHUNK_BYTES) == 0) {
        connection.listen(true);
        return false;
      }
    }
    return true;
  }

  private void drain(SimulatedConnection connection) throws IOException {
    if (!readToEnd(connection)) {
      return;
    }
    int status = connection.status;
    if (status == 204) {
      rows.add(
          connection.frame.bodyBytes(),
          connection.kept,
          connection.frame.header("Content-Encoding"));
      stored++;
    }
    connection.answer(status, explanation(status));
  }

  private String explanation(int status) {
    Behaviour behaviour = simulation.behaviour();
    if (status == 204) {
      return "";
    }
    if (behaviour.refusals().readOnly()) {
      return "the storage is in read-only mode";
    }
    return status == behaviour.refusals().status()
        ? "refused by the simulation"
        : "no slot for an insert became free [slots=%d]".formatted(behaviour.slots().count());
  }

  private interface Reading {
    void run() throws IOException;
  }

  private void guarded(SimulatedConnection connection, Reading reading) {
    try {
      reading.run();
    } catch (IOException | RuntimeException e) {
      // The client is gone, or is no client of ours. The simulation is told later, because it must
      // not be told in the midst of an event.
      connection.close();
      gone.add(connection);
    }
  }

  private void forgetGone(long nowNanos) {
    for (SimulatedConnection each = gone.poll(); each != null; each = gone.poll()) {
      receiving.remove(each);
      if (each.visit != null) {
        simulation.abandon(each.visit, nowNanos);
        each.visit = null;
      }
    }
  }
}
