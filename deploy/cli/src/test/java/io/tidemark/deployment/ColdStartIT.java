package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher spares a JVM that has just started, by the log of the classes it loads. */
@Tag("slow")
@Tag("guards:deploy/tools")
@Tag("guards:deploy/cli")
class ColdStartIT {
  private static final Path ROOT = Repository.root();
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(5);
  private static final String FROM_ARCHIVE = "source: shared objects file";
  private static final String[] SHORT_RUN = {
    "run", "-q", "--set", "target.type=null", "--set", "source.datagen.samples=1000"
  };

  @TempDir private static Path folder;

  /** Maven has packed since: the jars are newer than an archive of the launcher's own build. */
  @BeforeAll
  static void archiveTheClassesOfThisBuild() throws Exception {
    bash(
        """
        . "$root/deploy/tools/machine.sh"; . "$root/deploy/tools/build.sh"
        need_java; build_log='%s'; archive_classes
        """
            .formatted(folder.resolve("build.log")));
  }

  private static void bash(String script) throws Exception {
    String command = "set -euo pipefail; root='%s'; %s".formatted(ROOT, script);
    Process process = new ProcessBuilder("bash", "-c", command).inheritIO().start();
    try {
      Patience.awaitEnd(process, ENDS_WITHIN);
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroy();
    }
  }

  /** Returns where each class that it loads comes from. */
  private static List<String> classesOf(String... arguments) throws Exception {
    Path log = Files.createTempFile(folder, "classes", ".log");
    String options = "TIDEMARK_JAVA_OPTS=-Xlog:class+load:file=" + log;
    try (var launched = ChildJvm.launcher(List.of(options), List.of(arguments))) {
      assertThat(launched.exitCode(ENDS_WITHIN)).as(launched.errors()).isZero();
      assertThat(launched.errors()).doesNotContain("[warning]");
    }
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.contains(" source: ")).toList();
    }
  }

  private static long fromArchive(List<String> classes) {
    return classes.stream().filter(line -> line.contains(FROM_ARCHIVE)).count();
  }

  private static List<String> ours(List<String> classes) {
    return classes.stream().filter(line -> line.contains("] io.tidemark.")).toList();
  }

  @Test
  void aShortRunLoadsItsClassesFromTheArchive() throws Exception {
    List<String> classes = classesOf(SHORT_RUN);

    assertThat(classes).hasSizeGreaterThan(10_000);
    assertThat(fromArchive(classes)).isGreaterThan(classes.size() * 4L / 5);
    List<String> ours = ours(classes);
    assertThat(fromArchive(ours)).isGreaterThan(ours.size() * 4L / 5);
  }

  /** To read all whom Java trusts takes a tenth of a second. */
  @Test
  void aShortRunInPlainTextReadsNoCertificates() throws Exception {
    List<String> classes = classesOf("run", "-q", "--set", "source.datagen.samples=1000");

    assertThat(classes).anyMatch(line -> line.contains(" io.tidemark.sink.http.HttpTransport "));
    assertThat(classes).noneMatch(line -> line.contains(" sun.security.x509.X509CertImpl "));
  }

  @Test
  void sayingTheVersionLoadsFewClassesAndNoFlink() throws Exception {
    long start = System.nanoTime();
    List<String> classes = classesOf("--version");
    Duration took = Duration.ofNanos(System.nanoTime() - start);

    assertThat(classes).hasSizeBetween(500, 2_000);
    assertThat(classes).noneMatch(line -> line.contains(" org.apache.flink."));
    Duration most = Patience.ofSeconds(10);
    MeasuredBound.check(() -> assertThat(took).isLessThan(most));
  }

  /** As one of a former build is, or of another Java. */
  @Test
  void anArchiveOfOtherJarsIsNotUsed() throws Exception {
    Path target = ROOT.resolve("deploy/cli/target");
    Path other = folder.resolve("tidemark.jar");
    Files.copy(target.resolve("tidemark.jar"), other);
    Path log = folder.resolve("other-jars.log");
    bash(
        """
        . "$root/deploy/tools/machine.sh"; . "$root/deploy/tools/build.sh"; . "$root/deploy/tools/launch.sh"
        need_java; [ -s "$archive" ]; export TIDEMARK_JAVA_OPTS=-Xlog:class+load:file=%s
        launch "$(add_opens)" '%s:%s/lib/*' --version
        """
            .formatted(log, other, target));

    List<String> ours;
    try (Stream<String> lines = Files.lines(log)) {
      ours = ours(lines.toList());
    }
    assertThat(ours).isNotEmpty();
    assertThat(fromArchive(ours)).isZero();
  }
}
