package io.tidemark.benchmarks.lab.judge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.benchmarks.lab.part.PartMissing;
import io.tidemark.benchmarks.lab.part.RunningParts;
import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.benchmarks.lab.truth.Host;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Verdict;
import io.tidemark.job.RootCause;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.report.ReportReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Has Tidemark judge a set-up through its command line, as a user would. */
public final class JudgeRun {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration SEARCHES_WITHIN = Duration.ofMinutes(8);
  private static final Duration WATCHES_WITHIN = Duration.ofMinutes(3);
  private static final Duration WARM_UP = Duration.ofSeconds(30);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  /** Fields that repeat others, or have no use without the rest of the report. */
  private static final List<String> LEFT_OUT =
      List.of("against", "configuration", "advice", "forecast", "amplification");

  private JudgeRun() {}

  /**
   * @param root folder of the repository, whose launcher is used as it was built
   * @param options further options of a search; for a diagnosis, the time for which pages are saved
   */
  public static Judged of(
      Path root,
      JudgedStore.Task task,
      Host host,
      Commit commit,
      String command,
      List<String> options,
      Consumer<String> progress) {
    String at = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    long nanos = System.nanoTime();
    var said = new LinkedHashMap<String, JsonNode>();
    Judged.Status status = Judged.Status.JUDGED;
    String reason = "";
    try {
      said.put("report", report(root, task, options));
      progress.accept(said.get("report").path("sentence").asText());
    } catch (PartMissing e) {
      status = Judged.Status.MISSING;
      reason = e.getMessage();
    } catch (RuntimeException e) {
      status = Judged.Status.FAILED;
      reason = RootCause.of(e);
    }
    JsonNode report = said.getOrDefault("report", JSON.createObjectNode());
    return new Judged(
        task.setup().name(),
        task.setup().family(),
        task.setup().hash(),
        host,
        commit,
        task.mode(),
        task.repetition(),
        command,
        at,
        (System.nanoTime() - nanos) / 1e9,
        status,
        reason,
        report.path("cause").asText(""),
        report.path("confidence").asText(""),
        report.path("sentence").asText(""),
        task.mode() == Judged.Mode.SEARCH ? gains(report) : Map.of(),
        texts(report.path("next")),
        evidence(report),
        trimmed(report));
  }

  private static JsonNode report(Path root, JudgedStore.Task task, List<String> options) {
    if (task.mode().isOfPages()) {
      return new DiagnoseRun(root, task, options).diagnosis();
    }
    try (var running = RunningParts.start(root, task.setup().parts())) {
      return task.mode() == Judged.Mode.SEARCH
          ? search(root, task.setup().parts(), running, options)
          : watch(root, running);
    }
  }

  private static JsonNode search(
      Path root, Parts parts, RunningParts running, List<String> options) {
    Path folder = OwnedProcess.newFolder("lab-search");
    var command = new ArrayList<String>();
    var cluster = running.startCluster();
    command.addAll(running.jobWrapper());
    command.addAll(
        List.of(
            "env",
            "TIDEMARK_SKIP_BUILD=1",
            "TIDEMARK_JAVA_OPTS="
                + ("-Xmx%dm %s".formatted(parts.job().heapMb(), parts.job().options())).strip()));
    command.addAll(List.of(root.resolve("tidemark").toString(), "ceiling", "--yes", "-q"));
    command.addAll(List.of("--out", folder.resolve("report").toString()));
    command.addAll(List.of("--max-in-flight", Integer.toString(parts.job().inFlight())));
    cluster.ifPresent(url -> command.addAll(List.of("--cluster", url)));
    command.addAll(options);
    var settings = new ArrayList<>(running.settings());
    settings.addAll(running.leaveQueries());
    settings.add("dead-letter.path=" + folder.resolve("letters").toUri());
    settings.forEach(setting -> command.addAll(List.of("--set", setting)));
    try (var child = OwnedProcess.start(folder, "TERM", command)) {
      if (!ends(child, SEARCHES_WITHIN)) {
        throw new RunException(
            "the search did not end within %d s: %s"
                .formatted(SEARCHES_WITHIN.toSeconds(), child.logEnds()));
      }
      Path report = folder.resolve("report/report.json");
      if (!Files.exists(report)) {
        throw new RunException("the search left no report: " + child.logEnds());
      }
      return ReportReader.tree(report);
    }
  }

  private static JsonNode watch(Path root, RunningParts running) {
    running.startJob();
    running.pause(WARM_UP);
    Path folder = OwnedProcess.newFolder("lab-watch");
    var command =
        new ArrayList<>(List.of("env", "TIDEMARK_SKIP_BUILD=1", "TIDEMARK_JAVA_OPTS=-Xmx512m"));
    command.addAll(List.of(root.resolve("tidemark").toString(), "watch", "--once", "-q"));
    command.addAll(List.of("--cluster", running.flinkUrl()));
    // docs/watch.md requires these: the addresses, and a login, which the job's settings don't
    // show.
    running.settings().stream()
        .filter(setting -> setting.startsWith("target."))
        .forEach(setting -> command.addAll(List.of("--set", setting)));
    command.addAll(List.of("--out", folder.resolve("report").toString()));
    try (var child = OwnedProcess.start(folder, "TERM", command)) {
      if (!ends(child, WATCHES_WITHIN)) {
        return nothingTold();
      }
      Path report = folder.resolve("report/watch.json");
      if (!Files.exists(report)) {
        throw new RunException("the watch left no verdict: " + child.logEnds());
      }
      return ReportReader.tree(report);
    }
  }

  static boolean ends(OwnedProcess child, Duration limit) {
    return Poll.until(limit, LOOK_AGAIN, () -> !child.process().isAlive());
  }

  /**
   * Returns an inconclusive verdict, because a watch continues until a window is valid, and a user
   * who waits this long has learned nothing.
   */
  private static JsonNode nothingTold() {
    return JSON.createObjectNode()
        .put("cause", Cause.INCONCLUSIVE.name())
        .put("confidence", Verdict.Confidence.NONE.name())
        .put("sentence", "No window was valid within %d s.".formatted(WATCHES_WITHIN.toSeconds()));
  }

  private static Map<String, Double> gains(JsonNode report) {
    var gains = new LinkedHashMap<String, Double>();
    report
        .path("gains")
        .properties()
        .forEach(gain -> gains.put(gain.getKey(), gain.getValue().doubleValue()));
    return gains;
  }

  private static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    // A diagnosis has probabilities by cause.
    if (array.isObject()) {
      array.fieldNames().forEachRemaining(texts::add);
    } else {
      array.forEach(each -> texts.add(each.asText()));
    }
    return texts;
  }

  private static List<String> evidence(JsonNode report) {
    var lines = new ArrayList<String>();
    report
        .path("evidence")
        .forEach(
            finding ->
                lines.add(
                    "%s: %s"
                        .formatted(
                            finding.path("signal").asText(finding.path("reading").asText()),
                            finding.path("value").asText())));
    return lines;
  }

  private static JsonNode trimmed(JsonNode report) {
    if (report instanceof ObjectNode all) {
      ObjectNode trimmed = all.deepCopy();
      trimmed.remove(LEFT_OUT);
      return trimmed;
    }
    return report;
  }
}
