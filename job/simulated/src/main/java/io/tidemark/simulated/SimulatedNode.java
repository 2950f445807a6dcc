package io.tidemark.simulated;

import io.tidemark.simulated.time.SharedCores;
import io.tidemark.simulated.time.Timed;
import io.tidemark.simulated.time.VirtualTime;
import io.tidemark.sink.TsdbNode;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A database's process in virtual time, with the page that it serves. The page is made anew once a
 * second, and counts from zero after a restart.
 */
final class SimulatedNode implements Timed, Simulation.Visitors {
  private static final long PAGE_AGE_NANOS = 1_000_000_000;
  private static final int STORED = 204;
  private static final int NO_ANSWER = 0;

  /** One request, as its sender sees it. */
  interface Call {
    double samples();

    /**
     * Returns the number of series that its sender writes in turn; 0 if the sender does not say.
     */
    default double series() {
      return 0;
    }

    /** Returns the share of its samples that are the first of a new series. */
    default double ofNewSeries() {
      return 0;
    }

    double bytes();

    /** Returns its work over that of other requests of its size. */
    double noise();

    /** Is told that the last of its body is in the sender's socket. */
    default void handedOver(long nowNanos) {}

    /** Is told that all of its body is with the database. */
    void taken();

    /** Is told that its body stays in the sender's socket, because nobody reads it. */
    default void unread() {}

    /**
     * @param status the HTTP status; 0 if the connection broke
     */
    void answered(int status);
  }

  private final String name;
  private final VirtualTime time;
  private final SharedCores host;
  private final Set<Call> calls = new LinkedHashSet<>();
  private Behaviour behaviour;
  private Simulation simulation;
  private Bandwidth line;
  private double startSeconds;
  private double rows;
  private double slowRows;
  private double newSeries;
  private double series;
  private boolean lost;
  private TsdbNode page;

  SimulatedNode(String name, Behaviour behaviour, SharedCores host, VirtualTime time) {
    this.name = name;
    this.time = time;
    this.host = host;
    begin(behaviour);
    time.add(this);
  }

  private void begin(Behaviour begun) {
    simulation = new Simulation(begun, this, host, time.nanos());
    startSeconds = time.millis() / 1e3;
    rows = 0;
    slowRows = 0;
    newSeries = 0;
    series = 0;
    become(begun);
  }

  String name() {
    return name;
  }

  Behaviour behaviour() {
    return behaviour;
  }

  void become(Behaviour next) {
    behaviour = next;
    long bytesPerSecond = next.network().bytesPerSecond();
    line = bytesPerSecond == 0 ? null : new Bandwidth(bytesPerSecond, time.nanos());
    simulation.become(next, time.nanos());
  }

  /** Breaks all connections, and takes no others for a while. */
  void lose(Duration away) {
    lost = true;
    time.in(away, () -> lost = false);
    List<Call> broken = List.copyOf(calls);
    calls.clear();
    broken.forEach(call -> call.answered(NO_ANSWER));
  }

  void restart(Behaviour next, Duration away) {
    lose(away);
    begin(next);
  }

  void send(Call call) {
    if (lost) {
      time.in(Duration.ofMillis(1), () -> call.answered(NO_ANSWER));
      return;
    }
    calls.add(call);
    if (line == null) {
      call.taken();
    }
    Behaviour.Memory memory = behaviour.memory();
    double slower = memory.slower(call.series(), call.ofNewSeries());
    double work = slower * call.noise() * call.samples() / SimulatedSetup.ORDINARY_SAMPLES;
    simulation.arrive(new SimulatedRequest(call, work), time.nanos());
  }

  /**
   * @param cpu the CPU time that the query takes on a core of its own
   */
  void query(Duration cpu, Runnable answered) {
    simulation.compute(cpu.toNanos(), time.nanos(), at -> time.at(at, answered));
  }

  @Override
  public void slotGranted(SimulatedRequest request, long atNanos) {
    var call = (Call) request.origin;
    if (line == null) {
      simulation.received(request, atNanos);
    } else {
      long received = line.pass((int) call.bytes(), atNanos);
      simulation.received(request, received);
      time.at(received, call::taken);
    }
  }

  @Override
  public void answered(SimulatedRequest request, int status) {
    var call = (Call) request.origin;
    if (calls.remove(call)) {
      double stored = status == STORED ? call.samples() : 0;
      rows += stored;
      newSeries += stored * call.ofNewSeries();
      slowRows += stored * (behaviour.memory().missing(call.series()) + call.ofNewSeries());
      series = Math.max(series, call.series());
      call.answered(status);
    }
  }

  @Override
  public long nextNanos() {
    return simulation.nextNanos();
  }

  @Override
  public void advance(long nowNanos) {
    simulation.advance(nowNanos);
  }

  /**
   * Returns what the process reports; the content stays the same for a second.
   *
   * @throws IOException if it can't be read
   */
  TsdbNode read() throws IOException {
    if (lost) {
      throw new IOException(name + ": connection refused");
    }
    if (behaviour.metricsStatus() != 200) {
      throw new IOException("%s: HTTP %d for /metrics".formatted(name, behaviour.metricsStatus()));
    }
    if (page == null || time.nanos() - page.readAtNanos() > PAGE_AGE_NANOS) {
      page =
          SimulatedReport.node(
              name,
              time.nanos(),
              behaviour,
              simulation.counters(time.nanos()),
              new SimulatedReport.Stored(rows, slowRows, newSeries, series),
              startSeconds);
    }
    return page;
  }
}
