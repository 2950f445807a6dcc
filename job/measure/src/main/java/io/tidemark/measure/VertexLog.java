package io.tidemark.measure;

import io.tidemark.cluster.FlinkJob.VertexReading;
import io.tidemark.statistics.Counters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How long each vertex was busy, backpressured and idle, as Flink's REST API says. */
final class VertexLog {
  /** Readings must cover this share of a window, because Flink's REST API caches them. */
  private static final double MIN_COVERAGE = 0.5;

  /** Shares of a vertex's time, 0 to 1; null if Flink reported too rarely. */
  record Shares(
      String id, String name, int parallelism, Double busy, Double backpressured, Double idle) {}

  private static final class Vertex {
    private final VertexReading first;
    private final Counters busy = new Counters();
    private final Counters backpressured = new Counters();
    private final Counters idle = new Counters();
    private double lastSum = -1;

    private Vertex(VertexReading first) {
      this.first = first;
    }

    /**
     * Adds a reading. One that says what the last one did is as old as that; one that says less is
     * of another attempt, which began anew.
     */
    void add(long millis, VertexReading reading) {
      double sum = reading.busyMillis() + reading.backpressuredMillis() + reading.idleMillis();
      if (sum < lastSum) {
        times().forEach(Counters::clear);
        lastSum = -1;
      }
      if (sum > lastSum) {
        lastSum = sum;
        busy.add(millis, reading.busyMillis());
        backpressured.add(millis, reading.backpressuredMillis());
        idle.add(millis, reading.idleMillis());
      }
    }

    private Stream<Counters> times() {
      return Stream.of(busy, backpressured, idle);
    }

    Shares shares(long fromMillis, long toMillis) {
      // Flink counts as busy what two others, each rounded, leave of the time, which may be
      // negative.
      double b = Math.max(0, busy.ratePerSecond(fromMillis, toMillis));
      double p = backpressured.ratePerSecond(fromMillis, toMillis);
      double i = idle.ratePerSecond(fromMillis, toMillis);
      double all = b + p + i;
      boolean known = busy.coverage(fromMillis, toMillis) >= MIN_COVERAGE && all > 0;
      return new Shares(
          first.id(),
          first.name(),
          first.parallelism(),
          known ? b / all : null,
          known ? p / all : null,
          known ? i / all : null);
    }
  }

  private final Map<String, Vertex> vertices = new LinkedHashMap<>();

  void add(long millis, List<VertexReading> readings) {
    for (VertexReading reading : readings) {
      vertices.computeIfAbsent(reading.id(), id -> new Vertex(reading)).add(millis, reading);
    }
  }

  void forgetBefore(long millis) {
    vertices.values().stream()
        .flatMap(Vertex::times)
        .forEach(counters -> counters.forgetBefore(millis));
  }

  /** Returns the shares in the order of the job's graph, the source first. */
  List<Shares> shares(long fromMillis, long toMillis) {
    return vertices.values().stream().map(vertex -> vertex.shares(fromMillis, toMillis)).toList();
  }
}
