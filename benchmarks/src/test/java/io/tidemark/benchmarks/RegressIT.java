package io.tidemark.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.process.Patience;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * That the hot path costs no more than at the commit whose figures are published; on a machine
 * where others work, so only what is a quarter slower and surely so.
 */
@Tag("slow")
@ResourceLock(BenchmarksIT.HOST)
class RegressIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String WITH_ALL = "tidemark.regress";
  private static final String GENEROUS = "25";
  private static final Duration LIMIT = Duration.ofMinutes(20);

  /** As {@code git describe} writes it: {@code 0.1.0 (tag-12-g5720b32)} or {@code (5720b32)}. */
  private static final Pattern COMMIT =
      Pattern.compile("\\((?:.*-g)?([0-9a-f]{7,40})(?:-dirty)?\\)");

  @TempDir Path folder;

  @Test
  void theHotPathIsNoSlowerThanThePublishedOne() throws Exception {
    assumeTrue(
        Boolean.getBoolean(WITH_ALL),
        "it takes ten minutes: ./tidemark test --all, or -D%s=true".formatted(WITH_ALL));
    String commit = publishedCommit();
    assumeTrue(
        run(List.of("git", "-C", ROOT.toString(), "cat-file", "-e", commit), "git") == 0,
        () -> "%s, of benchmarks/results/pipeline.json, is not in this clone".formatted(commit));

    int exitCode =
        run(
            List.of(
                ROOT.resolve("benchmarks/regress").toString(),
                commit,
                "--turns",
                "1",
                "--smallest",
                GENEROUS),
            "regress");

    assertThat(exitCode).as(Files.readString(folder.resolve("regress"))).isZero();
  }

  private static String publishedCommit() {
    String version =
        ResultFile.read(ROOT.resolve("benchmarks/results/pipeline.json")).versions().tidemark();
    Matcher matcher = COMMIT.matcher(version);
    assertThat(matcher.find()).as("a commit in " + version).isTrue();
    return matcher.group(1);
  }

  private int run(List<String> command, String name) throws Exception {
    File output = folder.resolve(name).toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    try {
      Patience.awaitEnd(process, LIMIT);
      return process.exitValue();
    } finally {
      process.destroy();
    }
  }
}
