package io.tidemark.benchmarks.simulated;

import io.tidemark.benchmarks.Main;
import java.util.Arrays;

/** {@code benchmarks/run simulated}. */
final class SimulatedMain {
  private SimulatedMain() {}

  public static void main(String[] args) {
    System.exit(Main.execute(new SimulatedCommand(), Arrays.copyOfRange(args, 1, args.length)));
  }
}
