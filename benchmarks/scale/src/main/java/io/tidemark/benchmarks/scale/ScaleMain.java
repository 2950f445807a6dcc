package io.tidemark.benchmarks.scale;

import io.tidemark.benchmarks.Main;
import java.util.Arrays;

/** {@code benchmarks/run scale}. */
final class ScaleMain {
  private ScaleMain() {}

  public static void main(String[] args) {
    System.exit(Main.execute(new ScaleCommand(), Arrays.copyOfRange(args, 1, args.length)));
  }
}
