package io.tidemark.sink.rrdcached;

import io.tidemark.process.ServerUser;
import io.tidemark.sink.client.Installed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * RRDcached on this machine, and how it is run: not as root.
 *
 * @param file the program
 * @param libraries where libraries lie that were unpacked with it; empty: they are the system's
 */
record Program(Path file, Optional<Path> libraries) {
  private static final Installed INSTALLED =
      new Installed("rrdcached", "TIDEMARK_RRDCACHED", "a program", "rrdcached");

  /**
   * @throws IllegalArgumentException if there is none, with what to do
   */
  static Program found() {
    Path file = INSTALLED.find(Files::isExecutable, Installed.onPath("rrdcached"));
    return new Program(file, Installed.libraries(file.resolveSibling("../lib").normalize()));
  }

  static ServerUser user() {
    return ServerUser.of("RRDcached", "_rrdcached");
  }

  /**
   * @param in which the user owns
   */
  List<String> command(Path in, List<String> arguments) {
    return user().command(in, libraries, file, arguments);
  }
}
