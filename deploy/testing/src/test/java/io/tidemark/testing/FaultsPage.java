package io.tidemark.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** docs/contributing/fault-tests.md: which test holds which failure of docs/faults.md. */
public record FaultsPage(List<Row> rows) {
  public static final String FILE = "docs/contributing/fault-tests.md";

  private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\| (.+?) \\| (.+) \\|$");
  private static final Pattern TEST = Pattern.compile("`([\\w.]+)#(\\w+)`");
  private static final List<Path> SOURCES =
      Stream.of("sinks", "job", "savepoints", "deploy", "benchmarks")
          .flatMap(folder -> sourcesBelow(folder).stream())
          .toList();

  private static final Pattern PARENT = Pattern.compile("class \\w+ extends (\\w+)");

  /**
   * @param tests empty where the page says that there is none
   */
  public record Row(int number, String fault, List<TestName> tests) {}

  /**
   * A test as the page names it.
   *
   * @param type as {@code TlsIT}, or {@code http.TlsIT} where several are called so
   */
  public record TestName(String type, String method) {
    @Override
    public String toString() {
      return type + "#" + method;
    }

    /** Its class; empty unless exactly one is called so. */
    public Optional<Path> source() {
      List<Path> found = sources(type.replace('.', '/'));
      return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    /** Whether its class, or one that this extends, has the method. */
    public boolean exists() {
      Optional<Path> file = source();
      while (file.isPresent()) {
        String text = read(file.get());
        if (text.contains("void " + method + "(")) {
          return true;
        }
        Matcher parent = PARENT.matcher(text);
        file = parent.find() ? sources(parent.group(1)).stream().findFirst() : Optional.empty();
      }
      return false;
    }

    /** Of the reports that a build leaves, the one of its class. */
    public Path report() {
      Path file = source().orElseThrow();
      String text = file.toString();
      int sources = text.indexOf("/src/test/java/");
      String name = text.substring(sources + "/src/test/java/".length()).replace('/', '.');
      String folder = type.endsWith("IT") ? "failsafe-reports" : "surefire-reports";
      return Path.of(text.substring(0, sources))
          .resolve("target/%s/TEST-%s".formatted(folder, name.replaceAll("java$", "xml")));
    }
  }

  /** As it is in the repository. */
  public static FaultsPage read() {
    var rows = new ArrayList<Row>();
    Matcher row = ROW.matcher(read(Repository.root().resolve(FILE)));
    while (row.find()) {
      var tests =
          TEST.matcher(row.group(3))
              .results()
              .map(test -> new TestName(test.group(1), test.group(2)))
              .toList();
      rows.add(new Row(Integer.parseInt(row.group(1)), row.group(2), tests));
    }
    return new FaultsPage(rows);
  }

  /**
   * @param name of a class, with slashes before it where more than the class is known
   */
  private static List<Path> sources(String name) {
    return SOURCES.stream().filter(file -> file.toString().endsWith("/" + name + ".java")).toList();
  }

  private static List<Path> sourcesBelow(String folder) {
    try (Stream<Path> files = Files.walk(Repository.root().resolve(folder))) {
      return files.filter(file -> file.toString().matches(".*/src/test/java/.*[.]java")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
