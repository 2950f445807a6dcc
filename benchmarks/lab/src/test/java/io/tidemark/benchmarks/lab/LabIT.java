package io.tidemark.benchmarks.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.lab.part.PartChecks;
import io.tidemark.benchmarks.lab.setup.Catalogue;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** That the lab works: on two cheap set-ups, and never which cause wins. */
@Tag("slow")
@Tag("guards:benchmarks/lab")
@ResourceLock("host")
class LabIT {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final String CALM = "calm-1000";
  private static final String QUOTA = "cpu-quota-0_2";

  /** A page of metrics is a second old at most. */
  private static final String SHORT = "1500ms";

  private static final Duration MEASURED_WITHIN = Duration.ofMinutes(5);
  private static final Duration BEGUN_WITHIN = Duration.ofMinutes(1);
  private static final String CURRENT = "TIDEMARK_TEST_VICTORIA_METRICS_CURRENT";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @BeforeEach
  void needsRootAndADatabase() {
    assumeTrue(
        "root".equals(System.getProperty("user.name")),
        "not root: no control groups for the lab's set-ups");
    assumeTrue(
        System.getenv(CURRENT) != null, CURRENT + " is not set: the lab's set-ups did not run");
  }

  @Test
  void goesOnWhereItWasKilledAndLeavesNothingBehind() throws Exception {
    Process killed = start("--truth", "--only", CALM + "," + QUOTA, "--window", SHORT);
    Patience.await("the first truth", MEASURED_WITHIN, () -> !truths().isEmpty());
    // By then its group is there.
    Patience.await(
        "the second set-up", BEGUN_WITHIN, () -> said().contains("as it is") && groups() > 0);
    killed.destroyForcibly().waitFor();
    Path first = truths().get(0);
    byte[] kept = Files.readAllBytes(first);

    String again = run("--truth", "--only", CALM + "," + QUOTA, "--window", SHORT);

    assertThat(again)
        .contains("1 of 2 set-ups are measured")
        .contains("1 are left")
        .contains("left behind by a lab");
    assertThat(Files.readAllBytes(first)).isEqualTo(kept);
    assertThat(truths()).hasSize(2);
    for (Path truth : truths()) {
      JsonNode read = JSON.readTree(truth.toFile());
      assertThat(read.path("status").asText()).as(read.toPrettyString()).isEqualTo("MEASURED");
      assertThat(read.path("base").doubleValue()).isPositive();
      assertThat(read.path("gains")).isNotEmpty();
    }
    assertThat(leftBehind()).isEmpty();
    assertThat(running()).isEmpty();

    run("--judge", "--mode", "search", "--only", CALM, "--max-duration", "20s");

    assertThat(run("--list", "--only", CALM)).contains("samples/s; right: ");
    JsonNode judged = JSON.readTree(verdicts().get(0).toFile());
    assertThat(judged.path("status").asText())
        .as(judged.path("reason").asText())
        .isEqualTo("JUDGED");
    assertThat(judged.path("cause").asText()).isNotEmpty();
    assertThat(leftBehind()).isEmpty();
    assertThat(running()).isEmpty();

    removePages();
    run("--judge", "--mode", "diagnose", "--only", CALM, "--max-duration", "30s");

    // One run gives the pages of both.
    List<JsonNode> diagnosed = new ArrayList<>();
    for (Path verdict : verdicts()) {
      JsonNode read = JSON.readTree(verdict.toFile());
      if (read.path("mode").asText().startsWith("DIAGNOSE")) {
        diagnosed.add(read);
      }
    }
    assertThat(diagnosed)
        .hasSize(2)
        .allSatisfy(
            each -> {
              assertThat(each.path("status").asText())
                  .as(each.path("reason").asText())
                  .isEqualTo("JUDGED");
              assertThat(each.path("report").path("processes"))
                  .anyMatch(process -> process.path("product").asText().equals("Tidemark"))
                  .hasSizeGreaterThan(1);
            });
    assertThat(secondsApart(diagnosed.get(0))).isCloseTo(15, within(1.0));
    assertThat(secondsApart(diagnosed.get(1))).isCloseTo(5, within(1.0));
    assertThat(leftBehind()).isEmpty();
    assertThat(running()).isEmpty();

    run("--page");

    assertThat(folder.resolve("accuracy.md"))
        .content()
        .contains("2 of %d set-ups".formatted(Catalogue.load().inTurn().size()));
    assertThat(folder.resolve("set-ups.md")).content().contains(CALM);
  }

  /** On a busy host nobody uses up a quota or a line; nothing takes more than it is given. */
  @Test
  void showsThatEachPartDoesWhatIsSaidOfIt() {
    List<PartChecks.Outcome> outcomes = PartChecks.all().toList();

    assertThat(outcomes).hasSizeGreaterThan(15);
    for (PartChecks.Outcome outcome : outcomes) {
      boolean withinBounds =
          outcome.isMissing()
              || outcome.isShown()
              || outcome.isShared()
                  && outcome.measured() > 0
                  && outcome.measured() <= outcome.most();
      MeasuredBound.check(() -> assertThat(withinBounds).as(outcome.toString()).isTrue());
    }
    assertThat(leftBehind()).isEmpty();
  }

  /** Removes the pages of an earlier run of this test, with which nothing would be collected. */
  private static void removePages() throws IOException {
    Path pages = ROOT.resolve(".tidemark/lab-pages");
    try (Stream<Path> all = Files.exists(pages) ? Files.walk(pages) : Stream.empty()) {
      for (Path page : all.sorted(Comparator.reverseOrder()).toList()) {
        if (page.toString().matches(".*/%s-\\w+-30s-0(/.*)?".formatted(CALM))) {
          Files.delete(page);
        }
      }
    }
  }

  private static double secondsApart(JsonNode diagnosis) {
    return diagnosis.path("report").path("secondsApart").doubleValue();
  }

  private Process start(String... options) throws IOException {
    var command = new ArrayList<>(List.of(ROOT.resolve("benchmarks/run").toString(), "lab"));
    command.addAll(List.of(options));
    command.addAll(List.of("--results", folder.toString()));
    if (!List.of(options).contains("--page") && !List.of(options).contains("--list")) {
      command.add("--busy-host");
    }
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile());
    // What Maven has just built; a build inside a build would replace it.
    builder.environment().put("TIDEMARK_SKIP_BUILD", "1");
    return builder.start();
  }

  private String run(String... options) throws Exception {
    Process process = start(options);
    try {
      Patience.awaitEnd(process, MEASURED_WITHIN);
      assertThat(process.exitValue()).as(said()).isZero();
      return said();
    } finally {
      process.destroy();
    }
  }

  private String said() {
    try {
      return Files.readString(folder.resolve("output"));
    } catch (IOException e) {
      return "";
    }
  }

  private List<Path> truths() {
    return files(folder.resolve("truth"));
  }

  private List<Path> verdicts() {
    return files(folder.resolve("judged"));
  }

  private static List<Path> files(Path in) {
    try (Stream<Path> all = Files.exists(in) ? Files.walk(in) : Stream.empty()) {
      return all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static long groups() {
    return leftBehind().stream().filter(path -> path.startsWith("/sys")).count();
  }

  /** Their folders are on their command lines. */
  private static List<String> running() {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .filter(line -> line.contains("/tidemark-lab-"))
        .toList();
  }

  /** Of whatever lab: another one does not run at the same time. */
  private static List<String> leftBehind() {
    return Stream.of(
            "/run/netns",
            "/sys/fs/cgroup",
            "/sys/fs/cgroup/cpu",
            "/sys/fs/cgroup/memory",
            System.getProperty("java.io.tmpdir"))
        .map(Path::of)
        .filter(Files::isDirectory)
        .flatMap(
            in -> {
              try (Stream<Path> all = Files.list(in)) {
                return all
                    .map(Path::toString)
                    .filter(path -> path.matches(".*/tidemark-lab-\\d+-.*"))
                    .toList()
                    .stream();
              } catch (IOException e) {
                return Stream.empty();
              }
            })
        .toList();
  }
}
