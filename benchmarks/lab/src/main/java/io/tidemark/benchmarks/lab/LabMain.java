package io.tidemark.benchmarks.lab;

import io.tidemark.benchmarks.Main;
import io.tidemark.benchmarks.lab.simulated.SimulatedCommand;
import java.util.Arrays;

/** {@code benchmarks/run lab} and {@code benchmarks/run simulated}. */
final class LabMain {
  private LabMain() {}

  public static void main(String[] args) {
    Object command = args[0].equals("simulated") ? new SimulatedCommand() : new Lab();
    System.exit(Main.execute(command, Arrays.copyOfRange(args, 1, args.length)));
  }
}
