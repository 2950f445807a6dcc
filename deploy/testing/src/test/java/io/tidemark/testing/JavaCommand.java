package io.tidemark.testing;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The command that starts one of our own programs, with the class path of this one. */
public final class JavaCommand {
  /**
   * What makes a JVM that lives for seconds cheaper: it is not compiled for a long life. Tests that
   * measure run without.
   */
  private static final Set<String> BRIEF_LIFE =
      Set.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private JavaCommand() {}

  /** Those options for a brief life that this JVM has: what it starts lives no longer. */
  static List<String> briefLife() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(BRIEF_LIFE::contains)
        .toList();
  }

  /**
   * @param options of the JVM; those that open the JDK to Flink, and those for a brief life, are
   *     this JVM's own
   */
  public static List<String> of(Class<?> main, List<String> options, List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(briefLife());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), main.getName()));
    command.addAll(arguments);
    return command;
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
