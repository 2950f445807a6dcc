package io.tidemark.architecture;

import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A database's name stands in its own module, in configuration defaults, docs and tests; and in
 * that of a format that is known by no other name, where formats are.
 */
class NamesTest {
  private static final Path ROOT = Repository.root();

  /**
   * Every other folder of {@code sinks} is a database's, and its name is nobody else's; that of
   * Prometheus is also a format's, and that of what reads our own metrics.
   */
  private static final Set<String> SHARED =
      Set.of("api", "http", "otlp", "remotewrite", "sql", "all", "prometheus");

  /** Databases to come, and those that go by another one's name. */
  private static final List<String> MORE =
      List.of("opentsdb", "timescaledb", "mariadb", "iotdb", "monetdb", "rrdcached", "ignite");

  private static final Path FORMATS = ROOT.resolve("job/parse");

  private static final String ALSO_A_FORMAT = "opentsdb";

  @Test
  void noDatabaseIsNamedOutsideItsModule() throws IOException {
    List<String> names = names();
    assertThat(names).contains("victoriametrics");
    Pattern anyName = anyOf(names);
    names.removeIf(ALSO_A_FORMAT::equals);
    Pattern anyOther = anyOf(names);

    var found = new ArrayList<Finding>();
    for (Path file : sources()) {
      Pattern name = file.startsWith(FORMATS) ? anyOther : anyName;
      int number = 0;
      for (String line : Sources.lines(file)) {
        number++;
        String words = line.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
        Matcher named = name.matcher(words);
        if (named.find()) {
          found.add(
              new Finding(
                  ROOT.relativize(file).toString(),
                  number,
                  "names the database " + named.group(1),
                  "ask the SPI (io.tidemark.sink) for what differs, or move the code to its"
                      + " module"));
        }
      }
    }

    assertNone(found);
  }

  private static Pattern anyOf(List<String> names) {
    return Pattern.compile("\\b(" + String.join("|", names) + ")");
  }

  private static List<String> names() throws IOException {
    var names = new ArrayList<>(MORE);
    try (Stream<Path> modules = Files.list(ROOT.resolve("sinks"))) {
      modules
          .filter(Files::isDirectory)
          .map(module -> module.getFileName().toString())
          .filter(name -> !SHARED.contains(name))
          .forEach(names::add);
    }
    return names;
  }

  private static List<Path> sources() {
    var sources = new ArrayList<Path>();
    for (String part : List.of("job", "savepoints", "deploy/cli")) {
      sources.addAll(Sources.find(ROOT.resolve(part), 20, NamesTest::isMain));
    }
    assertThat(sources).hasSizeGreaterThan(100);
    return sources;
  }

  private static boolean isMain(Path file) {
    String path = ROOT.relativize(file).toString();
    return path.contains("/src/main/")
        && path.matches(".*\\.(java|yaml|properties|html|css|js|txt|md)")
        && !path.endsWith("/defaults.yaml");
  }
}
