package io.tidemark.benchmarks.lab.judge;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.benchmarks.lab.part.RunningParts;
import io.tidemark.benchmarks.lab.setup.Setup;
import io.tidemark.job.config.DurationText;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.RunException;
import io.tidemark.report.ReportReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Has Tidemark diagnose a set-up from pages of metrics, which are first saved while the job writes,
 * usually for ten minutes. The pages stay in the working copy, because they are too large to
 * commit, and other commits diagnose the same pages.
 */
final class DiagnoseRun {
  private static final Duration WARM_UP = Duration.ofSeconds(30);
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final Duration USUAL_LENGTH = Duration.ofMinutes(10);
  private static final Duration ENDS_LATER = Duration.ofMinutes(1);
  private static final Duration DIAGNOSES_WITHIN = Duration.ofMinutes(2);

  /** Keeps every third page, which turns a distance of 5 s into 15 s. */
  private static final int EACH_THIRD = 3;

  private final Path root;
  private final Setup setup;
  private final Duration length;
  private final Path pages;

  /**
   * @param root folder of the repository, whose launcher is used as it was built
   * @param options {@code --max-duration} and the time for which pages are saved; empty for the
   *     usual time
   */
  DiagnoseRun(Path root, Setup setup, List<String> options) {
    this.root = root;
    this.setup = setup;
    length = options.isEmpty() ? USUAL_LENGTH : DurationText.parse(options.get(1));
    pages =
        root.resolve(".tidemark/lab-pages")
            .resolve("%s-%s-%ds".formatted(setup.name(), setup.hash(), length.toSeconds()));
  }

  /**
   * @return the content of {@code diagnosis.json}
   * @throws RunException if there is no diagnosis
   */
  JsonNode of(Judged.Mode mode) {
    if (!Files.isDirectory(pages)) {
      collect();
    }
    try (var work = OwnedProcess.folder("lab-diagnose")) {
      Path some = work.folder().resolve("pages");
      Path to = work.folder().resolve("report");
      copy(pages, some, mode == Judged.Mode.DIAGNOSE ? EACH_THIRD : 1);
      diagnose(DIAGNOSES_WITHIN, List.of("--pages", some.toString(), "--out", to.toString()));
      return ReportReader.tree(to.resolve("diagnosis.json"));
    }
  }

  /**
   * Saves the pages. They go into another folder first, so that an interrupted collection is not
   * taken for a complete one.
   */
  private void collect() {
    try (var running = RunningParts.start(root, setup.parts());
        var work = OwnedProcess.folder("lab-collect")) {
      List<URI> urls = running.startJobWithPages();
      running.pause(WARM_UP);
      Path to = work.folder().resolve("pages");
      diagnose(
          length.plus(ENDS_LATER),
          List.of(
              "--collect",
              urls.stream().map(URI::toString).collect(Collectors.joining(",")),
              "--for",
              DurationText.format(length),
              "--every",
              DurationText.format(EVERY),
              "--out",
              to.toString()));
      Path beside = pages.resolveSibling(pages.getFileName() + ".new");
      copy(to, beside, 1);
      Files.move(beside, pages);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void diagnose(Duration limit, List<String> options) {
    var command =
        new ArrayList<>(List.of("env", "TIDEMARK_SKIP_BUILD=1", "TIDEMARK_JAVA_OPTS=-Xmx512m"));
    command.addAll(List.of(root.resolve("tidemark").toString(), "diagnose", "-q"));
    command.addAll(options);
    try (var child =
        OwnedProcess.start(OwnedProcess.newFolder("lab-diagnose-log"), "TERM", command)) {
      if (!JudgeRun.ends(child, limit)) {
        throw new RunException(
            "diagnose did not end within %d s: %s".formatted(limit.toSeconds(), child.logEnds()));
      }
      Path made = Path.of(options.get(options.size() - 1));
      if (!Files.isDirectory(made)) {
        throw new RunException("diagnose left nothing behind: " + child.logEnds());
      }
    }
  }

  /**
   * @param nth copies the pages of every nth moment
   */
  private static void copy(Path from, Path to, int nth) {
    try (Stream<Path> all = Files.list(from)) {
      var byMoment = new TreeMap<String, List<Path>>();
      for (Path page : all.toList()) {
        String name = page.getFileName().toString();
        byMoment
            .computeIfAbsent(name.substring(name.indexOf('@')), at -> new ArrayList<>())
            .add(page);
      }
      Files.createDirectories(to);
      int moment = 0;
      for (List<Path> pages : byMoment.values()) {
        if (moment++ % nth == 0) {
          for (Path page : pages) {
            Files.copy(page, to.resolve(page.getFileName()), StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
