package io.tidemark.mechanism.job;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.host.Neighbour;
import io.tidemark.mechanism.host.Pauses;
import io.tidemark.mechanism.time.Clock;
import io.tidemark.mechanism.time.Draws;
import io.tidemark.mechanism.wire.Connection;
import io.tidemark.mechanism.wire.Line;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A process of a job: its cores and heap, its network card, its connections. */
public final class TaskManager implements AutoCloseable {
  private static final double BACKGROUND_CYCLE_SECONDS = 0.1;
  private static final double MTU_BYTES = 1_500;

  /**
   * @param quota cores that its control group may use; 0 for all of the host's
   * @param line bytes per second of its network card; 0: no limit
   * @param background share of the time in which a thread computes for no request
   */
  public record Settings(
      double quota,
      double line,
      double heapBytes,
      double liveBytes,
      double copiedBytesPerSecond,
      int collectors,
      double background) {}

  private final Clock clock;
  private final Cores host;
  private final Cores.Group process;
  private final Pauses pauses;
  private final Neighbour background;
  private final Settings settings;
  private final Line out;
  private final Cores.Use http;
  private final Permits permits;
  private final List<Deque<Connection>> idle = new ArrayList<>();
  private final List<Connection> connections = new ArrayList<>();
  private final List<Target> targets;
  private Map<Connection, Double> closedBefore = Map.of();

  TaskManager(
      Clock clock, Cores host, Settings settings, List<Target> targets, int permits, Draws draws) {
    this.clock = clock;
    this.host = host;
    this.settings = settings;
    this.targets = targets;
    this.process = host.group(host.logical(), settings.quota);
    this.pauses =
        new Pauses(
            clock,
            host,
            process,
            settings.heapBytes,
            settings.liveBytes,
            settings.copiedBytesPerSecond,
            settings.collectors);
    this.background =
        settings.background == 0
            ? null
            : new Neighbour(
                clock, draws, process, 1, settings.background, BACKGROUND_CYCLE_SECONDS);
    this.out = new Line(clock, settings.line);
    this.http = process.use();
    this.permits = new Permits(permits);
    targets.forEach(target -> idle.add(new ArrayDeque<>()));
  }

  Connection connect(int target) {
    Connection free = idle.get(target).poll();
    if (free != null) {
      return free;
    }
    Target to = targets.get(target);
    var path =
        new Connection.Path(
            out, to.in(), to.roundTripSeconds(), to.windowBytes(), to.receiveBytes());
    var made = new Connection(clock, path, to.server());
    connections.add(made);
    return made;
  }

  void free(int target, Connection connection) {
    idle.get(target).push(connection);
  }

  List<Target> targets() {
    return targets;
  }

  Permits permits() {
    return permits;
  }

  Pauses pauses() {
    return pauses;
  }

  Cores.Use http() {
    return http;
  }

  @Override
  public void close() {
    if (background != null) {
      background.close();
    }
  }

  public int bound() {
    return permits.bound();
  }

  public Cores host() {
    return host;
  }

  public Cores.Group process() {
    return process;
  }

  public double httpCpuSeconds() {
    return process.usedSeconds(http);
  }

  public double pausedSeconds() {
    return pauses.pausedSeconds();
  }

  public Settings settings() {
    return settings;
  }

  /** Looks at the send queues that hold more than a packet, as a job does at its own. */
  public Connections connections() {
    var closed = new HashMap<Connection, Double>();
    int holding = 0;
    for (Connection each : connections) {
      boolean holds = each.unacknowledged() > MTU_BYTES;
      holding += holds ? 1 : 0;
      if (holds && each.windowClosed()) {
        closed.put(each, each.unacknowledged());
      }
    }
    long unread =
        closed.entrySet().stream()
            .filter(each -> each.getValue().equals(closedBefore.get(each.getKey())))
            .count();
    closedBefore = closed;
    double roundTrip = targets.stream().mapToDouble(Target::roundTripSeconds).max().orElse(0);
    return new Connections((int) (holding - unread), (int) unread, roundTrip);
  }

  /**
   * Those to the database that hold bytes which are not acknowledged.
   *
   * @param moving some of theirs are taken
   * @param unread nobody reads theirs
   */
  public record Connections(int moving, int unread, double roundTripSeconds) {}
}
