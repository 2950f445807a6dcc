package io.tidemark.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The exact long-run throughput of a network of few requests with exponential times: a job that
 * makes requests, a delay, an admission limit, and cores and a serial station inside. A state is
 * the number at each: prepared, on the way, waiting outside, at the cores, at the serial station.
 */
final class MarkovChain {
  private static final int ROUNDS = 20_000;

  private final double born;
  private final double delay;
  private final int limit;
  private final double cores;
  private final double cpu;
  private final double serial;

  private record Jump(List<Integer> to, double rate, boolean answered) {}

  MarkovChain(double born, double delay, int limit, double cores, double cpu, double serial) {
    this.born = born;
    this.delay = delay;
    this.limit = limit;
    this.cores = cores;
    this.cpu = cpu;
    this.serial = serial;
  }

  /** Requests that are answered per second. */
  double rate(int population, int prepared) {
    List<Integer> first = List.of(0, 0, 0, 0, 0);
    var index = new HashMap<List<Integer>, Integer>();
    var jumps = new ArrayList<List<Jump>>();
    var open = new ArrayDeque<List<Integer>>();
    index.put(first, 0);
    open.add(first);
    while (!open.isEmpty()) {
      List<Integer> state = open.poll();
      List<Jump> out = jumps(state, population, prepared);
      jumps.add(out);
      for (Jump jump : out) {
        if (index.putIfAbsent(jump.to(), index.size()) == null) {
          open.add(jump.to());
        }
      }
    }
    return rate(jumps, index);
  }

  private static double rate(List<List<Jump>> jumps, Map<List<Integer>, Integer> index) {
    double fastest = jumps.stream().mapToDouble(MarkovChain::leaving).max().orElseThrow() * 1.05;
    var now = new double[jumps.size()];
    now[0] = 1;
    for (int round = 0; round < ROUNDS; round++) {
      var next = new double[now.length];
      for (int i = 0; i < now.length; i++) {
        next[i] += now[i] * (1 - leaving(jumps.get(i)) / fastest);
        for (Jump jump : jumps.get(i)) {
          next[index.get(jump.to())] += now[i] * jump.rate() / fastest;
        }
      }
      now = next;
    }
    double rate = 0;
    for (int i = 0; i < now.length; i++) {
      for (Jump jump : jumps.get(i)) {
        rate += jump.answered() ? now[i] * jump.rate() : 0;
      }
    }
    return rate;
  }

  private static double leaving(List<Jump> jumps) {
    return jumps.stream().mapToDouble(Jump::rate).sum();
  }

  private List<Jump> jumps(List<Integer> state, int population, int prepared) {
    int ready = state.get(0);
    int way = state.get(1);
    int outside = state.get(2);
    int computing = state.get(3);
    int stored = state.get(4);
    int inFlight = way + outside + computing + stored;
    var out = new ArrayList<Jump>();
    if (inFlight < population) {
      out.add(
          new Jump(settled(ready, way + 1, outside, computing, stored, population), born, false));
    } else if (ready < prepared) {
      out.add(new Jump(List.of(ready + 1, way, outside, computing, stored), born, false));
    }
    if (way > 0) {
      out.add(
          new Jump(
              settled(ready, way - 1, outside + 1, computing, stored, population),
              way / delay,
              false));
    }
    if (computing > 0) {
      double rate = Math.min(computing, cores) / cpu;
      out.add(
          serial > 0
              ? new Jump(
                  settled(ready, way, outside, computing - 1, stored + 1, population), rate, false)
              : new Jump(
                  settled(ready, way, outside, computing - 1, stored, population), rate, true));
    }
    if (stored > 0) {
      out.add(
          new Jump(
              settled(ready, way, outside, computing, stored - 1, population), 1 / serial, true));
    }
    return out;
  }

  /** Whoever is ready takes a free permit, and whoever waits outside a free place. */
  private List<Integer> settled(
      int ready, int way, int outside, int computing, int stored, int population) {
    int left = ready;
    int onTheWay = way;
    int waiting = outside;
    int inside = computing;
    while (left > 0 && onTheWay + waiting + inside + stored < population) {
      left--;
      onTheWay++;
    }
    if (delay <= 0) {
      waiting += onTheWay;
      onTheWay = 0;
    }
    while (waiting > 0 && inside + stored < limit) {
      waiting--;
      inside++;
    }
    return List.of(left, onTheWay, waiting, inside, stored);
  }
}
