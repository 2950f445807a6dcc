package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.Main;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.FaultProxy;
import io.tidemark.testing.FaultProxy.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A few lines of C stand between a run and the system's clock; the steady one is left alone. */
@Tag("slow")
@Tag("guards:job/pipeline")
@Tag("guards:job/measure")
class ClockStepIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int STEP_SECONDS = 3_600;
  private static final int RATE = 1_000;
  private static final int SECONDS = 6;
  private static final int WRITES_BEFORE = 5;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {STEP_SECONDS, -STEP_SECONDS})
  void aRunSaysTheSameThoughTheClockSteps(int seconds) throws Exception {
    assumeTrue(OwnedProcess.onPath("cc"), "the clock was not set: there is no C compiler (cc)");
    Path clock = folder.resolve("clock");
    step(clock, 0);
    try (var database = new FaultProxy("", write -> Answer.status(204));
        var run = start(shim(), clock, database.url())) {
      Patience.untilAsserted(
          PATIENCE, () -> assertThat(database.writtenAtNanos()).hasSizeGreaterThan(WRITES_BEFORE));
      step(clock, seconds);

      assertThat(run.exitCode(PATIENCE)).as(run.errors()).isZero();
      assertThat(run.errors()).contains("the clock was set by %+d".formatted(seconds / 1_000));
      JsonNode result = new ObjectMapper().readTree(run.output());
      assertThat(result.get("samplesAcked").asLong()).isEqualTo(RATE * SECONDS);
      // Whatever else takes its time, the step would be seen in both.
      assertThat(result.get("seconds").asDouble()).isBetween(SECONDS / 2.0, STEP_SECONDS / 2.0);
      assertThat(result.get("latencyMillis").get("max").asDouble()).isLessThan(STEP_SECONDS * 500);
    }
  }

  private Path shim() throws Exception {
    Path source = folder.resolve("shim.c");
    try (InputStream text = getClass().getResourceAsStream("/clock-shim.c")) {
      Files.copy(text, source);
    }
    Path library = folder.resolve("shim.so");
    Process compiler =
        new ProcessBuilder(
                "cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
            .inheritIO()
            .start();
    Patience.awaitEnd(compiler, Duration.ofSeconds(60));
    assertThat(compiler.exitValue()).isZero();
    return library;
  }

  /** In the machine's order of bytes, and in place: the shim has mapped the file. */
  private static void step(Path clock, long seconds) throws IOException {
    try (var file = new RandomAccessFile(clock.toFile(), "rw")) {
      file.writeLong(
          ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? seconds : Long.reverseBytes(seconds));
    }
  }

  private static ChildJvm start(Path shim, Path clock, String url) {
    return ChildJvm.startUnder(
        List.of("env", "LD_PRELOAD=" + shim, "CLOCK_SHIM=" + clock),
        Main.class,
        List.of("-Xmx512m"),
        List.of(
            ("run --json --yes --set source.datagen.start=2026-01-01T00:00:00Z"
                    + " --set source.datagen.rate=%d --set source.datagen.samples=%d"
                    + " --set source.datagen.series=100 --set write.linger=100ms"
                    + " --set target.urls=%s --set parallelism=1")
                .formatted(RATE, RATE * SECONDS, url)
                .split(" ")));
  }
}
