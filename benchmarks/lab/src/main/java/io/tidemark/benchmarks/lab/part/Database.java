package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.LinuxProcess;
import java.net.URI;
import java.util.List;
import java.util.OptionalDouble;

/** A database of a set-up. Not thread-safe. */
interface Database extends AutoCloseable {
  /** Where it takes writes. */
  URI url();

  /** Where it shows metrics that {@code diagnose} can read; none if it does not. */
  default List<URI> pages() {
    return List.of();
  }

  /** What the job must be told beside its address, each {@code path.to.key=value}. */
  List<String> settings();

  /**
   * Samples that are stored, since it was started; empty where what is acknowledged is stored,
   * because the acknowledgement is a commit.
   */
  OptionalDouble stored();

  LinuxProcess process();

  /** Becomes another; whether it had to be started again for that. */
  boolean become(Parts.Database spec);

  @Override
  void close();
}
