package io.tidemark.architecture;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.sink.Tsdb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code tidemark config --check} says, which is what a run says before it begins. */
final class Accepted {
  private static final String FILE = "run.yaml";
  private static final Pattern PROBLEM =
      Pattern.compile("(.*?)(?: \\((?:run\\.yaml(?::(\\d+))?|--set)\\))?");
  private static final Pattern KEY = Pattern.compile("([a-z][a-z0-9-]*)((?:\\.[a-z0-9-]+)+)");
  private static final Pattern UNKNOWN =
      Pattern.compile("unknown key .*|.* is a key of target\\.type=.*");

  /** The first words of keys. */
  private static final Set<String> GROUPS =
      new TreeSet<>(
          ConfigLoader.tree(ConfigLoader.load(Optional.empty(), List.of()).config()).keySet());

  private Accepted() {}

  /**
   * @param line of the file, 0 where it is not known
   */
  record Problem(int line, String text) {}

  /** With a configuration in YAML. */
  static List<Problem> problems(String yaml) {
    try {
      Path folder = Files.createTempDirectory("configuration");
      Path file = Files.writeString(folder.resolve(FILE), yaml);
      try {
        return problems(Optional.of(file), List.of());
      } finally {
        Files.delete(file);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** With {@code path.to.key=value}, each. */
  static List<String> problemsOfOptions(List<String> options) {
    return problems(Optional.empty(), options).stream().map(Problem::text).toList();
  }

  private static List<Problem> problems(Optional<Path> file, List<String> options) {
    try {
      ConfigLoader.load(file, options);
      return List.of();
    } catch (ConfigException e) {
      return e.getMessage().lines().map(Accepted::problem).toList();
    }
  }

  private static Problem problem(String line) {
    Matcher problem = PROBLEM.matcher(line);
    problem.matches();
    return new Problem(
        problem.group(2) == null ? 0 : Integer.parseInt(problem.group(2)), problem.group(1));
  }

  static boolean isUnknownKey(String problem) {
    return UNKNOWN.matcher(problem).matches();
  }

  static boolean looksLikeKey(String word) {
    Matcher key = KEY.matcher(word);
    return key.matches() && GROUPS.contains(key.group(1));
  }

  /** What is wrong with the path of a key, if no kind of database has it. */
  static Optional<String> unknown(String path) {
    var problems = new ArrayList<String>();
    for (String type : Tsdb.all(Accepted.class.getClassLoader()).keySet()) {
      Optional<String> unknown =
          problemsOfOptions(List.of("target.type=" + type, path + "=")).stream()
              .filter(Accepted::isUnknownKey)
              .findFirst();
      if (unknown.isEmpty()) {
        return Optional.empty();
      }
      problems.add(unknown.get());
    }
    return problems.stream().findFirst();
  }
}
