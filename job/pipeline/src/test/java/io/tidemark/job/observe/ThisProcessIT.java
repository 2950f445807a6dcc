package io.tidemark.job.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Patience;
import io.tidemark.process.QuotaGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a process reads of itself is what the kernel and the JVM's own log say. */
class ThisProcessIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Path JVMS = Path.of("/usr/lib/jvm");

  /** A safepoint, in nanoseconds: all threads stand still, for a collection or something brief. */
  private static final Pattern STOPPED = Pattern.compile("Safepoint \".*At safepoint: +(\\d+) ns");

  /** Times are counted in milliseconds, by collection. */
  private static final double ROUNDED_SECONDS = 1e-3;

  @TempDir Path folder;

  @Test
  void readsTheQuotaOfItsControlGroupAndHowOftenThatStopsIt() throws Exception {
    Process child = start(Path.of(System.getProperty("java.home")), List.of(), "compute", "1500");
    var process = new LinuxProcess(child.pid());
    Map<String, Double> said;
    // So little that a host which others use has it, too.
    try (var group = new QuotaGroup(process, 0.2)) {
      group.add(process);
      said = said(child);
    }

    assertThat(said.get("cores")).isEqualTo(0.2);
    assertThat(said.get("throttledSeconds")).isGreaterThan(0.3);
    // It began before it was in it.
    assertThat(said.get("groupSeconds")).isCloseTo(said.get("cpuSeconds"), within(0.5));
  }

  @Test
  void readsTheQuotaOfAGroupAroundItsOwn() throws Exception {
    Process child = start(Path.of(System.getProperty("java.home")), List.of(), "compute", "500");
    var process = new LinuxProcess(child.pid());
    try (var group = QuotaGroup.ofParent(process, 1.5)) {
      group.add(process);
      double cores = Math.min(1.5, Runtime.getRuntime().availableProcessors());

      assertThat(said(child).get("cores")).isEqualTo(cores);
    }
  }

  record Collector(Path jvm, String name) {
    @Override
    public String toString() {
      return jvm.getFileName() + " " + name;
    }
  }

  static Stream<Collector> collectors() throws IOException {
    var jvms = new ArrayList<Path>(List.of(Path.of(System.getProperty("java.home"))));
    if (Files.isDirectory(JVMS)) {
      try (Stream<Path> all = Files.list(JVMS)) {
        // What was built for 17 runs on newer ones.
        all.filter(jvm -> !Files.isSymbolicLink(jvm) && isNewer(jvm)).forEach(jvms::add);
      }
    }
    return jvms.stream()
        .flatMap(
            jvm ->
                Stream.of("Parallel", "G1", "Z", "Shenandoah")
                    .map(name -> new Collector(jvm, name)));
  }

  private static boolean isNewer(Path jvm) {
    try {
      return Files.readAllLines(jvm.resolve("release")).stream()
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .anyMatch(line -> Integer.parseInt(line.replaceAll("[^0-9.]", "").split("\\.")[0]) > 17);
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }

  /** And not those in which a collector works beside the program. */
  @ParameterizedTest
  @MethodSource("collectors")
  void countsThePausesOfItsCollector(Collector collector) throws Exception {
    Path log = folder.resolve("safepoints");
    Process child =
        start(
            collector.jvm,
            List.of(
                "-Xmx64m", "-XX:+Use%sGC".formatted(collector.name), "-Xlog:safepoint:file=" + log),
            "garbage",
            "700");
    Map<String, Double> said = said(child);
    Assumptions.assumeTrue(child.exitValue() == 0, "this JVM has no such collector");
    List<Double> stopped =
        Files.readAllLines(log).stream()
            .flatMap(line -> STOPPED.matcher(line).results())
            .map(found -> Long.parseLong(found.group(1)) / 1e9)
            .toList();

    double all = stopped.stream().mapToDouble(Double::doubleValue).sum();
    assertThat(stopped).hasSizeGreaterThan(3);
    assertThat(said.get("gcSeconds"))
        .isCloseTo(all, within(0.25 * all + ROUNDED_SECONDS * stopped.size()));
  }

  private Process start(Path jvm, List<String> options, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(jvm.resolve("bin/java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("said").toFile())
        .start();
  }

  private Map<String, Double> said(Process child) throws IOException {
    try {
      assertThat(Patience.until(PATIENCE, () -> !child.isAlive())).isTrue();
    } finally {
      child.destroyForcibly();
    }
    return Files.readAllLines(folder.resolve("said")).stream()
        .map(line -> line.split(" "))
        .filter(words -> words.length == 2)
        .collect(Collectors.toMap(words -> words[0], words -> Double.parseDouble(words[1])));
  }
}
