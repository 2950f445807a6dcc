package io.tidemark.testing;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts one of our own programs, with the class path of this one. */
public final class JavaCommand {
  private JavaCommand() {}

  /**
   * @param options of the JVM; those that open the JDK to Flink are this JVM's own
   */
  public static List<String> of(Class<?> main, List<String> options, List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), main.getName()));
    command.addAll(arguments);
    return command;
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
