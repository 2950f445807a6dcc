package io.tidemark.testrun;

import io.tidemark.testrun.TestEvent.Outcome;
import io.tidemark.testrun.TestVerdict.Colour;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Judges a test run by what {@link TestEvents} wrote down in all modules, and prints what did not
 * run, what passed only when it ran again, and what is red. Exit code 0 says that nothing is red.
 *
 * <pre>
 * java -cp sinks/api/target/test-classes io.tidemark.testrun.TestRunSummary ROOT SECONDS [PAGE]
 * </pre>
 *
 * SECONDS since 1970 are when the run began. PAGE is a page that gets the table of classes.
 */
public final class TestRunSummary {
  /** Where Failsafe says that a JVM of tests ended before its tests did. */
  private static final Pattern CRASH =
      Pattern.compile("<failureMessage>(.+?)</failureMessage>", Pattern.DOTALL);

  private static final Pattern FAILED = Pattern.compile("<(?:errors|failures)>([1-9]\\d*)<");

  private static final String EVENTS = "target/test-events";
  private static final String FAILSAFE = "target/failsafe-reports/failsafe-summary.xml";

  /** Modules are folders of the root, or of a folder of it. */
  private static final int MODULE_DEPTH = 2;

  private static final int LINES_OF_A_FLAKE = 12;

  /** What JUnit puts before the reason that a test gives. */
  private static final String NOISE = "^(Assumption failed: |Environment variable .* ==> )";

  private final List<TestVerdict> verdicts;
  private final List<String> crashes;

  TestRunSummary(List<TestVerdict> verdicts, List<String> crashes) {
    this.verdicts = verdicts;
    this.crashes = crashes;
  }

  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    Instant since = Instant.ofEpochSecond(Long.parseLong(arguments[1]));
    List<Path> modules = modules(root);
    List<TestEvent> events = events(modules, since);
    var summary = new TestRunSummary(TestVerdict.of(events), crashes(modules, since));
    summary.print(System.out);
    if (arguments.length > 2) {
      ClassTimes.of(root, modules, since).writeInto(Path.of(arguments[2]));
    }
    System.exit(summary.isGreen() ? 0 : 1);
  }

  private static List<Path> modules(Path root) throws IOException {
    try (Stream<Path> folders = Files.walk(root, MODULE_DEPTH)) {
      return folders.filter(folder -> Files.exists(folder.resolve("pom.xml"))).sorted().toList();
    }
  }

  /** Those of a module's tests that began at that time or later. */
  static List<TestEvent> events(List<Path> modules, Instant since) throws IOException {
    var events = new ArrayList<TestEvent>();
    for (Path module : modules) {
      Path folder = module.resolve(EVENTS);
      if (!Files.isDirectory(folder)) {
        continue;
      }
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.sorted().toList()) {
          Files.readAllLines(file).stream()
              .flatMap(line -> TestEvent.of(line).stream())
              .filter(event -> event.startedMillis() >= since.toEpochMilli())
              .forEach(events::add);
        }
      }
    }
    return events;
  }

  /**
   * What Failsafe knows and no event tells: a JVM that ended early, or failures in a module whose
   * class path lacks {@link TestEvents}.
   */
  static List<String> crashes(List<Path> modules, Instant since) throws IOException {
    var crashes = new ArrayList<String>();
    for (Path module : modules) {
      Path file = module.resolve(FAILSAFE);
      if (!Files.exists(file) || Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
        continue;
      }
      String summary = Files.readString(file);
      Matcher crash = CRASH.matcher(summary);
      if (crash.find()) {
        String message = crash.group(1).strip().lines().findFirst().orElse("");
        crashes.add("a JVM of tests ended early in %s: %s".formatted(module, message));
      }
      boolean written =
          events(List.of(module), since).stream()
              .anyMatch(event -> event.outcome() == Outcome.FAILED);
      if (FAILED.matcher(summary).find() && !written) {
        crashes.add(
            "Failsafe counts failures in %s that were not written down: its class path needs the tests of sinks/api"
                .formatted(module));
      }
    }
    return crashes;
  }

  boolean isGreen() {
    return crashes.isEmpty() && of(Colour.RED).isEmpty();
  }

  void print(PrintStream out) {
    notRun()
        .forEach(
            (line, tests) -> out.println(line + (tests > 1 ? " (%d tests)".formatted(tests) : "")));
    List<TestVerdict> flakes = of(Colour.FLAKE);
    out.println("flakes: " + flakes.size());
    flakes.forEach(flake -> out.print(described(flake)));
    List<TestVerdict> red = of(Colour.RED);
    out.println("red: " + (red.size() + crashes.size()));
    red.forEach(test -> out.print(described(test)));
    crashes.forEach(crash -> out.println("  " + crash));
    long tests = verdicts.stream().filter(test -> !test.last().test().isEmpty()).count();
    out.printf("tests: %d%n", tests);
  }

  /** The first failure, which may have shown what the later ones hide. */
  private static String described(TestVerdict test) {
    TestEvent first = test.firstFailure().orElseThrow();
    var text = new StringBuilder("  %s: %s: ".formatted(first.name(), simple(first.failure())));
    List<String> lines = first.text().strip().lines().limit(LINES_OF_A_FLAKE).toList();
    text.append(String.join("\n    ", lines)).append('\n');
    if (test.runs().size() > 1) {
      text.append("    (run %d times: ".formatted(test.runs().size()))
          .append(String.join(", ", test.runs().stream().map(run -> word(run.outcome())).toList()))
          .append(")\n");
    }
    return text.toString();
  }

  private static String word(Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /** How many tests did not run, by a line for each class and reason. */
  private Map<String, Integer> notRun() {
    var lines = new LinkedHashMap<String, Integer>();
    for (TestVerdict verdict : of(Colour.NOT_RUN)) {
      TestEvent test = verdict.last();
      String reason = firstLine(test.text()).replaceFirst(NOISE, "");
      lines.merge("did not run: %s: %s".formatted(test.typeName(), reason), 1, Integer::sum);
    }
    return lines;
  }

  private static String firstLine(String text) {
    return text.strip().lines().findFirst().orElse("no reason given");
  }

  private List<TestVerdict> of(Colour colour) {
    return verdicts.stream().filter(test -> test.colour() == colour).toList();
  }
}
