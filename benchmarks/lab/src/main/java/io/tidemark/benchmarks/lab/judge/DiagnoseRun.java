package io.tidemark.benchmarks.lab.judge;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.benchmarks.lab.part.RunningParts;
import io.tidemark.job.config.DurationText;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.RunException;
import io.tidemark.report.ReportReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
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
public final class DiagnoseRun {
  /** The time for which pages are usually saved. */
  public static final Duration USUAL_LENGTH = Duration.ofMinutes(10);

  private static final Duration WARM_UP = Duration.ofSeconds(30);
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final Duration ENDS_LATER = Duration.ofMinutes(1);
  private static final Duration DIAGNOSES_WITHIN = Duration.ofMinutes(8);
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Keeps every third page, which turns a distance of 5 s into 15 s. */
  private static final int EVERY_THIRD = 3;

  /** The share of the moments whose pages must have been saved. */
  private static final double COMPLETE = 0.9;

  private final Path root;
  private final JudgedStore.Task task;
  private final Duration length;
  private final Path pages;

  /**
   * @param root folder of the repository, whose launcher is used as it was built
   * @param options {@code --max-duration} and the time for which pages are saved; empty for the
   *     usual time
   */
  DiagnoseRun(Path root, JudgedStore.Task task, List<String> options) {
    this.root = root;
    this.task = task;
    length = options.isEmpty() ? USUAL_LENGTH : DurationText.parse(options.get(1));
    pages =
        root.resolve(".tidemark/lab-pages")
            .resolve(
                "%s-%s-%ds-%d"
                    .formatted(
                        task.setup().name(),
                        task.setup().hash(),
                        length.toSeconds(),
                        task.repetition()));
  }

  /**
   * @return the content of {@code diagnosis.json}
   * @throws RunException if there is no diagnosis
   */
  JsonNode diagnosis() {
    if (!Files.isDirectory(pages)) {
      collect();
    }
    try (var work = OwnedProcess.folder("lab-diagnose")) {
      Path some = work.folder().resolve("pages");
      Path to = work.folder().resolve("report");
      copy(pages, some, task.mode() == Judged.Mode.DIAGNOSE ? EVERY_THIRD : 1);
      String log =
          diagnose(DIAGNOSES_WITHIN, List.of("--pages", some.toString(), "--out", to.toString()));
      Path diagnosis = to.resolve("diagnosis.json");
      if (!Files.exists(diagnosis)) {
        throw new RunException("there is no diagnosis: " + log);
      }
      return ReportReader.tree(diagnosis);
    }
  }

  /**
   * Saves the pages. They go into another folder first, so that an interrupted collection is not
   * taken for a complete one.
   *
   * @throws RunException if the job ends meanwhile, or if pages are missing
   */
  private void collect() {
    try (var running = RunningParts.start(root, task.setup().parts());
        var work = OwnedProcess.folder("lab-collect")) {
      List<URI> urls = running.startJobWithPages();
      running.pause(WARM_UP);
      Path to = work.folder().resolve("pages");
      String log =
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
      running.measure(LOOK);
      int moments = Files.isDirectory(to) ? byMoment(to).size() : 0;
      if (moments < COMPLETE * length.dividedBy(EVERY)) {
        throw new RunException(
            "pages of %d moments were saved in %s: %s"
                .formatted(moments, DurationText.format(length), log));
      }
      Path beside = pages.resolveSibling(pages.getFileName() + ".new");
      if (Files.isDirectory(beside)) {
        for (List<Path> left : byMoment(beside)) {
          for (Path page : left) {
            Files.delete(page);
          }
        }
      }
      copy(to, beside, 1);
      Files.move(beside, pages);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the end of what the command printed. */
  private String diagnose(Duration limit, List<String> options) {
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
      return child.logEnds();
    }
  }

  /**
   * @param nth copies the pages of every nth moment
   */
  private static void copy(Path from, Path to, int nth) {
    try {
      Files.createDirectories(to);
      List<List<Path>> moments = byMoment(from);
      for (int moment = 0; moment < moments.size(); moment += nth) {
        for (Path page : moments.get(moment)) {
          Files.copy(page, to.resolve(page.getFileName()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the pages of a folder by the moment at which they were read, the first one first. */
  private static List<List<Path>> byMoment(Path folder) throws IOException {
    var byMoment = new TreeMap<String, List<Path>>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path page : all.toList()) {
        String name = page.getFileName().toString();
        byMoment
            .computeIfAbsent(name.substring(name.indexOf('@') + 1), at -> new ArrayList<>())
            .add(page);
      }
    }
    return List.copyOf(byMoment.values());
  }
}
