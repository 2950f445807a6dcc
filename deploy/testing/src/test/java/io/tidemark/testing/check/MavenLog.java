package io.tidemark.testing.check;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Maven's log says is wrong: what does not compile, what is not formatted, and whatever else
 * ended a module's build. Failed tests are {@link SurefireReports}'s.
 */
final class MavenLog {
  private static final String FORMAT = "run ./tidemark check --fix";

  private static final Pattern AT =
      Pattern.compile("\\[(ERROR|WARNING)] (.+\\.java):\\[(\\d+),\\d+] (?:error: )?(.+)");
  private static final Pattern DETAIL =
      Pattern.compile("(?:\\[ERROR])? +(symbol|location|required|found|reason): +(.+)");
  private static final String WARNINGS_ARE_ERRORS = "warnings found and -Werror specified";
  private static final Pattern FAILED =
      Pattern.compile("\\[ERROR] Failed to execute goal(?: (\\S+))?.* on project ([\\w.-]+): (.*)");
  private static final Pattern DESCRIPTION =
      Pattern.compile("\\[(?:ERROR|FATAL)] (?:.* )?(/.*pom\\.xml)\\b.*?line (\\d+).*");

  /** What Spotless can't read, the compiler can't either. */
  private static final Pattern UNREADABLE =
      Pattern.compile("Unable to check file (.+\\.java): .*?(\\d+):\\d+: error: (.+?)(?: ->.*)?");

  private static final Pattern UNFORMATTED = Pattern.compile("\\[ERROR] {5}(\\S.*\\.java)");
  private static final Pattern HUNK = Pattern.compile("\\[ERROR] {9}@@ -(\\d+).*");

  private final Path root;
  private final Modules modules;
  private final List<String> lines;

  MavenLog(Path root, Modules modules, List<String> lines) {
    this.root = root;
    this.modules = modules;
    this.lines = lines;
  }

  Set<Finding> findings() {
    var found = new TreeSet<Finding>();
    boolean warningsAreErrors = lines.stream().anyMatch(l -> l.contains(WARNINGS_ARE_ERRORS));
    for (int i = 0; i < lines.size(); i++) {
      Matcher at = AT.matcher(lines.get(i));
      Matcher failed = FAILED.matcher(lines.get(i));
      if (at.matches()) {
        if (at.group(1).equals("ERROR") || warningsAreErrors) {
          found.add(compilation(at, i));
        }
      } else if (failed.matches()) {
        failed(failed, i, found);
      }
    }
    return found;
  }

  private Finding compilation(Matcher at, int line) {
    var what = new StringBuilder(at.group(4).strip());
    for (int i = line + 1; i < lines.size(); i++) {
      Matcher detail = DETAIL.matcher(lines.get(i));
      if (!detail.matches()) {
        break;
      }
      what.append(", ").append(detail.group(1)).append(": ").append(detail.group(2).strip());
    }
    return notCompiled(at.group(2), Integer.parseInt(at.group(3)), what.toString());
  }

  private Finding notCompiled(String file, int line, String what) {
    return new Finding(
        relative(file),
        line,
        "does not compile: " + what,
        "mend it: what needs it was not checked");
  }

  private void failed(Matcher failed, int line, Set<Finding> found) {
    String goal = failed.group(1) == null ? "" : failed.group(1);
    Matcher unreadable = UNREADABLE.matcher(failed.group(3));
    var explained = new TreeSet<Finding>();
    if (unreadable.matches()) {
      explained.add(
          notCompiled(
              unreadable.group(1), Integer.parseInt(unreadable.group(2)), unreadable.group(3)));
    } else if (goal.contains("spotless")) {
      unformatted(modules.folderOf(failed.group(2)), line, explained);
    }
    // The compiler's errors have lines of their own.
    if (explained.isEmpty() && !goal.contains("maven-compiler-plugin")) {
      explained.add(maven(modules.pomOf(failed.group(2)), 1, "[ERROR] " + failed.group(3)));
    }
    found.addAll(explained);
  }

  /** The files below one module's failure, each with the line of its first difference. */
  private void unformatted(String module, int failure, Set<Finding> found) {
    String file = null;
    for (int i = failure + 1; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.startsWith("[ERROR]  ")) {
        if (FAILED.matcher(line).matches() || line.startsWith("[ERROR] ->")) {
          break;
        }
        continue;
      }
      Matcher named = UNFORMATTED.matcher(line);
      Matcher hunk = HUNK.matcher(line);
      if (named.matches()) {
        addUnformatted(module, file, 1, found);
        file = named.group(1);
      } else if (hunk.matches() && file != null) {
        addUnformatted(module, file, Integer.parseInt(hunk.group(1)) + unchanged(i + 1), found);
        file = null;
      }
    }
    addUnformatted(module, file, 1, found);
  }

  private static void addUnformatted(String module, String file, int line, Set<Finding> found) {
    if (file != null) {
      String path = module.isEmpty() ? file : module + "/" + file;
      found.add(new Finding(path, Math.max(1, line), "is not formatted", FORMAT));
    }
  }

  /** Lines of a hunk before the first that differs. */
  private int unchanged(int hunk) {
    int i = hunk;
    while (i < lines.size() && lines.get(i).startsWith("[ERROR]          ")) {
      i++;
    }
    return i - hunk;
  }

  /** Why it failed, where no module did: a broken pom.xml ends a build before it has one. */
  Optional<Finding> reason() {
    for (String line : lines) {
      Matcher description = DESCRIPTION.matcher(line);
      if (description.matches()) {
        int number = Integer.parseInt(description.group(2));
        return Optional.of(maven(relative(description.group(1)), number, line));
      }
    }
    return lines.stream()
        .filter(line -> line.startsWith("[ERROR]"))
        .findFirst()
        .map(line -> maven("pom.xml", 1, line));
  }

  private static Finding maven(String file, int line, String message) {
    String what = message.replaceFirst("\\[(ERROR|FATAL)] *", "Maven failed: ");
    return new Finding(file, line, what, "read .tidemark/check/build.log");
  }

  private String relative(String path) {
    Path file = Path.of(path.strip());
    return file.startsWith(root) ? root.relativize(file).toString().replace('\\', '/') : path;
  }
}
