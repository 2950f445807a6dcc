package io.tidemark.benchmarks.lab.judge;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.lab.setup.Setup;
import io.tidemark.benchmarks.lab.truth.TruthStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Stores verdicts as files, in one folder for each commit. */
public final class JudgedStore {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private final Path folder;

  /**
   * @param folder folder that contains the commits' folders
   */
  public JudgedStore(Path folder) {
    this.folder = folder;
  }

  /** A set-up to be judged. */
  public record Task(Setup setup, Judged.Mode mode, int repetition) {
    /** Tells whether the verdict is that of this task. */
    public boolean is(Judged judged) {
      return setup.name().equals(judged.setup())
          && setup.hash().equals(judged.hash())
          && mode == judged.mode()
          && repetition == judged.repetition();
    }

    @Override
    public String toString() {
      return "%s, %s%s"
          .formatted(
              setup.name(),
              mode.name().toLowerCase(Locale.ROOT),
              repetition == 0 ? "" : ", once more: " + repetition);
    }
  }

  private Path file(Commit commit, Task task) {
    return folder
        .resolve(commit.folder())
        .resolve(
            "%s-%s-%s%s.json"
                .formatted(
                    task.setup.name(),
                    task.setup.hash(),
                    task.mode.name().toLowerCase(Locale.ROOT),
                    task.repetition == 0 ? "" : "-" + task.repetition));
  }

  public Optional<Judged> read(Commit commit, Task task) {
    Path file = file(commit, task);
    return Files.exists(file) ? Optional.of(read(file)) : Optional.empty();
  }

  private static Judged read(Path file) {
    try {
      return JSON.readValue(file.toFile(), Judged.class);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is no verdict of the lab's", e);
    }
  }

  public void write(Judged judged, Task task) {
    TruthStore.write(file(judged.commit(), task), judged);
  }

  /** Returns the tasks to do: first those that were never judged, then those that failed. */
  public List<Task> left(Commit commit, List<Task> wanted) {
    var never = new ArrayList<Task>();
    var again = new ArrayList<Task>();
    for (Task task : wanted) {
      Optional<Judged> known = read(commit, task);
      if (known.isEmpty()) {
        never.add(task);
      } else if (!known.get().isJudged()) {
        again.add(task);
      }
    }
    never.addAll(again);
    return never;
  }

  /** Returns the newest verdict of each task, by any commit. */
  public List<Judged> newest() {
    var newest = new TreeMap<String, Judged>();
    for (Path file : files()) {
      newest.merge(
          file.getFileName().toString(),
          read(file),
          (one, other) -> one.at().compareTo(other.at()) < 0 ? other : one);
    }
    return List.copyOf(newest.values());
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
