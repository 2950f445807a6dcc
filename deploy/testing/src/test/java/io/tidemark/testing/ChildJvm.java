package io.tidemark.testing;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.NotInTime;
import io.tidemark.process.Patience;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM beside this one, with its class path. {@link #close} ends it with all it has started. */
public final class ChildJvm implements AutoCloseable {
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(30);

  /**
   * A shell without a terminal starts what runs in the background deaf to Ctrl-C, and so it would
   * be inherited down to here.
   */
  private static final List<String> HEARS_CTRL_C = List.of("env", "--default-signal=INT");

  private final Process process;
  private final Path output;
  private final Path errors;

  /** The last one that a test has sent, or null. */
  private String signal;

  private ChildJvm(Process process, Path output, Path errors) {
    this.process = process;
    this.output = output;
    this.errors = errors;
  }

  /**
   * @param options of the JVM
   * @param cpus the processors it may use, as taskset takes them; "" for any
   */
  public static ChildJvm start(
      Class<?> main, List<String> options, String cpus, List<String> arguments) {
    List<String> wrapper = cpus.isEmpty() ? List.of() : List.of("taskset", "-c", cpus);
    return startUnder(wrapper, main, options, arguments);
  }

  /**
   * @param wrapper command that runs the one behind it
   */
  public static ChildJvm startUnder(
      List<String> wrapper, Class<?> main, List<String> options, List<String> arguments) {
    var command = new ArrayList<>(wrapper);
    command.addAll(JavaCommand.of(main, options, arguments));
    return start(command);
  }

  /**
   * The launcher in the root folder, with what was packed.
   *
   * @param environment each {@code NAME=value}
   */
  public static ChildJvm launcher(List<String> environment, List<String> arguments) {
    var command = new ArrayList<>(environment);
    command.add("TIDEMARK_SKIP_BUILD=1");
    command.add(Repository.root().resolve("tidemark").toString());
    command.addAll(arguments);
    return start(command);
  }

  private static ChildJvm start(List<String> line) {
    var command = new ArrayList<>(HEARS_CTRL_C);
    command.addAll(line);
    try {
      Path output = Files.createTempFile("tidemark-child", ".out");
      Path errors = Files.createTempFile("tidemark-child", ".err");
      var process =
          new ProcessBuilder(command)
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile())
              .start();
      return new ChildJvm(process, output, errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * @param name such as INT, which is Ctrl-C
   */
  public void signal(String name) {
    signal = name;
    new LinuxProcess(pid()).signal(name);
  }

  /**
   * Its exit code.
   *
   * @param usual enough on an idle host with two usual cores: more is waited on a slower one
   * @throws NotInTime if it does not end by itself
   * @throws AssertionError if it stays although it was sent a signal, which is red at once
   */
  public int exitCode(Duration usual) throws InterruptedException {
    Duration limit = Patience.of(usual);
    if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      return process.exitValue();
    }
    if (signal != null) {
      throw new AssertionError(
          "a process stayed for %d s after SIG%s; it said: %s"
              .formatted(limit.toSeconds(), signal, errors()));
    }
    throw new NotInTime("the end of a process that said \"%s\"".formatted(errors()), limit);
  }

  public String output() {
    return read(output);
  }

  public String errors() {
    return read(errors);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a bare kill would. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(Patience.of(ENDS_WITHIN).toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Stream.of(output, errors).map(Path::toFile).forEach(File::delete);
  }
}
