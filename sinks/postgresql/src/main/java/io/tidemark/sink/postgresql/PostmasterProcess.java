package io.tidemark.sink.postgresql;

import io.tidemark.process.ProcessResources;
import java.io.IOException;
import java.util.Optional;

/** Finds the process of a server on this host that listens, and starts one for each connection. */
final class PostmasterProcess {
  private static final String NAME = "postgres";

  private PostmasterProcess() {}

  /**
   * @param backend the process of a connection, as the server has its id: in a container that is
   *     another process here, or none
   */
  static Optional<ProcessResources> of(long backend) {
    try {
      long parent = Long.parseLong(ProcessResources.status(backend, "PPid"));
      boolean both =
          ProcessResources.name(backend).equals(NAME) && ProcessResources.name(parent).equals(NAME);
      return both ? Optional.of(new ProcessResources(parent)) : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}
