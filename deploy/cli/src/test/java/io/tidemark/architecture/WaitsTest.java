package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No test gives up sooner than its host can be ready: docs/contributing/testing.md, "Waits". */
class WaitsTest {
  private static final Path ROOT = Repository.root();

  /** Each of its lines would be one of those that are looked for. */
  private static final Path THIS =
      Path.of("deploy/cli/src/test/java/io/tidemark/architecture/WaitsTest.java");

  @Test
  void eachLimitKnowsItsHost() throws IOException {
    List<Path> sources;
    try (Stream<Path> files = Files.walk(ROOT)) {
      sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(ROOT::relativize)
              .filter(file -> file.toString().contains("src/test/java/"))
              .filter(file -> !file.toString().contains("target/"))
              // Where a benchmark keeps another commit, say.
              .filter(file -> !file.startsWith(".tidemark"))
              .filter(file -> !file.equals(THIS))
              .sorted()
              .toList();
    }
    assertThat(sources).hasSizeGreaterThan(400);
    assertNone(
        sources.stream()
            .flatMap(file -> FixedWait.in(file.toString(), read(file)).stream())
            .toList());
  }

  private static String read(Path file) {
    try {
      return Files.readString(ROOT.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "answer.get(20, TimeUnit.SECONDS)",
        "client.write(payload).get(\nLIMIT.toSeconds(), TimeUnit.SECONDS)",
        "process.waitFor(5, TimeUnit.SECONDS)",
        "process.waitFor(MINUTES, TimeUnit.MINUTES)",
        "process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)",
        "latch.await(10, TimeUnit.SECONDS)",
        "latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)",
        "timer.awaitTermination(10, TimeUnit.SECONDS)",
        "thread.join(5_000)",
        "socket.setSoTimeout(10_000)",
        "await().atMost(Duration.ofSeconds(20)).until(job::ended)",
        "await().atMost(\nLIMIT)\n.until(job::ended)",
        "await().until(job::ended)",
        "await(\"the end\").pollInterval(PAUSE).until(job::ended)",
        "Awaitility.await().untilAsserted(() -> assertThat(job.ended()).isTrue())",
        "Poll.until(Duration.ofSeconds(20), pause, job::ended)",
        "Poll.until(\nLIMIT, pause, job::ended)",
        "server.awaitReady(\"it\", LIMIT, this::answers)",
        "assertThat(answer).failsWithin(Duration.ofSeconds(10))",
        "assertThat(answer).succeedsWithin(LIMIT)",
        "@Timeout(60)",
        "assertTimeoutPreemptively(limit, job::run)"
      })
  void aLimitThatIsTheSameOnEveryHostIsFoundWithItsLine(String wait) {
    assertThat(FixedWait.in("A.java", inClass(wait)))
        .singleElement()
        .asString()
        .startsWith("A.java:5: ")
        .contains("; ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Patience.get(answer)",
        "Patience.until(LIMIT, job::ended)",
        "child.exitCode(LIMIT)",
        "process.waitFor(Patience.of(LIMIT).toMillis(), TimeUnit.MILLISECONDS)",
        "process.waitFor()",
        "await().atMost(Patience.ofSeconds(20)).until(job::ended)",
        "await(\"the end\")\n.atMost(Patience.of(LIMIT))\n.until(job::ended)",
        "Poll.until(Patience.of(LIMIT), pause, job::ended)",
        "run.await();\n Patience.until(LIMIT, job::ended)",
        "thread.join(Patience.of(LIMIT).toMillis())",
        "Recorded.join(\"job\", 3, LIMIT)",
        "map.get(20)",
        "// await().until(job::ended)"
      })
  void othersAreLeftAlone(String wait) {
    assertThat(FixedWait.in("A.java", inClass(wait))).isEmpty();
  }

  private static String inClass(String line) {
    return """
    class A {
      private static final Duration LIMIT = Duration.ofSeconds(3);
      private static final int MINUTES = 3;

      %s;
    }
    """
        .formatted(line);
  }
}
