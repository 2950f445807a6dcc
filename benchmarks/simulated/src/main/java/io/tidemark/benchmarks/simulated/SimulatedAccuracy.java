package io.tidemark.benchmarks.simulated;

import io.tidemark.mechanism.lab.NamedCases;
import io.tidemark.mechanism.lab.RandomSetups;
import io.tidemark.mechanism.lab.Setup;
import io.tidemark.mechanism.lab.Truth;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Judges set-ups of the second simulator, in virtual time, as many at once as there are cores. */
public final class SimulatedAccuracy {
  /** Noise of the case is another than that of the truth's runs. */
  private static final long JUDGED_SEED = 1_000;

  private SimulatedAccuracy() {}

  /** The first so many of a seed, or all cases that have a name. */
  public static List<Judged> random(int setups, long seed, Consumer<String> progress) {
    List<Setup> all = RandomSetups.of(setups, seed);
    var named = new LinkedHashMap<String, Setup>();
    IntStream.range(0, setups).forEach(i -> named.put(String.valueOf(i), all.get(i)));
    return judge(named, seed, progress);
  }

  public static List<Judged> named(Consumer<String> progress) {
    return judge(NamedCases.all(), 1, progress);
  }

  private static List<Judged> judge(
      Map<String, Setup> setups, long seed, Consumer<String> progress) {
    var done = new AtomicInteger();
    return setups.entrySet().parallelStream()
        .map(
            each -> {
              Judged judged = judge(each.getKey(), each.getValue(), seed);
              int count = done.incrementAndGet();
              if (count % 25 == 0) {
                progress.accept("%d of %d set-ups".formatted(count, setups.size()));
              }
              return judged;
            })
        .toList();
  }

  static Judged judge(String name, Setup setup, long seed) {
    var said = new EnumMap<Said.Mode, Said>(Said.Mode.class);
    for (Said.Mode mode : Said.Mode.values()) {
      said.put(mode, Said.of(mode, setup, seed + JUDGED_SEED));
    }
    return Judged.of(name, setup, Truth.of(setup, seed), said);
  }
}
