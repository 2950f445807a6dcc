package io.tidemark.benchmarks.lab;

import io.tidemark.benchmarks.Main;
import java.util.Arrays;

/** The entry point of {@code benchmarks/run lab}. */
final class LabMain {
  private LabMain() {}

  public static void main(String[] args) {
    System.exit(Main.execute(new Lab(), Arrays.copyOfRange(args, 1, args.length)));
  }
}
