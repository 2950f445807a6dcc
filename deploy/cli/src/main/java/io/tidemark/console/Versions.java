package io.tidemark.console;

import io.tidemark.build.Version;
import io.tidemark.job.FlinkVersions;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class Versions implements IVersionProvider {
  @Override
  public String[] getVersion() {
    // Flink knows it, too, but begins to log before it says so: a third of the time this takes.
    return new String[] {"tidemark " + tidemark(), "Flink " + FlinkVersions.TESTED.get(0)};
  }

  /** With its commit, as the manifest has it; classes that are in no jar have none. */
  private static String tidemark() {
    String packed = Versions.class.getPackage().getImplementationVersion();
    return packed == null ? Version.TIDEMARK : packed;
  }
}
