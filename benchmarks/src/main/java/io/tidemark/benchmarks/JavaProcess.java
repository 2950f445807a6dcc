package io.tidemark.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A JVM beside this one, with the same class path, so that its CPU time is its own. */
final class JavaProcess implements AutoCloseable {
  /** What the launcher gives the command line: Flink reflects into these on Java 17. */
  private static final List<String> ADD_OPENS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.time=ALL-UNNAMED");

  private final Process process;

  JavaProcess(List<String> options, Class<?> main, List<String> arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(ADD_OPENS);
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  /** The first line that it prints. */
  String firstLine() throws IOException {
    return reader().readLine();
  }

  /** All that it prints until its end. */
  String output() throws IOException, InterruptedException {
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("exit code " + process.exitValue() + ": " + text);
    }
    return text;
  }

  /** CPU time of the whole process so far. */
  Duration cpu() {
    return process.toHandle().info().totalCpuDuration().orElseThrow();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroy();
  }

  private BufferedReader reader() {
    return process.inputReader(StandardCharsets.UTF_8);
  }
}
