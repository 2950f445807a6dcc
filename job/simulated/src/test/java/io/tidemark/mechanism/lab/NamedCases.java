package io.tidemark.mechanism.lab;

import static io.tidemark.mechanism.lab.Parameter.*;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Set-ups that a reviewer asked for and that two real cores can't make: second threads of cores
 * (S15), a slow disk under many cores (S23), replication. Four of each.
 */
public final class NamedCases {
  private NamedCases() {}

  public static Map<String, Setup> all() {
    var cases = new LinkedHashMap<String, Setup>();
    for (double second : new double[] {0.15, 0.25, 0.3, 0.5}) {
      cases.put(
          "S15 slots at half of all CPUs, the second thread adds " + second,
          Setup.of("S15")
              .with(DATABASE_CPUS, 8)
              .with(THREADS_PER_CORE, 2)
              .with(SECOND_THREAD, second)
              .with(JOB_CPUS, 8)
              .with(PARALLELISM, 4)
              .with(SLOTS, 4)
              .with(Parameter.IN_FLIGHT, 32));
    }
    for (double cpus : new double[] {8, 16, 32, 64}) {
      cases.put(
          "S23 a slow disk under %.0f cores".formatted(cpus),
          Setup.of("S23")
              .with(DATABASE_CPUS, cpus)
              .with(SLOTS, 2 * cpus)
              .with(JOB_CPUS, 8)
              .with(PARALLELISM, 4)
              .with(Parameter.IN_FLIGHT, 64)
              .with(DISK_RATE, 8e6)
              .with(DISK_LATENCY_SECONDS, 0.004)
              .with(DISK_BYTES, 4)
              .with(FLUSH_SAMPLES, 1e5)
              .with(PRESSURE_SEEN, 0));
    }
    Setup cluster =
        Setup.of("RF2")
            .with(NODES, 2)
            .with(Parameter.STORAGE_NODES, 3)
            .with(REPLICATION, 2)
            .with(JOB_CPUS, 8)
            .with(PARALLELISM, 4)
            .with(Parameter.IN_FLIGHT, 32);
    cases.put("RF2 ordinary", cluster);
    cases.put("RF2 with few slots", cluster.with(SLOTS, 1).with(DATABASE_CPUS, 8));
    cases.put(
        "RF2 with slow inserts",
        cluster.with(SERIES, 1e6).with(CACHED_SERIES, 9.5e5).with(MISS_SECONDS, 10e-6));
    cases.put("RF2 with few cores", cluster.with(DATABASE_CPUS, 2));
    return cases;
  }
}
