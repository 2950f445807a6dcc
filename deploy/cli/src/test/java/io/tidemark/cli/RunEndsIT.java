package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a run ends, its database, its folders and its processes end with it. */
class RunEndsIT {
  private static final int INTERRUPTED = 130;
  private static final int TERMINATED = 143;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration GONE_WITHIN = Duration.ofSeconds(20);

  @TempDir Path folder;
  private Path temporary;
  private ChildJvm run;

  @AfterEach
  void endWhatWasStarted() {
    if (run != null) {
      run.close();
    }
  }

  @Test
  void leavesNothingAfterANormalEnd() throws Exception {
    start("--duration", "2s");

    assertThat(exitCode()).as(run.errors()).isZero();
    assertThatNothingIsLeft();
    assertThatTheSummaryIsTrue(false);
  }

  @Test
  void ctrlCWritesWhatWasReadAndLeavesNothing() throws Exception {
    start();
    run.signal("INT");

    assertThat(exitCode()).as(run.errors()).isEqualTo(INTERRUPTED);
    assertThatNothingIsLeft();
    assertThatTheSummaryIsTrue(true);
  }

  @Test
  void sigtermWritesWhatWasReadAndLeavesNothing() throws Exception {
    start();
    run.signal("TERM");

    assertThat(exitCode()).as(run.errors()).isEqualTo(TERMINATED);
    assertThatNothingIsLeft();
    assertThatTheSummaryIsTrue(true);
  }

  @Test
  void aSecondCtrlCCancelsAndLeavesNothing() throws Exception {
    start();
    run.signal("INT");
    run.signal("INT");

    assertThat(exitCode()).as(run.errors()).isEqualTo(INTERRUPTED);
    assertThatNothingIsLeft();
  }

  @Test
  void sigkillLeavesNothingEither() throws Exception {
    start();
    run.signal("KILL");

    assertThat(exitCode()).isEqualTo(128 + 9);
    Patience.untilAsserted(GONE_WITHIN, this::assertThatNothingIsLeft);
  }

  /** Returns once the job has been running for some seconds. */
  private void start(String... options) throws IOException {
    temporary = Files.createDirectories(folder.resolve("tmp"));
    var arguments = new ArrayList<>(List.of("run", "--json"));
    arguments.addAll(List.of("--set", "dead-letter.path=" + folder.resolve("dead-letters")));
    arguments.addAll(List.of("--set", "source.datagen.rate=20000"));
    arguments.addAll(List.of(options));
    run =
        ChildJvm.start(
            Main.class, List.of("-Xmx512m", "-Djava.io.tmpdir=" + temporary), "", arguments);
    if (options.length == 0) {
      Patience.await("samples", PATIENCE, () -> run.errors().contains(" samples, "));
      assertThat(ofOurs()).as("the database's processes").isNotEmpty();
    }
  }

  private int exitCode() throws InterruptedException {
    return run.exitCode(PATIENCE);
  }

  private void assertThatNothingIsLeft() {
    assertThat(ofOurs()).as("processes").isEmpty();
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .as("temporary folders")
          .noneMatch(name -> name.startsWith("tidemark-") || name.startsWith("flink"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
    JsonNode result = new ObjectMapper().readTree(run.output());
    assertThat(result.get("interrupted").asBoolean()).isEqualTo(interrupted);
    assertThat(result.get("samplesRead").asLong()).isPositive();
    assertThat(result.get("samplesPending").asLong()).isZero();
    // The generator has 20,000, each of which comes before the first comes again; 0.8 % off or so.
    assertThat(result.at("/series/active").asDouble())
        .isCloseTo(Math.min(20_000, result.get("samplesRead").asLong()), withinPercentage(4));
    assertThat(result.get("samplesAmplified").asLong())
        .isEqualTo(
            result.get("samplesAcked").asLong() + result.get("samplesDeadLettered").asLong());
  }
}
