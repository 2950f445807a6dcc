package io.tidemark.benchmarks.measure;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Poll;
import io.tidemark.report.ReportReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code ./tidemark ceiling} as a user does, with a database of its own. */
public final class CeilingProcess {
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(8);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private CeilingProcess() {}

  /**
   * Returns the content of {@code report.json}.
   *
   * @param root folder of the launcher
   * @param options options of the command; none for a default search
   */
  public static JsonNode find(Path root, JobCase setup, List<String> options) {
    Path folder = OwnedProcess.newFolder("search");
    var command = new ArrayList<String>();
    command.addAll(
        List.of("env", "TIDEMARK_SKIP_BUILD=1", "TIDEMARK_JAVA_OPTS=" + setup.javaOptions()));
    command.addAll(List.of(root.resolve("tidemark").toString(), "ceiling", "--yes", "-q"));
    command.addAll(List.of("--out", folder.resolve("report").toString()));
    command.addAll(options);
    setup
        .with("dead-letter.path=" + folder.resolve("dead-letters").toUri())
        .settings()
        .forEach(setting -> command.addAll(List.of("--set", setting)));
    try (var child = OwnedProcess.start(folder, command)) {
      if (!Poll.until(ENDS_WITHIN, LOOK_AGAIN, () -> !child.process().isAlive())) {
        throw new IllegalStateException("the search does not end: " + child.logEnds());
      }
      Path report = folder.resolve("report/report.json");
      if (!Files.exists(report)) {
        throw new IllegalStateException("the search left no report: " + child.logEnds());
      }
      return ReportReader.tree(report);
    }
  }
}
