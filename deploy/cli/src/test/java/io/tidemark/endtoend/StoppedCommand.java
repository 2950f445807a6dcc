package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Main;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A command in a process of its own, with folders of its own, that is ended by a signal. */
final class StoppedCommand implements AutoCloseable {
  /** Kubernetes kills 30 s after its first signal. */
  static final Duration ENDS_WITHIN = Duration.ofSeconds(20);

  static final Duration ENDS_AT_ONCE = Duration.ofSeconds(2);

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ChildJvm command;
  private final Path temporary;

  /** A log that the JVM makes when it has begun. */
  private final Path started;

  /**
   * @param folder its working directory; temporary files go to one in it
   */
  StoppedCommand(Path folder, List<String> arguments) throws IOException {
    temporary = Files.createDirectories(folder.resolve("tmp"));
    started = folder.resolve("started.log");
    command =
        ChildJvm.startUnder(
            List.of("env", "-C", folder.toString()),
            Main.class,
            List.of("-Xmx512m", "-Djava.io.tmpdir=" + temporary, "-Xlog:init:file=" + started),
            arguments);
  }

  /** Each {@code path.to.key=value} as an option. */
  static List<String> set(List<String> settings) {
    var options = new ArrayList<String>();
    settings.forEach(setting -> options.addAll(List.of("--set", setting)));
    return options;
  }

  void awaitSaid(String text) {
    Patience.await(
        "\"%s\" of a command".formatted(text),
        PATIENCE,
        () -> {
          assertThat(command.isAlive()).as("%s", errors()).isTrue();
          return errors().contains(text) || output().contains(text);
        });
  }

  /** Once the command's own class is loaded: before that Java alone would end. */
  void awaitMain() {
    Patience.await("a JVM", PATIENCE, () -> Files.exists(started));
  }

  void signal(Signal signal) {
    command.signal(signal.name());
  }

  /** Sends it, and looks at how long the command takes to end, and what it leaves. */
  void endsBy(Signal signal, Duration within) throws InterruptedException {
    long startNanos = System.nanoTime();
    signal(signal);
    int code = command.exitCode(within);
    Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
    assertThat(code).as(errors()).isEqualTo(signal.exitCode);
    MeasuredBound.check(() -> assertThat(took).as(errors()).isLessThan(Patience.of(within)));
    Patience.untilAsserted(ENDS_AT_ONCE, this::assertThatNothingIsLeft);
  }

  int exitCode() throws InterruptedException {
    return command.exitCode(PATIENCE);
  }

  String output() {
    return command.output();
  }

  String errors() {
    return command.errors();
  }

  /** Neither a process that was told of our temporary folder, nor a folder in it. */
  private void assertThatNothingIsLeft() {
    assertThat(
            ProcessHandle.allProcesses()
                .filter(process -> process.pid() != command.pid())
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(temporary + File.separator)))
        .as("processes")
        .isEmpty();
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .as("temporary folders")
          .noneMatch(name -> name.startsWith("tidemark-") || name.startsWith("flink"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    command.close();
  }

  /** Which end a command, and the exit code then. */
  enum Signal {
    TERM(143),
    INT(130);

    final int exitCode;

    Signal(int exitCode) {
      this.exitCode = exitCode;
    }
  }
}
