package io.tidemark.benchmarks.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts one of our own programs, with the class path of this one. */
final class JavaCommand {
  private JavaCommand() {}

  static List<String> of(Class<?> main, List<String> options, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }
}
