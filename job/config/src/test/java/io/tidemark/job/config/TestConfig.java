package io.tidemark.job.config;

/** Configurations for tests: the defaults and a few settings. */
public final class TestConfig {
  private TestConfig() {}

  /**
   * @param settings each {@code path.to.key=value}
   */
  public static JobConfig of(String... settings) {
    return ConfigLoader.load(java.util.Optional.empty(), java.util.List.of(settings)).config();
  }
}
