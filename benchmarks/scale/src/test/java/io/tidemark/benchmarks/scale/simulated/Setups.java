package io.tidemark.benchmarks.scale.simulated;

import io.tidemark.benchmarks.scale.simulated.Setup.Checkpointing;
import io.tidemark.benchmarks.scale.simulated.Setup.Cluster;
import io.tidemark.benchmarks.scale.simulated.Setup.Load;
import io.tidemark.benchmarks.scale.simulated.Setup.Store;
import io.tidemark.benchmarks.scale.simulated.Setup.Trouble;
import io.tidemark.benchmarks.scale.simulated.Setup.Writing;

/** Jobs of round figures. */
final class Setups {
  /** 100 ns for each written sample, half of them in the amplifier. */
  static final Costs ROUND = new Costs(10, 20, 0, 50, 20, 10, 25);

  private static final double NO_BOUND = 1e12;

  private Setups() {}

  /** A host for each TaskManager, series without end, to nothing, as fast as it goes. */
  static Setup of(int taskManagers, int slots, double coresEach) {
    int parallelism = taskManagers * slots;
    return new Setup(
        "test",
        new Cluster(taskManagers, slots, 1, coresEach, NO_BOUND, 50_000, 32 << 10),
        new Load(ROUND, 0, 0, parallelism, 0),
        new Writing(10_000, 4 * parallelism),
        Store.nothing(Setup.MILLI),
        Checkpointing.NONE,
        Trouble.NONE,
        1);
  }
}
