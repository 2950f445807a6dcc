package io.tidemark.groundtruth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.Main;
import io.tidemark.process.Patience;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.ScrapedPage;
import io.tidemark.testing.SessionCluster;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs a scenario as a user would, on the command line, and judges what it printed. */
final class GroundTruth {
  private static final ObjectMapper JSON = new ObjectMapper();

  static final String MAX_DURATION = "--max-duration";

  /** For the search itself; the start of a JVM and of a database come on top. */
  private static final String BUDGET =
      System.getProperty(
          "tidemark.ground-truth.max-duration", Patience.ofSeconds(45).toSeconds() + "s");

  private static final Duration ENDS_WITHIN = Duration.ofMinutes(3);

  private static final Duration STARTS_WITHIN = Duration.ofMinutes(1);

  /** Who watches wants to know soon. */
  private static final Duration WATCHED_WITHIN = Duration.ofMinutes(2);

  private static final int INCONCLUSIVE = 3;

  /**
   * @param result what it printed
   * @param problems empty if it was right
   */
  record Outcome(String scenario, JsonNode result, List<String> problems, Duration took) {
    String cause() {
      return result.path("cause").asText("(none)");
    }

    boolean isRight() {
      return problems.isEmpty();
    }
  }

  private GroundTruth() {}

  static Outcome of(Scenario scenario) throws Exception {
    long start = System.nanoTime();
    JsonNode result;
    try (Environment environment = scenario.setup().start()) {
      result =
          switch (scenario.mode()) {
            case CEILING -> ceiling(scenario, environment);
            case WATCH -> watch(scenario, environment);
          };
    }
    return new Outcome(
        scenario.name(),
        result,
        scenario.expected().problems(result),
        Duration.ofNanos(System.nanoTime() - start));
  }

  private static JsonNode ceiling(Scenario scenario, Environment environment) throws Exception {
    var arguments = new ArrayList<>(List.of("ceiling", "--yes", "--json"));
    if (!scenario.options().contains(MAX_DURATION)) {
      arguments.addAll(List.of(MAX_DURATION, BUDGET));
    }
    arguments.addAll(settings(environment));
    arguments.addAll(scenario.options());
    try (ChildJvm tidemark =
        ChildJvm.start(Main.class, environment.jvmOptions(), environment.cpus(), arguments)) {
      return result(tidemark, ENDS_WITHIN);
    }
  }

  private static JsonNode watch(Scenario scenario, Environment environment) throws Exception {
    try (var cluster = SessionCluster.start(1, 2)) {
      var run = new ArrayList<>(List.of("run", "--yes", "--cluster", cluster.restUrl(), "-q"));
      // It is ended when the watch has spoken.
      run.addAll(List.of("--duration", "30m"));
      run.addAll(settings(environment));
      var watch = new ArrayList<>(List.of("watch", "--cluster", cluster.restUrl(), "--json"));
      watch.add("--once");
      watch.addAll(settings(environment));
      watch.addAll(scenario.options());
      try (ChildJvm running = ChildJvm.start(Main.class, environment.jvmOptions(), "", run)) {
        Patience.await("a running job", STARTS_WITHIN, () -> runs(cluster, running));
        try (ChildJvm watching = ChildJvm.start(Main.class, environment.jvmOptions(), "", watch)) {
          return result(watching, WATCHED_WITHIN);
        }
      }
    }
  }

  private static boolean runs(SessionCluster cluster, ChildJvm running) {
    if (!running.isAlive()) {
      throw new AssertionError("the job ended: " + running.errors());
    }
    return ScrapedPage.get(URI.create(cluster.restUrl() + "/jobs/overview"))
        .filter(page -> page.text().contains("\"state\":\"RUNNING\""))
        .isPresent();
  }

  private static List<String> settings(Environment environment) {
    var options = new ArrayList<String>();
    environment.settings().forEach(setting -> options.addAll(List.of("--set", setting)));
    return options;
  }

  private static JsonNode result(ChildJvm tidemark, Duration limit) throws Exception {
    int exitCode = tidemark.exitCode(limit);
    if (exitCode != 0 && exitCode != INCONCLUSIVE) {
      throw new AssertionError("exit code %d: %s".formatted(exitCode, tidemark.errors()));
    }
    try {
      return JSON.readTree(tidemark.output());
    } catch (JsonProcessingException e) {
      throw new AssertionError("not one JSON object: " + tidemark.output(), e);
    }
  }

  /** In Markdown. */
  static String table(List<Outcome> outcomes) {
    var table = new StringBuilder("| scenario | cause | | seconds |\n|---|---|---|---|\n");
    for (Outcome each : outcomes) {
      table.append(
          "| %s | %s | %s | %d |%n"
              .formatted(
                  each.scenario,
                  each.cause(),
                  each.isRight() ? "right" : "wrong: " + String.join("; ", each.problems),
                  each.took.toSeconds()));
    }
    return table.toString();
  }
}
