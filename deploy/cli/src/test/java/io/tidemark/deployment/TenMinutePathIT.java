package io.tidemark.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The README's path to a reader's own database: its own blocks, typed as they stand there, but for
 * the reader's addresses, a shorter capture and a shorter search.
 */
@Tag("slow")
class TenMinutePathIT {
  private static final String SECTION = "## Your own database in ten minutes\n";
  private static final Duration PATIENCE = Duration.ofMinutes(6);
  private static final Duration STORED = Duration.ofMinutes(2);

  @TempDir private Path folder;
  private final Map<Process, Path> outputs = new HashMap<>();
  private String steps;

  private record Ended(int exitCode, String output) {}

  @Test
  void leadsFromALookToACleanDatabase() throws Exception {
    try (var database =
        Patience.started(
            "VictoriaMetrics",
            () ->
                OwnedVictoriaMetrics.start(
                    new Settings(OptionalInt.empty(), "", List.of("-selfScrapeInterval=1s"))))) {
      String url = database.url().toString();
      steps = steps(url);
      Files.writeString(folder.resolve("run.yaml"), block());

      Ended diagnosed = diagnosed();
      assertThat(diagnosed.exitCode()).as(diagnosed.output).isIn(0, 3);
      capture();
      assertThat(folder.resolve("fleet.capture")).isNotEmptyFile();

      Ended gently = typed("run", "y\n");
      assertThat(gently.exitCode()).as(gently.output).isZero();
      assertThat(gently.output).contains(url, "+ 0 dead-lettered + 0 pending");

      Ended ceiling = typed("ceiling", "y\n");
      assertThat(ceiling.exitCode()).as(ceiling.output).isIn(0, 3);
      assertThat(folder.resolve("report/report.html")).isNotEmptyFile();

      Ended written = typed("clean", "");
      assertThat(written.exitCode()).as(written.output).isZero();
      String run =
          Pattern.compile("tidemark-\\d{8}-\\d{6}_[a-z0-9]{5}")
              .matcher(written.output)
              .results()
              .findFirst()
              .orElseThrow()
              .group();
      Ended deleted = shell(command("clean") + " --run " + run, "y\n");
      assertThat(deleted.exitCode()).as(deleted.output).isZero();
      assertThat(typed("clean", "").output).doesNotContain(run);
    }
  }

  /** With the addresses of this reader. */
  private static String steps(String url) throws IOException {
    String page = Files.readString(Repository.root().resolve("README.md"));
    int begin = page.indexOf(SECTION) + SECTION.length();
    return page.substring(begin, page.indexOf("\n## ", begin))
        .replace("http://prometheus:9090", url)
        .replace("http://victoria-metrics-test:8428", url)
        .replace("namespace=\"vm\"", "job=\"victoria-metrics\"")
        .replace("--for 5m", "--for 45s")
        .replace("ceiling -c", "ceiling --max-duration 60s -c");
  }

  private String block() {
    return Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
        .matcher(steps)
        .results()
        .map(found -> found.group(1))
        .findFirst()
        .orElseThrow();
  }

  private String command(String name) {
    return Pattern.compile("`\\./(tidemark %s[^`]*)`".formatted(name))
        .matcher(steps)
        .results()
        .map(found -> found.group(1).replaceAll("\\s+", " "))
        .findFirst()
        .orElseThrow();
  }

  /** A database that has just started has stored nothing of itself, which is an error. */
  private Ended diagnosed() throws Exception {
    long begun = System.nanoTime();
    Ended ended = typed("diagnose", "");
    while (ended.exitCode == 2 && System.nanoTime() - begun < Patience.of(STORED).toNanos()) {
      ended = typed("diagnose", "");
    }
    return ended;
  }

  /** A second run is the agent that sends, as long as the capture listens. */
  private void capture() throws Exception {
    var capture = started(command("capture"), "");
    try (var agent =
        ChildJvm.launcher(
            List.of(),
            List.of(
                "run",
                "--yes",
                "--duration=10s",
                "--set=target.type=remote-write",
                "--set=target.urls=http://127.0.0.1:9201",
                "--set=target.run-label=false",
                "--set=source.datagen.series=1000",
                "--set=source.datagen.interval=15s",
                "--set=source.datagen.rate=20000"))) {
      assertThat(agent.exitCode(PATIENCE)).as(agent::errors).isZero();
    }
    assertThat(ended(capture).exitCode()).isZero();
  }

  private Ended typed(String name, String answer) throws Exception {
    return shell(command(name), answer);
  }

  private Ended shell(String command, String answer) throws Exception {
    return ended(started(command, answer));
  }

  /** On a terminal, where a question can be answered. */
  private Process started(String command, String answer) throws IOException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    var builder =
        new ProcessBuilder("/usr/bin/script", "-qefc", command, output.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder
        .environment()
        .merge("PATH", Repository.root().toString(), (path, root) -> root + ":" + path);
    builder.environment().put("TIDEMARK_SKIP_BUILD", "1");
    Process process = builder.start();
    outputs.put(process, output);
    process.getOutputStream().write(answer.getBytes(UTF_8));
    process.getOutputStream().flush();
    return process;
  }

  private Ended ended(Process process) throws Exception {
    try {
      Patience.awaitEnd(process, PATIENCE);
      return new Ended(process.exitValue(), Files.readString(outputs.get(process)));
    } finally {
      process.destroy();
    }
  }
}
