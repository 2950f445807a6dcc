package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.LinuxProcess;
import java.net.URI;
import java.util.List;
import java.util.OptionalDouble;

/** A database of a set-up. Not thread-safe. */
interface Database extends AutoCloseable {
  /** Returns the address for writes. */
  URI url();

  /**
   * Returns the addresses of metrics pages that {@code diagnose} can read; none if it has no such
   * page.
   */
  default List<URI> pages() {
    return List.of();
  }

  /**
   * Returns what the job's configuration needs beside the address, each as {@code
   * path.to.key=value}.
   */
  List<String> settings();

  /**
   * Returns the number of samples stored since the database started; empty if every acknowledged
   * sample is stored, because its acknowledgement is a commit.
   */
  OptionalDouble stored();

  LinuxProcess process();

  /** Changes the database's settings, and returns whether that took a restart. */
  boolean become(Parts.Database spec);

  @Override
  void close();
}
