package io.tidemark.console;

import io.tidemark.build.Version;
import io.tidemark.job.FlinkVersions;
import picocli.CommandLine.IVersionProvider;

/** The text that {@code --version} prints. */
public final class Versions implements IVersionProvider {
  @Override
  public String[] getVersion() {
    // Flink could tell its version itself, but would start its logging first, which takes a third
    // of the time.
    return new String[] {"tidemark " + tidemark(), "Flink " + FlinkVersions.TESTED.get(0)};
  }

  /**
   * Returns the version with its commit, from the jar's manifest; without the commit if the classes
   * are in no jar.
   */
  private static String tidemark() {
    String packed = Versions.class.getPackage().getImplementationVersion();
    return packed == null ? Version.TIDEMARK : packed;
  }
}
