package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a run ends, its database, its folders and its processes end with it. */
class RunEndsIT {
  private static final int INTERRUPTED = 130;

  @TempDir Path folder;
  private Path temporary;
  private Process run;

  @AfterEach
  void endWhatWasStarted() {
    if (run != null) {
      run.descendants().forEach(ProcessHandle::destroyForcibly);
      run.destroyForcibly();
    }
  }

  @Test
  void leavesNothingAfterANormalEnd() throws Exception {
    start("--duration", "2s");

    assertThat(exitCode()).as(errors()).isZero();
    assertThatNothingIsLeft();
    assertThatTheSummaryIsTrue(false);
  }

  @Test
  void ctrlCWritesWhatWasReadAndLeavesNothing() throws Exception {
    start();
    signal("INT");

    assertThat(exitCode()).as(errors()).isEqualTo(INTERRUPTED);
    assertThatNothingIsLeft();
    assertThatTheSummaryIsTrue(true);
  }

  @Test
  void sigtermWritesWhatWasReadAndLeavesNothing() throws Exception {
    start();
    signal("TERM");

    assertThat(exitCode()).as(errors()).isEqualTo(INTERRUPTED);
    assertThatNothingIsLeft();
    assertThatTheSummaryIsTrue(true);
  }

  @Test
  void aSecondCtrlCCancelsAndLeavesNothing() throws Exception {
    start();
    signal("INT");
    signal("INT");

    assertThat(exitCode()).as(errors()).isEqualTo(INTERRUPTED);
    assertThatNothingIsLeft();
  }

  @Test
  void sigkillLeavesNothingEither() throws Exception {
    start();
    signal("KILL");

    assertThat(exitCode()).isEqualTo(128 + 9);
    await().atMost(Duration.ofSeconds(20)).untilAsserted(this::assertThatNothingIsLeft);
  }

  /** Returns once the job has been running for some seconds. */
  private void start(String... options) throws IOException {
    temporary = Files.createDirectories(folder.resolve("tmp"));
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(System.getProperty("tidemark.test.jvm-options", "-Xmx512m").split(" ")));
    command.add("-Djava.io.tmpdir=" + temporary);
    command.addAll(List.of("-cp", classPath(), Main.class.getName(), "run", "--json"));
    command.addAll(List.of("--set", "dead-letter.path=" + folder.resolve("dead-letters")));
    command.addAll(List.of("--set", "source.datagen.rate=20000"));
    command.addAll(List.of(options));
    run =
        new ProcessBuilder(command)
            .redirectOutput(output().toFile())
            .redirectError(error().toFile())
            .start();
    if (options.length == 0) {
      await().atMost(Duration.ofSeconds(90)).until(() -> errors().contains(" samples, "));
      assertThat(ofOurs()).as("the database's processes").isNotEmpty();
    }
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private void signal(String name) throws Exception {
    // The shell's own kill: a small machine has no program of that name.
    new ProcessBuilder("sh", "-c", "kill -" + name + " " + run.pid()).start().waitFor();
  }

  private int exitCode() throws Exception {
    assertThat(run.waitFor(2, TimeUnit.MINUTES)).as("ended in time: " + errors()).isTrue();
    return run.exitValue();
  }

  private void assertThatNothingIsLeft() throws IOException {
    assertThat(ofOurs()).as("processes").isEmpty();
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .as("temporary folders")
          .noneMatch(name -> name.startsWith("tidemark-") || name.startsWith("flink"));
    }
  }

  /** Every process that was told of our temporary folder, but the run itself. */
  private List<String> ofOurs() {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != run.pid())
        .map(process -> process.info().commandLine().orElse(""))
        .filter(line -> line.contains(temporary.toString() + File.separator))
        .toList();
  }

  private void assertThatTheSummaryIsTrue(boolean interrupted) throws IOException {
    JsonNode result = new ObjectMapper().readTree(output().toFile());
    assertThat(result.get("interrupted").asBoolean()).isEqualTo(interrupted);
    assertThat(result.get("samplesRead").asLong()).isPositive();
    assertThat(result.get("samplesPending").asLong()).isZero();
    assertThat(result.get("samplesAmplified").asLong())
        .isEqualTo(
            result.get("samplesAcked").asLong() + result.get("samplesDeadLettered").asLong());
  }

  private Path output() {
    return folder.resolve("out");
  }

  private Path error() {
    return folder.resolve("err");
  }

  private String errors() {
    try {
      return Files.readString(error());
    } catch (IOException e) {
      return "";
    }
  }
}
