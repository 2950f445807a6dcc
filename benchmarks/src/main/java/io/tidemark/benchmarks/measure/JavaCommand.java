package io.tidemark.benchmarks.measure;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts one of our own programs, with the class path of this one. */
public final class JavaCommand {
  private JavaCommand() {}

  /** Options for a program with Flink inside: these, and those that this JVM was given for it. */
  public static List<String> flinkOptions(String options) {
    var all = new ArrayList<>(List.of(options.split(" ")));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(all::add);
    return all;
  }

  public static List<String> of(Class<?> main, List<String> options, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }
}
