package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A module that one person can keep in mind. */
class ModulesTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final int MAX_LINES = 8_000;

  @Test
  void noModuleHasMoreThan8000LinesOfMain() throws IOException {
    Map<String, Long> lines = lines();
    assertThat(lines).containsKeys("job/pipeline", "sinks/api", "benchmarks");

    assertThat(lines).allSatisfy((module, n) -> assertThat(n).as(module).isLessThan(MAX_LINES));
  }

  private static Map<String, Long> lines() throws IOException {
    var lines = new TreeMap<String, Long>();
    try (Stream<Path> folders = Files.walk(ROOT, 2)) {
      List<Path> sources =
          folders
              .map(folder -> folder.resolve("src/main/java"))
              .filter(Files::isDirectory)
              .sorted(Comparator.naturalOrder())
              .toList();
      for (Path source : sources) {
        lines.put(
            ROOT.relativize(source.getParent().getParent().getParent()).toString(), of(source));
      }
    }
    return lines;
  }

  private static long of(Path source) throws IOException {
    try (Stream<Path> files = Files.walk(source)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .mapToLong(ModulesTest::count)
          .sum();
    }
  }

  private static long count(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
