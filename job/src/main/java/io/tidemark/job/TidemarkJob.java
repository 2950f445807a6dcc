package io.tidemark.job;

/** Entry class of {@code flink run}. */
public final class TidemarkJob {
  private TidemarkJob() {}

  public static void main(String[] args) {}
}
